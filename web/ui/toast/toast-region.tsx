import { useEffect, useState } from 'react';
import { lateComponent } from '../hooks/late-component.ts';
import { useToast } from './use-toast.ts';

const toaster = lateComponent(() => import('./toaster.tsx'));

/** Fetches what shows toasts, before one is needed: the first may have to say that there is no network. */
export function preloadToaster(): void {
  toaster.load().catch(() => undefined);
}

/**
 * The place of the toasts in the page. What shows them is fetched with the first toast; without network a message may be
 * lost, but not the page. An open dialog hides the page from screen readers but leaves alone what has `aria-live`; the
 * toast announces itself, hence `off`.
 */
export function ToastRegion() {
  const shown = useToast();
  const [, setHasArrived] = useState(false);
  useEffect(() => {
    if (!shown || toaster.current()) return;
    toaster.load().then(
      () => setHasArrived(true),
      () => undefined,
    );
  }, [shown]);
  const Toaster = toaster.current();
  return (
    <div aria-live="off" data-toasts>
      {shown && Toaster && <Toaster />}
    </div>
  );
}
