import type { PushDevice } from '../../../contract/messages/push.ts';

/**
 * The data that a service worker needs when the push service changes the subscription. It can't read the page's
 * storage.
 */
interface SavedDevice {
  /** The server's public key, base64url. */
  readonly key: string;
  readonly device: PushDevice;
}

const cacheName = 'stoop-push';
const path = '/push-device';

export async function saveDevice(saved: SavedDevice): Promise<void> {
  await (await caches.open(cacheName)).put(path, new Response(JSON.stringify(saved)));
}

export async function readDevice(): Promise<SavedDevice | undefined> {
  const response = await (await caches.open(cacheName)).match(path);
  return response && ((await response.json()) as SavedDevice);
}

export async function forgetDevice(): Promise<void> {
  await caches.delete(cacheName);
}

/** Converts a browser's subscription to the server's format. */
export function deviceOf(subscription: PushSubscription): PushDevice {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}
