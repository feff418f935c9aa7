import type { FetchEvent } from './worker-scope.ts';

/** The page that is shown in place of one that can't be reached. It is complete in itself and holds nothing private. */
export const offlinePath = '/offline.html';
export const offlineCache = 'stoop-offline';

/** On a dead connection the offline page is shown after this time. */
const longestMs = 20_000;

/** The server's response, also an error. The offline page if there is none. */
export async function openOnline(event: FetchEvent): Promise<Response> {
  const response = await Promise.race([request(event).catch(() => null), pause(longestMs)]);
  return response && !isFromGateway(response) ? response : await offlinePage();
}

/** A gateway in front of our server didn't reach it. Our server's errors are JSON. */
function isFromGateway({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json');
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
