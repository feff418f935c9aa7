import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAuthUser, type User } from '../../contract/accounts.ts';
import { ApiError, SignedOutError } from './api-error.ts';
import { call } from './call.ts';
import { session } from './session.ts';

const fiveMinutesMs = 300_000;
/** How long to wait for the answer: shorter where a remembered user can stand in. */
const patienceMs = { remembered: 5000, unknown: 15_000 };

/** What is known about the visitor. `unreachable`: a token is there, but nobody could be asked whose it is. */
export type Visitor =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-in'; user: User };

export const currentUserQuery = queryOptions({
  queryKey: [getAuthUser.path],
  async queryFn(): Promise<User> {
    const patience = session.user() ? patienceMs.remembered : patienceMs.unknown;
    try {
      const user = await call(getAuthUser, { signal: AbortSignal.timeout(patience) });
      session.remember(user);
      return user;
    } catch (error) {
      if (error instanceof SignedOutError) throw error;
      // A refusal signs out (SPEC section 8); a server in trouble or an absent network does not: then the user of the
      // last visit stands in, so that a driver in a dead spot keeps the route.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        session.end();
        throw error;
      }
      const remembered = session.user();
      if (remembered) return remembered;
      throw error;
    }
  },
  staleTime: fiveMinutesMs,
  retry: false,
  // A driver without network must get the remembered user at once, not a query that waits for the network.
  networkMode: 'always',
});

/** Who is looking at the page: the cached user for five minutes, then asked again. */
export function useCurrentUser(): Visitor {
  const isSignedIn = session.token() !== null;
  const { data, isPending, refetch } = useQuery({ ...currentUserQuery, enabled: isSignedIn });
  // Read again: the query may have ended the session since.
  if (!isSignedIn || session.token() === null) return { state: 'signed-out' };
  if (isPending) return { state: 'loading' };
  return data ? { state: 'signed-in', user: data } : { state: 'unreachable', retry: () => void refetch() };
}
