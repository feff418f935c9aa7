import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

interface LoadTroubleProps {
  /** What is missing: 'Requests could not be loaded'. */
  title: string;
  message: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** There is nothing to show and somebody has to know why. */
export function LoadError({ title, message, onRetry, isRetrying }: LoadTroubleProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
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
