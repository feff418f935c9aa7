import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';

interface DashboardErrorProps {
  busy: boolean;
  onRetry: () => void;
}

/** Nothing of the dashboard could be read. */
export function DashboardError({ busy, onRetry }: DashboardErrorProps) {
  return (
    <div role="alert">
      <EmptyState
        title="We could not load your dashboard"
        art={<EmptyStoop />}
        action={
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>Your pickups stay as they are. Check your connection and try again.</p>
      </EmptyState>
    </div>
  );
}
