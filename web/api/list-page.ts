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

/** GETs page after page, until the list ends or `most` items have come; what moved to a later page meanwhile comes once. */
export async function readPages<E extends ListEndpoint & { response: { _zod: { output: { id: string }[] } } }>(
  endpoint: E,
  query: Readonly<Record<string, unknown>>,
  most: number,
  signal: AbortSignal,
): Promise<CallResult<E>> {
  const items = new Map<string, CallResult<E>[number]>();
  let cursor: string | null = null;
  do {
    const page: ListPage<CallResult<E>[number]> = await readListPage(endpoint, { ...query, cursor }, signal);
    for (const item of page.items) items.set(item.id, item);
    cursor = page.next;
  } while (cursor !== null && items.size < most);
  return [...items.values()] as CallResult<E>;
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
