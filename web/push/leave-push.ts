import { session } from '../api/session.ts';

/** Unsubscribes the browser where a session ends, also when the server can't be told. Every page loads this, so it is small. */
export function leavePush(): void {
  session.onClear(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  });
}
