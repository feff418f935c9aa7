import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What stands in place of a page that failed to load or to draw. */
export function CrashScreen() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-[70dvh] place-items-center outline-none">
      <EmptyState
        heading="h1"
        title="This page could not be shown"
        action={<Button onClick={() => location.reload()}>Load it again</Button>}
      >
        Something went wrong on the way. Nothing that you saved is lost.
      </EmptyState>
    </main>
  );
}
