import { offlineCache, offlinePage, openOnline, pause } from '../../offline/open-online.ts';
import type { FetchEvent, WorkerScope } from '../../offline/worker-scope.ts';
import { handlePushes, type PushScope } from '../../push/worker/push-events.ts';
import { cachedFile, cachedPage, cachePage, deleteOthers, fill, type Version } from './cached-files.ts';

/** Set by scripts/driver-worker.mjs: the files of the driver's pages, and a name that changes with the files. */
declare const DRIVER_VERSION: Version;

/**
 * The service worker that opens the app without network. It caches files and the page, but no API responses
 * (web/drivers/outbox saves actions).
 */
const worker = globalThis as unknown as WorkerScope & PushScope;

const version = DRIVER_VERSION;

/** On a very weak signal the cached page is shown after this time. */
const timeoutMs = 3000;
/** A dead connection is closed after this time, because a browser allows only a few connections per server. */
const longestMs = 20_000;

worker.addEventListener('install', (event) => event.waitUntil(fill(version).then(replaceOfflineWorker)));

/**
 * Replaces the offline worker immediately. A new version normally waits until no page of the old one is
 * open, because only then may the old files be deleted. The offline worker, installed before the driver
 * signed in, has no files to delete.
 */
async function replaceOfflineWorker(): Promise<void> {
  if (worker.registration.active?.scriptURL.endsWith('/offline-worker.js')) await worker.skipWaiting();
}

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await fill(version).catch(() => undefined);
    await deleteOthers(version);
    await caches.delete(offlineCache);
    // The offline worker turned navigation preload on. This worker requests pages itself.
    await worker.registration.navigationPreload?.disable();
    await worker.clients.claim();
  };
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    const isCached = isDriversPage(pathname) || redirectsHome.includes(pathname);
    event.respondWith(isCached ? open(event, pathname) : openOnline(event));
  } else if (pathname.startsWith('/assets/') || version.files.includes(pathname)) {
    event.respondWith(cachedFile(pathname).then((cached) => cached ?? fetch(request)));
  }
});

handlePushes(worker);

function isDriversPage(pathname: string): boolean {
  return pathname === '/driver' || pathname.startsWith('/driver/') || pathname === '/login';
}

/** Paths that redirect a driver to the route. Their own pages are not cached. */
const redirectsHome = ['/', '/dashboard'];

/** Returns the server's page, or the cached one if the server can't be reached. */
async function open(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = fetch(event.request, { signal: AbortSignal.timeout(longestMs) }).then((response) => ({
    response,
    copy: response.clone(),
  }));
  // A page that arrives after the timeout is cached for the next time.
  if (isDriversPage(pathname)) event.waitUntil(asked.then(({ copy }) => cachePage(copy)).catch(() => undefined));
  const response = asked.catch(() => null);
  // Only the driver's pages have the timeout. Any other path needs the server's page, however slow.
  const inTime = pathname.startsWith('/driver') ? await Promise.race([response, pause(timeoutMs)]) : await response;
  if (inTime && inTime.response.status < 500) return inTime.response;
  const page = await cachedPage();
  if (!page) return (await response)?.response ?? (await offlinePage());
  return isDriversPage(pathname) ? page : Response.redirect('/driver');
}
