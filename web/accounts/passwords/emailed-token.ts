import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The token of an emailed link. It is removed from the URL immediately so that it cannot be read off the screen, copied
 * or sent as a referrer. It stays in the state of this history entry, so that a reload still has it.
 */
export function useEmailedToken(): string | undefined {
  const { history } = useRouter();
  const [token] = useState(() => {
    const stored: unknown = (history.location.state as { emailedToken?: unknown }).emailedToken;
    return (
      new URLSearchParams(history.location.search).get('token') || (typeof stored === 'string' ? stored : undefined)
    );
  });
  useEffect(() => {
    const { pathname, search, state } = history.location;
    if (search !== '') history.replace(pathname, { ...state, emailedToken: token });
  }, [history, token]);
  return token;
}
