import type { CallResult, Endpoint } from '../../contract/endpoint.ts';
import { queryText, send } from './call.ts';

/** A page of a list that the server pages: its items, and what the headers say about the rest. */
export interface ListPage<Item> {
  items: Item[];
  /** How many match in all, with a plus where the server stopped counting. */
  total: string;
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

type ListEndpoint = Endpoint & { response: { _zod: { output: unknown[] } } };

/** GETs one page. `call` gives the body alone; a list's length and its next page stand in the headers. */
export async function readListPage<E extends ListEndpoint>(
  endpoint: E,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ListPage<CallResult<E>[number]>> {
  const response = await send(endpoint, endpoint.path + queryText(query), { method: 'GET', signal });
  const items = (await response.json()) as CallResult<E>[number][];
  return { items, total: totalOf(response.headers, items.length), next: nextCursorOf(response.headers) };
}

/** X-Total-Count, as a person reads it. */
export function totalOf(headers: Headers, shown: number): string {
  const total = Number(headers.get('x-total-count') ?? shown).toLocaleString('en-US');
  return headers.get('x-total-count-exact') === 'false' ? `${total}+` : total;
}

/** The cursor in `Link: </api/pickups?cursor=abc>; rel="next"`. */
export function nextCursorOf(headers: Headers): string | null {
  const [, address] = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null;
}
