import { NetworkError } from '../api/api-error.ts';
import { session } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface RouteTroubleProps {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** There is no route to show. A network that is away is no reason to sign in again; a refusal is (DRIVER-10). */
export function RouteError({ error, onRetry, isRetrying }: RouteTroubleProps) {
  const isNetwork = error instanceof NetworkError;
  const retry = (
    <Button variant={isNetwork ? 'primary' : 'outline'} onClick={onRetry} busy={isRetrying}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      {isNetwork ? (
        <EmptyState title="Your route cannot be reached" action={retry}>
          Check your connection. You are still signed in, and the route is tried again every 30 seconds.
        </EmptyState>
      ) : (
        <EmptyState
          title="Authentication Required"
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {/* The session ends with it: to somebody who is signed in, the sign-in page would show this page again. */}
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
