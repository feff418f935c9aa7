import type { login } from '../../contract/accounts.ts';
import type { CallResult } from '../../contract/endpoint.ts';
import { homeOf } from '../../contract/pages.ts';
import { session } from '../api/session.ts';
import { type ToastMessage, toastAfterLoad } from '../ui/toast.ts';

/**
 * Starts the session and opens the person's home with a full page load; the greeting shows there. The promise never
 * settles, so the form stays busy until the browser has left.
 */
export function enter(signedIn: CallResult<typeof login>, greeting: ToastMessage): Promise<never> {
  session.start(signedIn.token, signedIn.user);
  toastAfterLoad(greeting);
  location.assign(homeOf(signedIn.user.role));
  return new Promise(() => {});
}
