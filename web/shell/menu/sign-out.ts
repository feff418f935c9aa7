import { logout } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { returnPath } from '../../api/return-path.ts';
import { session } from '../../api/session.ts';

const patienceMs = 2000;

type Guard = () => Promise<boolean>;
const nothingToAsk: Guard = async () => true;
let guard = nothingToAsk;

/** Asks before every sign-out whether it may be. Answers how to stop asking. */
export function guardSignOut(ask: Guard): () => void {
  guard = ask;
  return () => {
    guard = nothingToAsk;
  };
}

/**
 * Tells the server, forgets the session and opens the landing page with a full load, which also empties every cache in
 * memory. A server that does not answer must not keep anybody signed in. Answers false if somebody
 * thought better of it.
 */
export async function signOut(): Promise<boolean> {
  if (!(await guard())) return false;
  await call(logout, { signal: AbortSignal.timeout(patienceMs) }).catch(() => undefined);
  await session.clear();
  returnPath.forget();
  location.assign('/');
  return true;
}
