import { NetworkError } from '../api/api-error.ts';
import { session } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface RouteErrorProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Shown if there is no route. Only a refusal asks the driver to sign in again, not a missing network (DRIVER-10). */
export function RouteError({ error, onRetry, isRetrying }: RouteErrorProps) {
  const isNetwork = error instanceof NetworkError;
  const retry = (
    <Button variant={isNetwork ? 'primary' : 'outline'} onClick={onRetry} busy={isRetrying}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      {isNetwork ? (
        <EmptyState title="Your route can't be loaded" action={retry}>
          Check your connection. You're still signed in, and we'll try again every 30 seconds.
        </EmptyState>
      ) : (
        <EmptyState
          title="Authentication Required"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {/* Ends the session: the sign-in page would send a signed-in driver back here. */}
              <Button onClick={() => void session.end()}>Go to Login</Button>
              {retry}
            </div>
          }
        >
          Please log in again to access your driver dashboard.
        </EmptyState>
      )}
    </div>
  );
}
