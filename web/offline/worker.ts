import { handlePushes, type PushScope } from '../push/worker/push-events.ts';
import { offlineCache, offlinePath, openOnline } from './open-online.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker of everyone but drivers: shows our own page when a page can't be reached (SHELL-20), and push
 * notifications. It caches only that page. Every other page comes from the server, so a deployment is seen immediately.
 */
const worker = globalThis as unknown as WorkerScope & PushScope;

/**
 * The cached page is refreshed after this time: it names the support phone, which a deployment may change without a new
 * build.
 */
const refreshAfterMs = 24 * 60 * 60_000;

// An older version, which may not show push notifications, is replaced immediately. No open page needs its cache.
worker.addEventListener('install', (event) => event.waitUntil(cachePage().then(() => worker.skipWaiting())));

// A pressed notification can navigate only the windows that the worker controls.
worker.addEventListener('activate', (event) => event.waitUntil(preloadPages().then(() => worker.clients.claim())));

worker.addEventListener('fetch', (event) => {
  const { method, mode } = event.request;
  if (method !== 'GET' || mode !== 'navigate') return;
  const response = openOnline(event);
  event.respondWith(response);
  event.waitUntil(response.then(refreshPage).catch(() => undefined));
});

handlePushes(worker);

/** Lets the browser request the page while the worker starts, so that the worker costs no time. */
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
  // The age is NaN without a cached page or its date.
  if (!(ageMs < refreshAfterMs)) await cachePage();
}
