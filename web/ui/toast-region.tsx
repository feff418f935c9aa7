import { lazy, type ReactNode, Suspense } from 'react';
import { useToast } from './use-toast.ts';

const loadToaster = () => import('./toaster.tsx');

// Without network the toaster may be out of reach: then a message is lost, but not the page.
const Toaster = lazy(() => loadToaster().catch(() => ({ default: (): ReactNode => null })));

/** Fetches what shows toasts, before one is needed. */
export function preloadToaster(): void {
  loadToaster().catch(() => undefined);
}

/**
 * The place of the toasts in the page. What shows them is fetched with the first toast. An open dialog hides the page
 * from screen readers but leaves alone what has `aria-live`; the toast announces itself, hence `off`.
 */
export function ToastRegion() {
  const shown = useToast();
  return (
    <div aria-live="off">
      {shown && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </div>
  );
}
