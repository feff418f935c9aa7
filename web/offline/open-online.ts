import type { FetchEvent } from './worker-scope.ts';

/** The page that is shown in place of one that can't be reached. It is complete in itself and holds nothing private. */
export const offlinePath = '/offline.html';
export const offlineCache = 'stoop-offline';

/** On a dead connection the offline page is shown after this time. */
const longestMs = 20_000;

/** The server's response, whatever it is. The offline page if there is none. */
export async function openOnline(event: FetchEvent): Promise<Response> {
  const response = await Promise.race([request(event).catch(() => null), pause(longestMs)]);
  return response ?? (await offlinePage());
}

async function request(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}

/** Falls back to the browser's own error page. */
export async function offlinePage(): Promise<Response> {
  return (await caches.match(offlinePath, { ignoreVary: true })) ?? Response.error();
}

export function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
