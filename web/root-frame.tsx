import { ConfirmAgain } from './accounts/second-factor/confirm-again.tsx';
import type { Elements } from './ui/elements.ts';
import { ToastRegion } from './ui/toast/toast-region.tsx';

/** The frame of every page: the confirmation with a code, and the toast region. */
export function RootFrame({ children }: { children: Elements }) {
  return (
    <>
      {children}
      <ConfirmAgain />
      <ToastRegion />
    </>
  );
}
