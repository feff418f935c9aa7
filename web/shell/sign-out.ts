import { logout } from '../../contract/accounts.ts';
import { call } from '../api/call.ts';
import { session } from '../api/session.ts';

const patienceMs = 2000;

/**
 * Tells the server, forgets the session and opens the landing page with a full load, which also empties every cache in
 * memory. A server that does not answer must not keep anybody signed in.
 */
export async function signOut(): Promise<void> {
  await call(logout, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
  session.clear();
  location.assign('/');
}
