import type { login } from '../../contract/accounts.ts';
import type { CallResult } from '../../contract/endpoint.ts';
import { accessOf, homeOf } from '../../contract/pages.ts';
import { session } from '../api/session.ts';
import { ownAddressOf } from '../shell/own-address.ts';
import { stringifySearch } from '../shell/search-params.ts';
import { type ToastMessage, toastAfterLoad } from '../ui/toast.ts';

/**
 * Starts the session and opens the person's home, or the page of theirs that they were on the way to, with a full page load;
 * the greeting shows there. The promise never settles, so the form stays busy until the browser has left.
 */
export function enter(
  signedIn: CallResult<typeof login>,
  greeting: ToastMessage,
  onTheWayTo: string | null = null,
): Promise<never> {
  session.start(signedIn.token, signedIn.user);
  toastAfterLoad(greeting);
  location.assign(ownPage(onTheWayTo, signedIn.user.role) ?? homeOf(signedIn.user.role));
  return new Promise(() => {});
}

/** An address, if it is a screen of this app for this role. */
function ownPage(address: string | null, role: string): string | null {
  const own = ownAddressOf(address);
  return own && accessOf(own.to) === role ? own.to + stringifySearch(own.search) : null;
}
