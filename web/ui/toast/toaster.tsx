import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { type ReactNode, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { dismissToast } from './toast.ts';
import { useToast } from './use-toast.ts';
import { useToastFocus } from './use-toast-focus.ts';

const displayMs = 5000;
const swipeThresholdPx = 50;

/**
 * Shows the toast at the top of the screen (SHELL-15). On narrow screens it hangs below the header,
 * whose buttons stay free; over a dialog, which makes the header unreachable anyway, it takes the header's place.
 */
export default function Toaster(): ReactNode {
  const shown = useToast();
  const region = useRef<HTMLDivElement>(null);
  const leave = useToastFocus(region);
  const close = (id: number) => {
    leave();
    dismissToast(id);
  };
  return (
    <Radix.Provider duration={displayMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && close(shown.id)}
          // Pressed in a dialog, Escape means the dialog, also one that was opened before.
          onEscapeKeyDown={(event) => isInDialog(event.target) && event.preventDefault()}
          // Radix leaves Escape to a dialog that was opened later.
          onKeyDown={(event) => event.key === 'Escape' && close(shown.id)}
          className={classNames(
            'on-dark pointer-events-auto flex items-start gap-3 rounded-card border border-transparent py-1.5 pr-1.5 pl-4 text-paper shadow-curb ring-1 ring-paper/25 lg:py-3 lg:pr-2',
            'data-[state=closed]:animate-[fade-out_150ms] data-[state=open]:animate-[toast-in_220ms_var(--ease-settle)]',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[toast-swiped_150ms_ease-out]',
            shown.variant === 'destructive' ? 'bg-brick' : 'bg-azure-deep',
          )}
        >
          <div className="min-w-0 grow self-center py-1">
            <Radix.Title className="font-semibold leading-snug">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="break-words leading-snug">{shown.description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Dismiss"
            className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-paper/15"
          >
            <X className="size-5" aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      )}
      <div ref={region}>
        <Radix.Viewport
          hotkey={hotkey}
          className="toast-place pointer-events-none fixed right-0 z-50 mx-auto w-auto max-w-md px-3 outline-none"
        />
      </div>
    </Radix.Provider>
  );
}

const hotkey = ['F8'];

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
