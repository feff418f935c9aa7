import type { login } from '../../../contract/accounts.ts';
import type { CallResult } from '../../../contract/endpoint.ts';
import { homeOf } from '../../../contract/pages.ts';
import { session } from '../../api/session.ts';
import { type ToastMessage, toastAfterLoad } from '../../ui/toast/toast.ts';

/**
 * Starts the session and opens the person's home, or for a customer where a mail has led to, with a full page load; the
 * greeting shows there. The promise never settles, so the form stays busy until the browser has left.
 */
export function enter(
  signedIn: CallResult<typeof login>,
  greeting: ToastMessage,
  mailedTo: string | null = null,
): Promise<never> {
  session.start(signedIn.token, signedIn.user);
  toastAfterLoad(greeting);
  const { role } = signedIn.user;
  location.assign(role === 'customer' && mailedTo ? mailedTo : homeOf(role));
  return new Promise(() => {});
}
