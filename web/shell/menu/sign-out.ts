import { logout } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { endedSession } from '../../api/ended-session.ts';
import { returnPath } from '../../api/return-path.ts';
import { session } from '../../api/session.ts';

const timeoutMs = 2000;

type Guard = () => Promise<boolean>;
const noGuard: Guard = async () => true;
let guard = noGuard;

/**
 * Runs `confirm` before a sign-out, which goes ahead if it resolves to true. Returns a function that removes the guard.
 */
export function guardSignOut(confirm: Guard): () => void {
  guard = confirm;
  return () => {
    guard = noGuard;
  };
}

/**
 * Signs out on the server, clears the session and opens the landing page with a full page load, which also clears all
 * in-memory caches. Signs out locally even if the server does not respond. Returns false if the user cancelled.
 */
export async function signOut(): Promise<boolean> {
  if (!(await guard())) return false;
  session.leave();
  await call(logout, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  endedSession.tellOtherTabs('signed-out');
  await session.clear();
  returnPath.clear();
  endedSession.clear();
  location.assign('/');
  return true;
}
