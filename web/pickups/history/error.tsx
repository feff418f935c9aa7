import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';

interface HistoryErrorProps {
  busy: boolean;
  onRetry: () => void;
}

/** The list could not be read. */
export function HistoryError({ busy, onRetry }: HistoryErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        title="We could not load your pickups"
        art={<EmptyStoop />}
        action={
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>Check your connection and try again.</p>
      </EmptyState>
    </div>
  );
}
