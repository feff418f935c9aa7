import { clientSettings } from '../api/client-settings.ts';
import { session } from '../api/session.ts';
import { lasting } from '../api/storage.ts';

/** The user who turned on notifications in this browser. Another user who signs in here hasn't. */
const chosenKey = 'stoop.push';
const notNowKey = 'stoop.pushNotNow';
/** 'Not now' holds for this time. */
const notNowMs = 120 * 24 * 60 * 60_000;

/** Whether the signed-in user has turned on notifications on this device. */
export function isPushOn(): boolean {
  const chosenBy = lasting.get(chosenKey);
  return chosenBy !== null && chosenBy === session.user()?.id;
}

export function choosePush(): void {
  const userId = session.user()?.id;
  if (userId) lasting.set(chosenKey, userId);
}

/** Off, and not asked again for a good while. */
export function declinePush(): void {
  lasting.remove(chosenKey);
  lasting.set(notNowKey, String(Date.now() + notNowMs));
}

/** An iPhone has push in an installed app only. */
export function canPush(): boolean {
  return clientSettings.pushPublicKey !== null && 'PushManager' in window && 'Notification' in window;
}

/** Whether to offer notifications: nobody has answered on this device, and the browser may still ask. */
export function mayOfferPush(): boolean {
  if (!canPush() || Notification.permission === 'denied' || isPushOn()) return false;
  return Date.now() >= Number(lasting.get(notNowKey));
}
