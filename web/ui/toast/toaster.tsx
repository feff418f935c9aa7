import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { dismissToast, useToast } from './toast.ts';

const displayMs = 5000;
const swipeThresholdPx = 50;

/**
 * Renders the toast at the top of the screen (SHELL-15). On narrow screens it is below the header, so that the
 * header's buttons stay usable. While a dialog is open, those buttons are inert, so the toast is at the very top and
 * the dialog is below it (SHELL-23).
 */
export default function Toaster(): ReactNode {
  const shown = useToast();
  const region = useRef<HTMLDivElement>(null);
  const restoreFocus = useToastFocus(region);
  const close = (id: number) => {
    restoreFocus();
    dismissToast(id);
  };
  return (
    <Radix.Provider duration={displayMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          {...(shown.action && { duration: shown.action.forMs })}
          onOpenChange={(open) => !open && close(shown.id)}
          // Escape in a dialog closes the dialog, even if the toast opened later.
          onEscapeKeyDown={(event) => isInDialog(event.target) && event.preventDefault()}
          // If a dialog opened later, Radix ignores Escape here, so handle it.
          onKeyDown={(event) => event.key === 'Escape' && close(shown.id)}
          className={classNames(
            'on-dark pointer-events-auto flex items-start gap-3 rounded-card border border-transparent py-1.5 pr-1.5 pl-4 text-on-deep shadow-curb ring-1 ring-on-deep/25 lg:py-3 lg:pr-2',
            'data-[state=closed]:animate-[fade-out_150ms] data-[state=open]:animate-[toast-in_220ms_var(--ease-settle)]',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[toast-swiped_150ms_ease-out]',
            shown.variant === 'destructive' ? 'bg-brick-deep' : 'bg-deep',
          )}
        >
          <div className="min-w-0 grow self-center py-1">
            <Radix.Title className="font-semibold leading-snug">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="break-words leading-snug">{shown.description}</Radix.Description>
            )}
          </div>
          {shown.action && (
            <Radix.Action
              altText={shown.action.label}
              onClick={shown.action.run}
              className="min-h-11 shrink-0 rounded-control border border-on-deep px-3 font-semibold hover:bg-on-deep/15"
            >
              {shown.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-on-deep/15"
          >
            <X className="size-5" aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <div ref={region}>
        <Radix.Viewport
          ref={keepRoom}
          hotkey={hotkey}
          className="toast-place pointer-events-none fixed right-0 z-50 mx-auto w-auto max-w-md px-3 outline-none"
        />
      </div>
    </Radix.Provider>
  );
}

const hotkey = ['F8'];

const toastMarginsPx = 16;

/** The `ref` of the toast's box. Tells dialogs how much room the toast takes, in `--toast-room`. */
function keepRoom(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => {
    const heightPx = place.offsetHeight;
    if (heightPx > 0) style.setProperty('--toast-room', `${heightPx + toastMarginsPx}px`);
    else style.removeProperty('--toast-room');
  });
  sizes.observe(place);
  return () => {
    sizes.disconnect();
    style.removeProperty('--toast-room');
  };
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Lets F8 move the focus into the toast while a dialog is open. Radix dialogs pull back any focus that leaves them.
 * They listen on the document, so the toast region's focus events are stopped before they get there. Returns a function
 * that gives the focus back to the element that had it before, if it still exists.
 */
function useToastFocus(region: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const isInside = (node: EventTarget | null) => node instanceof Node && region.current?.contains(node) === true;
    const onFocusIn = (event: FocusEvent) => {
      if (!isInside(event.target)) return;
      event.stopPropagation();
      const from = event.relatedTarget;
      if (!isInside(from)) before.current = from instanceof HTMLElement ? from : null;
    };
    const onFocusOut = (event: FocusEvent) => {
      if (isInside(event.relatedTarget)) event.stopPropagation();
    };
    // React listens on its root and on the portals in the body, so it still gets these events.
    const { body } = document;
    body.addEventListener('focusin', onFocusIn);
    body.addEventListener('focusout', onFocusOut);
    return () => {
      body.removeEventListener('focusin', onFocusIn);
      body.removeEventListener('focusout', onFocusOut);
    };
  }, [region]);
  return () => {
    if (isConnected(before.current) && region.current?.contains(document.activeElement)) {
      before.current.focus({ preventScroll: true });
    }
  };
}

const isConnected = (element: HTMLElement | null): element is HTMLElement => element?.isConnected === true;
