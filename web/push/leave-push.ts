import { session } from '../api/session.ts';

/**
 * Unsubscribes the browser from push when a session ends, even if the server can't be told. Every page loads this file,
 * so it is small.
 */
export function leavePush(): void {
  session.onClear(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  });
}
