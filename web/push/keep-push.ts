import { session } from '../api/session.ts';
import { pushChoice } from './choice.ts';
import { forgetDevice } from './worker/saved-device.ts';

/**
 * Keeps notifications going where they are on: a new session, a new key of the server and a changed subscription are sent once per
 * load of the app. Where a session ends, the browser is unsubscribed, also when the server can't be told.
 */
export function keepPush(): void {
  session.onClear(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
    if (subscription) await forgetDevice();
  });
  if (session.token() === null || !pushChoice.isOn()) return;
  // It comes again with the next load.
  addEventListener('load', () => void import('./device.ts').then(({ refresh }) => refresh()).catch(() => undefined));
}
