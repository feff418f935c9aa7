import { NetworkError } from '../api/api-error.ts';
import { session } from '../api/session.ts';
import { Button } from '../ui/button/button.tsx';
import { LoadError } from '../ui/load-error.tsx';

/**
 * Says that the driver's route failed to load. Only a refusal asks for a new sign-in; a network
 * failure keeps the session.
 */
export function RouteError({ error, ...retry }: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  if (error instanceof NetworkError) {
    return (
      <LoadError
        title="Your route can't be loaded"
        message="Check your connection. You're still signed in, and we'll try again every 30 seconds."
        {...retry}
      />
    );
  }
  return (
    <LoadError
      title="Authentication Required"
      message="Please log in again to access your driver dashboard."
      // End the session first, because the sign-in page sends a signed-in user straight back here.
      firstAction={<Button onClick={() => void session.end()}>Go to Login</Button>}
      {...retry}
    />
  );
}
