import { cachedFile, cachedPage, cachePage, deleteOthers, fill, type Version } from './cached-files.ts';

/** Filled in by scripts/driver-worker.mjs: the files that the driver's pages need, and a name that changes with them. */
declare const DRIVER_VERSION: Version;

/** Opens the app without network. Caches files and the page, no API responses (web/drivers/outbox saves actions). */
const worker = globalThis as unknown as WorkerScope;

const version = DRIVER_VERSION;

/** On a dying signal the cached page is shown after this time. */
const timeoutMs = 3000;
/** A dead connection is closed after this time, because a browser has only a few per server. */
const longestMs = 20_000;

worker.addEventListener('install', (event) => event.waitUntil(fill(version)));

// A new version waits until no page of the old one is open (there is no skipWaiting); only then may the old files be deleted.
worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await fill(version).catch(() => undefined);
    await deleteOthers(version);
    await worker.clients.claim();
  };
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isDriversPage(pathname) || redirectsHome.includes(pathname)) event.respondWith(open(event, pathname));
  } else if (pathname.startsWith('/assets/') || version.files.includes(pathname)) {
    event.respondWith(cachedFile(pathname).then((cached) => cached ?? fetch(request)));
  }
});

function isDriversPage(pathname: string): boolean {
  return pathname === '/driver' || pathname.startsWith('/driver/') || pathname === '/login';
}

/** Paths that redirect a driver home; their own pages are not cached. */
const redirectsHome = ['/', '/dashboard'];

/** The server's page, or the cached one if the server can't be reached. */
async function open(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = fetch(event.request, { signal: AbortSignal.timeout(longestMs) }).then((response) => ({
    response,
    copy: response.clone(),
  }));
  // A page that arrives after the timeout is cached for the next time.
  if (isDriversPage(pathname)) event.waitUntil(asked.then(({ copy }) => cachePage(copy)).catch(() => undefined));
  const response = asked.catch(() => null);
  // Only the driver's pages have the timeout: on any other path the server's page is wanted, however slow.
  const inTime = pathname.startsWith('/driver') ? await Promise.race([response, pause(timeoutMs)]) : await response;
  if (inTime && inTime.response.status < 500) return inTime.response;
  const page = await cachedPage();
  if (!page) return (await asked).response;
  return isDriversPage(pathname) ? page : Response.redirect('/driver');
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

/** The global scope of a service worker. TypeScript's own types for it conflict with those of a page. */
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

/** An event that keeps the worker alive until its work is done. */
interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
