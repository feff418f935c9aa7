import { cachedFile, cachedPage, cachePage, fill, forgetOthers, type Version } from './cached-files.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/** Filled in by scripts/driver-worker.mjs: what the driver's pages need, and a name that changes with it. */
declare const DRIVER_VERSION: Version;

/**
 * The driver's service worker: opens the app without network. It knows files and the page, never an answer of the API; what
 * the driver did is kept by the page itself (web/drivers/outbox).
 */
const worker = globalThis as unknown as WorkerScope;

const version = DRIVER_VERSION;

/** On a dying signal the phone's own copy is shown after this. */
const patienceMs = 3000;
/** A connection that is dead is given up after this: the browser has only a few. */
const longestMs = 20_000;

worker.addEventListener('install', (event) => event.waitUntil(fill(version)));

// A new version waits until no page of the old one is open (there is no skipWaiting): only then its files may go.
worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await fill(version).catch(() => undefined);
    await forgetOthers(version);
    await worker.clients.claim();
  };
  event.waitUntil(takeOver());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (isDriversPage(pathname) || leadsHome.includes(pathname)) event.respondWith(open(event, pathname));
  } else if (pathname.startsWith('/assets/') || version.files.includes(pathname)) {
    event.respondWith(cachedFile(pathname).then((kept) => kept ?? fetch(request)));
  }
});

function isDriversPage(pathname: string): boolean {
  return pathname === '/driver' || pathname.startsWith('/driver/') || pathname === '/login';
}

/** Addresses from which a driver is sent home anyway; their own page is not on the phone. */
const leadsHome = ['/', '/dashboard'];

/** The server's page, as long as there is a server; else the one that it sent last. */
async function open(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = fetch(event.request, { signal: AbortSignal.timeout(longestMs) }).then((response) => ({
    response,
    copy: response.clone(),
  }));
  // Also one that comes too late for this time is kept for the next.
  if (isDriversPage(pathname)) event.waitUntil(asked.then(({ copy }) => cachePage(copy)).catch(() => undefined));
  const answered = asked.catch(() => null);
  // Only the route is worth more than a slow network: whoever opens the landing page wants the landing page.
  const inTime = pathname.startsWith('/driver') ? await Promise.race([answered, pause(patienceMs)]) : await answered;
  if (inTime && inTime.response.status < 500) return inTime.response;
  const page = await cachedPage();
  if (!page) return (await asked).response;
  return isDriversPage(pathname) ? page : Response.redirect('/driver');
}

function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
