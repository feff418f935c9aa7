import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface RequestTroubleProps {
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** There is nothing to show and somebody has to know why. */
export function RequestTrouble({ message, onRetry, isRetrying }: RequestTroubleProps) {
  return (
    <div role="alert">
      <EmptyState
        title="Requests could not be loaded"
        action={
          <Button onClick={onRetry} busy={isRetrying}>
            Try again
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}
