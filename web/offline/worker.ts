import { handlePushes, type PushScope } from '../push/worker/push-events.ts';
import { offlineCache, offlinePath, openOnline } from './open-online.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker of everyone but drivers: shows our own page when a page can't be reached (SHELL-20), and what the server
 * pushes. It caches that page only. Every page comes from the server, so a deployment is seen immediately.
 */
const worker = globalThis as unknown as WorkerScope & PushScope;

/** The page names the support phone, which a deployment may change without a new build. */
const refreshAfterMs = 24 * 60 * 60_000;

// An older version, which may show no pushes, is replaced immediately. No open page needs what it has cached.
worker.addEventListener('install', (event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));

// A notification that is pressed can move only the windows that the worker controls.
worker.addEventListener('activate', (event) => event.waitUntil(preloadPages().then(() => worker.clients.claim())));

worker.addEventListener('fetch', (event) => {
  const { method, mode } = event.request;
  if (method !== 'GET' || mode !== 'navigate') return;
  const response = openOnline(event);
  event.respondWith(response);
  event.waitUntil(response.then(refreshPage).catch(() => undefined));
});

handlePushes(worker);

/** The browser requests the page while the worker starts, so the worker costs no time. */
async function preloadPages(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
}

async function cachePage(): Promise<void> {
  const response = await fetch(offlinePath, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${offlinePath}: ${response.status}`);
  await (await caches.open(offlineCache)).put(offlinePath, response);
}

async function refreshPage(): Promise<void> {
  const cached = await (await caches.open(offlineCache)).match(offlinePath, { ignoreVary: true });
  const ageMs = Date.now() - Date.parse(cached?.headers.get('date') ?? '');
  // NaN without a cached page or its date.
  if (!(ageMs < refreshAfterMs)) await cachePage();
}
