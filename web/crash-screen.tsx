import { Component, type ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';

/** Shows the crash screen in place of a page that throws or can't be loaded. The router has a boundary of its own. */
export class CrashBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <CrashScreen /> : this.props.children;
  }
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
