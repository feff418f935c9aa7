import { subscribeDevice, unsubscribeDevice } from '../../contract/messages/push.ts';
import { call } from '../api/call.ts';
import { clientSettings } from '../api/client-settings.ts';
import { session } from '../api/session.ts';
import { lasting } from '../api/storage.ts';
import { choosePush, declinePush, isPushOn } from './choice.ts';
import { deviceOf, forgetDevice, saveDevice } from './worker/saved-device.ts';

/** The key of the last registration sent to the server: `<session> <endpoint> <ms>`. */
const sentKey = 'stoop.pushSent';
const resendMs = 24 * 60 * 60_000;
/** How long to wait for the service worker. A driver's worker downloads the app first. */
const workerMs = 20_000;

/**
 * Turns notifications on for this device. The browser must have allowed them. Throws if the browser or the server
 * fails.
 */
export async function turnOn(): Promise<void> {
  lasting.remove(sentKey);
  await send(await subscribe());
  choosePush();
}

/**
 * Turns notifications off for this device. If the server can't be reached, the browser still stops them, and the push
 * service tells the server.
 */
export async function turnOff(): Promise<void> {
  declinePush();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  lasting.remove(sentKey);
  await forgetDevice();
  await call(unsubscribeDevice).catch(() => undefined);
}

/** Resubscribes this browser if needed, and sends the session's device to the server once a day. */
export async function refresh(): Promise<void> {
  if (Notification.permission === 'granted' && isPushOn()) await send(await subscribe());
}

async function subscribe(): Promise<PushSubscription> {
  const key = clientSettings.pushPublicKey ?? '';
  const { pushManager } = await readyWorker();
  const present = await pushManager.getSubscription();
  if (present && keyOf(present) === key) return present;
  // The subscription was made with a key that the server no longer has.
  await present?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function send(subscription: PushSubscription): Promise<void> {
  const device = deviceOf(subscription);
  // The end of the token is enough to tell sessions apart.
  const what = `${session.token()?.slice(-8)} ${device.endpoint}`;
  const [sent, sentMs] = split(lasting.get(sentKey) ?? '');
  if (sent === what && Date.now() - Number(sentMs) < resendMs) return;
  await call(subscribeDevice, { body: device });
  await saveDevice({ key: clientSettings.pushPublicKey ?? '', device });
  lasting.set(sentKey, `${what} ${Date.now()}`);
}

/** Splits a stored registration into the session with its endpoint, and the time. */
function split(text: string): [string, string] {
  const end = text.lastIndexOf(' ');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Returns the server's key that a subscription was made with, in base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  // `ready` never resolves without a worker.
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no service worker')), workerMs));
  return await Promise.race([navigator.serviceWorker.ready, timeout]);
}
