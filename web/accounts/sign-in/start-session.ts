import { type login, logout } from '../../../contract/accounts.ts';
import type { CallResult } from '../../../contract/endpoint.ts';
import { homeOf } from '../../../contract/pages.ts';
import { endedSession } from '../../api/ended-session.ts';
import { session } from '../../api/session.ts';
import { type ToastMessage, toastAfterLoad } from '../../ui/toast/toast.ts';

/**
 * Starts the session and opens the user's home page with a full page load. A customer who followed an emailed link goes
 * to the link's page instead. The opened page shows the greeting as a toast. The promise never resolves, so the form
 * stays busy until the browser navigates.
 */
export function startSession(
  signedIn: CallResult<typeof login>,
  greeting: ToastMessage,
  returnTo: string | null = null,
): Promise<never> {
  const earlier = session.token();
  if (earlier) endEarlier(earlier);
  session.start(signedIn.token, signedIn.user);
  toastAfterLoad(greeting);
  const { id, role } = signedIn.user;
  const followed = role === 'customer' ? returnTo : null;
  if (followed) endedSession.clear();
  else endedSession.keepOnlyFor(id);
  location.assign(followed ?? homeOf(role));
  return new Promise(() => {});
}

/** Ends the earlier session of this browser. Its token is about to be replaced, so nobody could end it later. */
function endEarlier(token: string): void {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  // `keepalive` lets the request outlive the page.
  void fetch(logout.path, { method: logout.method, headers, keepalive: true }).catch(() => undefined);
}

/** Returns the home path of a signed-in user; null when signed out. The guard of that page checks the session. */
export function ownHome(): ReturnType<typeof homeOf> | null {
  return session.token() ? homeOf(session.user()?.role ?? '') : null;
}
