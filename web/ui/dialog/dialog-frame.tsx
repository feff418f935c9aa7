import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { FailureBox } from '../fields/form-failure.tsx';
import { useBackSteps, useHeldBack } from './back-steps.ts';
import type { DialogProps } from './dialog-props.ts';

const motions = {
  sheet: 'data-[state=open]:animate-[sheet-in_200ms_var(--ease-settle)] data-[state=closed]:animate-[sheet-out_150ms]',
  drawer:
    'data-[state=open]:animate-[drawer-in_220ms_var(--ease-settle)] data-[state=closed]:animate-[drawer-out_150ms]',
};

// A toast shows above both, and left of the drawer on wide screens (`toast-place`).
const placements = {
  sheet:
    'inset-x-0 bottom-0 max-h-[calc(100dvh-var(--dialog-top))] rounded-t-sheet sm:top-(--dialog-top) sm:bottom-6 sm:m-auto sm:max-h-[min(46rem,calc(100dvh-var(--dialog-top)-1.5rem))] sm:w-[calc(100%-3rem)] sm:rounded-sheet',
  drawer:
    'top-(--toast-room) right-0 bottom-0 w-[min(22rem,86vw)] transition-[top] sm:top-0 sm:w-96 pt-safe pr-[env(safe-area-inset-right,0px)] sm:border-line sm:border-l',
};

const fullHeights =
  'h-[calc(100dvh-var(--dialog-top))] sm:h-[min(46rem,calc(100dvh-var(--dialog-top)-1.5rem))] transition-[height]';

/** The frame and content of `Dialog`, in a separate file that loads on demand. */
export default function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  footer,
  failure,
  initialFocus,
  children,
  ...rest
}: DialogProps) {
  const { placement = 'sheet', size = 'md', dismissible = true, role = 'dialog', ownBack = false, fullHeight } = rest;
  const focus = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const handledEscape = useRef<Event | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const isScrollStop = useScrollStop(body);
  useScrollLock(open);
  useBackSteps({ steps: open && !ownBack ? 1 : 0, onBack: () => onOpenChange(false) });
  useHeldBack(open && !ownBack && !dismissible ? unfinished : null);
  const stay = (event: Event) => {
    if (!dismissible || topmostDialog() !== content.current) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Not Radix.Overlay, because of its scroll lock: see useScrollLock. */}
        <div
          data-state={open ? 'open' : 'closed'}
          className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-[fade-out_150ms] data-[state=open]:animate-[fade-in_180ms]"
        />
        <Radix.Content
          ref={content}
          role={role}
          data-placement={placement}
          // Radix hides the rest of the page itself, but accessibility checkers require this on an alertdialog.
          aria-modal={role === 'alertdialog' || undefined}
          tabIndex={-1}
          // Escape in a toast or a menu closes only that toast or menu.
          onEscapeKeyDown={(event) => {
            if (!event.defaultPrevented) handledEscape.current = event;
            if (isInLayerAbove(event.target)) event.preventDefault();
            else stay(event);
          }}
          // Radix notifies only the layer that opened last. If that is a newer toast or a dialog below this one, the
          // dialog in which the key was pressed handles the key here.
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key !== 'Escape' || nativeEvent === handledEscape.current || !dismissible) return;
            if (currentTarget.contains(nativeEvent.target as Node)) onOpenChange(false);
          }}
          onInteractOutside={stay}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focus.remember();
            (initialFocus?.current ?? (event.currentTarget as HTMLElement)).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focus.restore();
          }}
          className={classNames(
            'fixed z-40 flex flex-col bg-paper shadow-sheet outline-none',
            'cramped:overflow-y-auto cramped:overflow-x-hidden cramped:overscroll-contain',
            '@container [--pad:1.25rem] tiny:[--pad:0.75rem] sm:[--pad:1.5rem]',
            placements[placement],
            placement === 'sheet' && (fullHeight ? fullHeights : 'sm:h-fit'),
            motions[placement],
            placement === 'sheet' && (size === 'lg' ? 'sm:max-w-3xl' : 'sm:max-w-lg'),
          )}
        >
          <header className="flex items-start justify-between gap-3 px-(--pad) pt-4 pb-1 sm:pt-5">
            <div className="pt-1.5">
              <Radix.Title className="text-[1.375rem]">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-pretty text-soft">{description}</Radix.Description>
              )}
            </div>
            {dismissible && (
              <Radix.Close asChild>
                <IconButton label="Close" className="-mr-2.5">
                  <X className="size-6" aria-hidden="true" />
                </IconButton>
              </Radix.Close>
            )}
          </header>
          {children ? (
            <div
              ref={setBody}
              {...(isScrollStop && { tabIndex: 0, role: 'group', 'aria-label': title })}
              className={classNames(
                'overflow-y-auto overflow-x-hidden overscroll-contain pt-3 pl-(--pad) cramped:shrink-0 cramped:overflow-visible',
                fullHeight && 'grow',
                footer ? 'pb-5' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))]',
              )}
            >
              {/* As wide as the footer's content. A scrollbar takes its room from the padding. */}
              <div className="w-[calc(100cqi-2*var(--pad))]">{children}</div>
            </div>
          ) : (
            <div className="h-4" />
          )}
          {footer && (
            <footer className="border-line border-t px-(--pad) pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {failure && (
                <div className="mb-4">
                  <FailureBox isAlert message={typeof failure === 'string' ? failure : messageOf(failure, failed)} />
                </div>
              )}
              <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{footer}</div>
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const failed = "That didn't work. Please try again.";

const unfinished = { title: 'One moment, please', description: "This isn't finished yet." };

/**
 * Returns the topmost dialog. Right after a dialog opens above another, Radix still treats the lower one as topmost.
 */
const topmostDialog = () => [...document.querySelectorAll('[role$="dialog"][data-state="open"]')].at(-1);

const isInLayerAbove = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-toasts], [role="menu"]') !== null;

/**
 * Gives the focus back when a dialog closes, to the element that had it before. If that element is gone (a removed
 * row), the page's content gets the focus, unless something else already has it: a dialog below or, after
 * navigation, the new page.
 */
function useReturnFocus() {
  const opener = useRef<{ element: Element | null; pathname: string } | null>(null);
  return {
    remember(): void {
      opener.current = { element: document.activeElement, pathname: location.pathname };
    },
    restore(): void {
      const { element, pathname } = opener.current ?? {};
      if (pathname !== location.pathname) return;
      const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
      if (isThere) element.focus();
      else if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}

let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. Radix's own lock writes a <style> element, which a content security
 * policy without unsafe-inline refuses. Style properties set from script are allowed.
 */
function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    const { style, clientWidth } = document.documentElement;
    if (locks++ === 0) {
      // Makes up for the scrollbar's width, so that the page doesn't jump.
      style.paddingRight = `${innerWidth - clientWidth}px`;
      style.overflow = 'hidden';
    }
    return () => {
      if (--locks > 0) return;
      style.overflow = '';
      style.paddingRight = '';
    };
  }, [locked]);
}

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

/** Returns true if the box overflows and has nothing focusable. It is then a Tab stop, so that arrow keys scroll it. */
function useScrollStop(box: HTMLElement | null): boolean {
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    if (!box) return;
    const update = () => setIsStop(box.scrollHeight > box.clientHeight && box.querySelector(focusable) === null);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(box);
    const content = new MutationObserver(update);
    content.observe(box, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [box]);
  return isStop;
}
