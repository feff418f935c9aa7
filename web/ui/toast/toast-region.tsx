import { useEffect, useState } from 'react';
import { lateComponent } from '../hooks/late-component.ts';
import { useToast } from './toast.ts';

const toaster = lateComponent(() => import('./toaster.tsx'));

/** Preloads the toaster, because the first toast may be about a lost connection. */
export function preloadToaster(): void {
  toaster.load().catch(() => undefined);
}

/**
 * The toast region. The toaster is loaded with the first toast; if loading fails, the message is lost but the page
 * keeps working. An open dialog hides the page from screen readers except elements with `aria-live`. The toast
 * announces itself, hence `off`.
 */
export function ToastRegion() {
  const shown = useToast();
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!shown || toaster.current()) return;
    toaster.load().then(
      () => setIsLoaded(true),
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
