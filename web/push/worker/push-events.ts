import { deviceOf, readDevice, saveDevice } from './saved-device.ts';

/**
 * The parts of a service worker that showing notices needs. TypeScript's own types for it conflict with those of a
 * page.
 */
export interface PushScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: LastingEvent) => void): void;
}

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  /** Rejects for a window that this worker doesn't control. */
  navigate(url: string): Promise<unknown>;
}

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushedEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

/** The payload that the server sends (server/push/payload-rules.ts). */
interface Notice {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

/**
 * Shows the notices that the server pushes, opens a notice when it is pressed, and tells the server when the push
 * service changes the subscription.
 */
export function handlePushes(worker: PushScope): void {
  worker.addEventListener('push', (event) => {
    event.waitUntil(show(worker, (event.data?.json() ?? {}) as Partial<Notice>));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(open(worker, String(notification.data?.url ?? '/')));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(worker)));
}

/**
 * Shows a notice, which replaces an earlier one with the same tag. It makes a sound again unless it is the same notice.
 */
async function show({ registration }: PushScope, { id, title, body, url, tag }: Partial<Notice>): Promise<void> {
  const [earlier] = tag ? await registration.getNotifications({ tag }) : [];
  await registration.showNotification(title ?? 'You have a new notification', {
    ...(body && { body }),
    ...(tag && { tag }),
    icon: '/icon-192.png',
    data: { id, url },
    ...(earlier && earlier.data?.id !== id && { renotify: true }),
  } as NotificationOptions);
}

/** Opens a path of this app in an open window, or in a new one. */
async function open({ clients, location }: PushScope, path: string): Promise<void> {
  const { origin, href } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A window that already shows the page refreshes it on focus.
  const there = windows.find(({ url }) => url === href) ?? windows[0];
  if (!there) return void (await clients.openWindow(href));
  // A browser may refuse the focus but still navigate.
  await there.focus().catch(() => undefined);
  if (there.url !== href) await there.navigate(href).catch(() => clients.openWindow(href));
}

async function renew({ registration }: PushScope): Promise<void> {
  const saved = await readDevice();
  if (!saved) return;
  const { key, device: old } = saved;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const device = deviceOf(subscription);
  // If this fails, the app tells the server the next time it opens.
  const response = await fetch('/api/push/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ old: { endpoint: old.endpoint, auth: old.auth }, device }),
  });
  if (response.ok) await saveDevice({ key, device });
}
