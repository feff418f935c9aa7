import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button } from './ui/button/button.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { LateFileError, recover } from './ui/hooks/late-file.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';

/** Shows the crash screen in place of a page that throws or can't be loaded. The router has its own boundary. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crash: { error: unknown } | null }> {
  override state: { crash: { error: unknown } | null } = { crash: null };

  static getDerivedStateFromError(error: unknown) {
    return { crash: { error } };
  }

  override render() {
    return this.state.crash ? <CrashScreen error={this.state.crash.error} /> : this.props.children;
  }
}

/**
 * Reloads the page if one of its files is missing. Shows an error if that doesn't help (QUAL-72), and for any other
 * error.
 */
export function CrashScreen({ error }: { error: unknown }) {
  const [hopeless, setHopeless] = useState<unknown>();
  const isRecovering = error instanceof LateFileError && hopeless !== error;
  useEffect(() => {
    return error instanceof LateFileError ? recover(error, () => setHopeless(error)) : undefined;
  }, [error]);
  if (isRecovering) return <LoadingScreen />;
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
