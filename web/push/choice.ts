import { clientSettings } from '../api/client-settings.ts';
import { session } from '../api/session.ts';
import { lasting } from '../api/storage.ts';

/**
 * The key of the user who turned on notifications in this browser. They aren't on for another user who signs in here.
 */
const chosenKey = 'stoop.push';
const notNowKey = 'stoop.pushNotNow';
/** How long 'Not now' applies. */
const notNowMs = 120 * 24 * 60 * 60_000;

/** Returns true if the signed-in user has turned on notifications on this device. */
export function isPushOn(): boolean {
  const chosenBy = lasting.get(chosenKey);
  return chosenBy !== null && chosenBy === session.user()?.id;
}

export function choosePush(): void {
  const userId = session.user()?.id;
  if (userId) lasting.set(chosenKey, userId);
}

/** Turns notifications off on this device, and doesn't offer them again for `notNowMs`. */
export function declinePush(): void {
  lasting.remove(chosenKey);
  lasting.set(notNowKey, String(Date.now() + notNowMs));
}

/** Returns true if the browser and the server support push. An iPhone supports it only in an installed app. */
export function canPush(): boolean {
  return clientSettings.pushPublicKey !== null && 'PushManager' in window && 'Notification' in window;
}

/**
 * Returns true if notifications may be offered: the browser supports and doesn't block them, and the user has neither
 * turned them on nor declined them recently.
 */
export function mayOfferPush(): boolean {
  if (!canPush() || Notification.permission === 'denied' || isPushOn()) return false;
  return Date.now() >= Number(lasting.get(notNowKey));
}
