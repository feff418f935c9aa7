import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAuthUser, type User } from '../../contract/accounts.ts';
import { ApiError, SignedOutError } from './api-error.ts';
import { call } from './call.ts';
import { session } from './session.ts';

const fiveMinutesMs = 300_000;
const timeoutMs = 15_000;
/** How long to wait before using the remembered user: a driver's route is on the phone and must not wait long. */
const waitMs = { driver: 1500, others: 5000 };

/** The state of the visitor. `unreachable`: there is a token, but the server could not be asked whose it is. */
export type Visitor =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-in'; user: User };

export const currentUserQuery = queryOptions({
  queryKey: [getAuthUser.path],
  async queryFn({ client }): Promise<User> {
    const remembered = session.user();
    const fetched = fetchUser();
    if (!remembered) return await fetched.catch(rethrowUnknown);
    const timedOut = Symbol('timed out');
    const wait = remembered.role === 'driver' ? waitMs.driver : waitMs.others;
    const timeout = new Promise<typeof timedOut>((resolve) => setTimeout(() => resolve(timedOut), wait));
    const first = await Promise.race([fetched, timeout]).catch(rethrowSignOut);
    if (first !== timedOut && first) return first;
    // The response may still arrive. It then replaces the remembered user, who may have changed.
    fetched
      .then((user) => client.setQueryData([getAuthUser.path], user))
      .catch(rethrowSignOut)
      .catch(() => undefined);
    return remembered;
  },
  staleTime: fiveMinutesMs,
  retry: false,
  // A driver without network must get the remembered user immediately, not a paused query.
  networkMode: 'always',
});

async function fetchUser(): Promise<User> {
  const token = session.token();
  const user = await call(getAuthUser, { signal: AbortSignal.timeout(timeoutMs) });
  if (session.token() === token) session.remember(user);
  return user;
}

/** Rethrows an error when no user is remembered. Ends the session in the same cases as rethrowSignOut. */
function rethrowUnknown(error: unknown): never {
  rethrowSignOut(error);
  throw error;
}

/**
 * Rethrows an error that signs the user out, and returns null for any other. A 4xx error of our server signs out
 * (ERR-14). For a driver, only a 401 or 403 (a SignedOutError) does, because a gateway may return its own 404s. After a
 * failing or busy server (5xx, 429), a proxy's response or a network failure, the remembered user is used instead, so
 * that a driver without signal keeps the route.
 */
function rethrowSignOut(error: unknown): null {
  if (error instanceof SignedOutError) throw error;
  if (session.user()?.role === 'driver' || !(error instanceof ApiError)) return null;
  if (error.isFromServer && error.status < 500 && error.status !== 429) {
    void session.end();
    throw error;
  }
  return null;
}

/** Returns the current visitor; the user is cached for five minutes. */
export function useCurrentUser(): Visitor {
  const isSignedIn = session.token() !== null;
  const { data, isPending, refetch } = useQuery({ ...currentUserQuery, enabled: isSignedIn });
  // Checked again, because the query may have ended the session.
  if (!isSignedIn || session.token() === null) return { state: 'signed-out' };
  if (isPending) return { state: 'loading' };
  return data ? { state: 'signed-in', user: data } : { state: 'unreachable', retry: () => void refetch() };
}
