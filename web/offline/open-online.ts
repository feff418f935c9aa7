import type { FetchEvent } from './worker-scope.ts';

/**
 * The page that is shown in place of one that can't be reached. It needs no other file and contains nothing private.
 */
export const offlinePath = '/offline.html';
export const offlineCache = 'stoop-offline';

/** After this time without a response, the offline page is shown. */
const longestMs = 20_000;

/** Returns the server's response, even an error, or the offline page if there is no response. */
export async function openOnline(event: FetchEvent): Promise<Response> {
  const response = await Promise.race([request(event).catch(() => null), pause(longestMs)]);
  return response && !isFromGateway(response) ? response : await offlinePage();
}

/** Returns true if a gateway in front of our server couldn't reach it. Our server's own errors are JSON. */
function isFromGateway({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json');
}

async function request(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}

/** Returns the cached offline page, or an error, for which the browser shows its own error page. */
export async function offlinePage(): Promise<Response> {
  return (await caches.match(offlinePath, { ignoreVary: true })) ?? Response.error();
}

export function pause(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
