import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A token is there, but the server that could say whose it is cannot be reached. */
export function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        heading="h1"
        title="We could not reach the server"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        Check your connection. You are still signed in.
      </EmptyState>
    </main>
  );
}
