import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The token of the link that was mailed, taken out of the address at once: there it could be seen over a shoulder,
 * copied along, or told to the next page. It stays in this entry of the browser's history, so that a reload keeps it.
 */
export function useMailedToken(): string | undefined {
  const { history } = useRouter();
  const [token] = useState(() => {
    const kept: unknown = (history.location.state as { mailedToken?: unknown }).mailedToken;
    return new URLSearchParams(history.location.search).get('token') || (typeof kept === 'string' ? kept : undefined);
  });
  useEffect(() => {
    const { pathname, search, state } = history.location;
    if (search !== '') history.replace(pathname, { ...state, mailedToken: token });
  }, [history, token]);
  return token;
}
