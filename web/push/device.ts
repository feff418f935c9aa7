import { subscribeDevice, unsubscribeDevice } from '../../contract/messages/push.ts';
import { call } from '../api/call.ts';
import { clientSettings } from '../api/client-settings.ts';
import { session } from '../api/session.ts';
import { lasting } from '../api/storage.ts';
import { choosePush, declinePush, isPushOn } from './choice.ts';
import { deviceOf, forgetDevice, saveDevice } from './worker/saved-device.ts';

/** The last registration at the server: `<session> <endpoint> <ms>`. */
const sentKey = 'stoop.pushSent';
const resendMs = 24 * 60 * 60_000;
/** A driver's worker first downloads the app. */
const workerMs = 20_000;

/** Turns notifications on for this device. The browser must have allowed them. Throws when it or the server can't. */
export async function turnOn(): Promise<void> {
  lasting.remove(sentKey);
  await send(await subscribe());
  choosePush();
}

/** Turns notifications off. Without the server the browser alone stops them: the push service then tells the server. */
export async function turnOff(): Promise<void> {
  declinePush();
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  lasting.remove(sentKey);
  await forgetDevice();
  await call(unsubscribeDevice).catch(() => undefined);
}

/** Subscribes this browser again if needed, and tells the server of the session's device once a day. */
export async function refresh(): Promise<void> {
  if (Notification.permission === 'granted' && isPushOn()) await send(await subscribe());
}

async function subscribe(): Promise<PushSubscription> {
  const key = clientSettings.pushPublicKey ?? '';
  const { pushManager } = await readyWorker();
  const present = await pushManager.getSubscription();
  if (present && keyOf(present) === key) return present;
  // Made with a key that the server no longer has.
  await present?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function send(subscription: PushSubscription): Promise<void> {
  const device = deviceOf(subscription);
  // The end of the token only names the session.
  const what = `${session.token()?.slice(-8)} ${device.endpoint}`;
  const [sent, sentMs] = split(lasting.get(sentKey) ?? '');
  if (sent === what && Date.now() - Number(sentMs) < resendMs) return;
  await call(subscribeDevice, { body: device });
  await saveDevice({ key: clientSettings.pushPublicKey ?? '', device });
  lasting.set(sentKey, `${what} ${Date.now()}`);
}

/** The registration that was sent, with its time. */
function split(text: string): [string, string] {
  const end = text.lastIndexOf(' ');
  return [text.slice(0, end), text.slice(end + 1)];
}

/** The server's key that a subscription was made with, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  // Without a worker it never resolves.
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no service worker')), workerMs));
  return await Promise.race([navigator.serviceWorker.ready, timeout]);
}
