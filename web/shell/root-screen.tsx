import { Outlet } from '@tanstack/react-router';
import { ToastRegion } from '../ui/toast/toast-region.tsx';

/** What every page has: its own content, and the place where toasts appear. */
export function RootScreen() {
  return (
    <>
      <Outlet />
      <ToastRegion />
    </>
  );
}
