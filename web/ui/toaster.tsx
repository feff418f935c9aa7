import { X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { dismissToast } from './toast.ts';
import { useToast } from './use-toast.ts';

const displayMs = 5000;
const swipeThresholdPx = 50;

/** Shows the toast at the top of the screen, where it covers no button of the page (SPEC section 9, Notifications). */
export default function Toaster(): ReactNode {
  const shown = useToast();
  return (
    <Radix.Provider duration={displayMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
          className={classNames(
            'on-dark pointer-events-auto flex items-start gap-3 rounded-card py-3 pr-2 pl-4 text-paper shadow-curb ring-1 ring-paper/25',
            'data-[state=closed]:animate-[fade-out_150ms] data-[state=open]:animate-[toast-in_220ms_var(--ease-settle)]',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-[toast-swiped_150ms_ease-out]',
            shown.variant === 'destructive' ? 'bg-brick' : 'bg-azure-deep',
          )}
        >
          <div className="min-w-0 grow py-1">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
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
      <Radix.Viewport
        hotkey={hotkey}
        className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto w-full max-w-md p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none"
      />
    </Radix.Provider>
  );
}

const hotkey = ['F8'];
