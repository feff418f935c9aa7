import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAuthUser, type User } from '../../contract/accounts.ts';
import { ApiError, SignedOutError } from './api-error.ts';
import { call } from './call.ts';
import { session } from './session.ts';

const fiveMinutesMs = 300_000;
const patienceMs = 15_000;
/** How long to wait where a remembered user can stand in. A driver's route is on the phone and must not wait for a signal. */
const waitMs = { driver: 1500, others: 5000 };

/** What is known about the visitor. `unreachable`: a token is there, but nobody could be asked whose it is. */
export type Visitor =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-in'; user: User };

export const currentUserQuery = queryOptions({
  queryKey: [getAuthUser.path],
  async queryFn({ client }): Promise<User> {
    const remembered = session.user();
    const asked = askWhoIsThere();
    if (!remembered) return await asked;
    const standIn = Symbol('the remembered user');
    const wait = remembered.role === 'driver' ? waitMs.driver : waitMs.others;
    const late = new Promise<typeof standIn>((resolve) => setTimeout(() => resolve(standIn), wait));
    const first = await Promise.race([asked, late]).catch(rethrowRefusal);
    if (first !== standIn && first) return first;
    // The answer may still come, and the user may have changed.
    asked.then((user) => client.setQueryData([getAuthUser.path], user)).catch(() => undefined);
    return remembered;
  },
  staleTime: fiveMinutesMs,
  retry: false,
  // A driver without network must get the remembered user at once, not a query that waits for the network.
  networkMode: 'always',
});

async function askWhoIsThere(): Promise<User> {
  const token = session.token();
  const user = await call(getAuthUser, { signal: AbortSignal.timeout(patienceMs) });
  if (session.token() === token) session.remember(user);
  return user;
}

/**
 * A refusal signs out (ERR-14); a driver only a 401 or 403 does, which is a SignedOutError: a gateway in between has 404s of
 * its own. A server in trouble, somebody who answers in its place, or an absent network does not: then the user of the last
 * visit stands in, so that a driver in a dead spot keeps the route.
 */
function rethrowRefusal(error: unknown): null {
  if (error instanceof SignedOutError) throw error;
  if (session.user()?.role === 'driver' || !(error instanceof ApiError)) return null;
  if (error.isServersOwn && error.status < 500 && error.status !== 429) {
    void session.end();
    throw error;
  }
  return null;
}

/** Who is looking at the page: the cached user for five minutes, then asked again. */
export function useCurrentUser(): Visitor {
  const isSignedIn = session.token() !== null;
  const { data, isPending, refetch } = useQuery({ ...currentUserQuery, enabled: isSignedIn });
  // Read again: the query may have ended the session since.
  if (!isSignedIn || session.token() === null) return { state: 'signed-out' };
  if (isPending) return { state: 'loading' };
  return data ? { state: 'signed-in', user: data } : { state: 'unreachable', retry: () => void refetch() };
}
