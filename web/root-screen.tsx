import { Outlet } from '@tanstack/react-router';
import { ConfirmAgain } from './accounts/second-factor/confirm-again.tsx';
import { Button } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { ToastRegion } from './ui/toast/toast-region.tsx';

/** The root of every page: its content, the confirmation with a code and the toast region. */
export function RootScreen() {
  return (
    <>
      <Outlet />
      <ConfirmAgain />
      <ToastRegion />
    </>
  );
}

export function CrashScreen() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-[70dvh] place-items-center outline-none">
      <EmptyState
        heading="h1"
        title="This page couldn't be shown"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Something went wrong. Anything you saved is safe.
      </EmptyState>
    </main>
  );
}
