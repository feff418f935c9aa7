import { session } from '../api/session.ts';

/**
 * Unsubscribes the browser from push when the person signs out, even if the server can't be told. After a session that
 * the server ended, it decides whether notifications go on. Every page loads this file, so it is small.
 */
export function leavePush(): void {
  session.onClear(async (reason) => {
    if (reason === 'ended') return;
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  });
}
