import type { Endpoint, Shaped } from '../../contract/endpoint.ts';
import { send } from './call.ts';
import { stringifySearch } from './search-params.ts';

/** One page of a paged list: its items, and the total and the cursors from the headers. */
export interface ListPage<Item> {
  items: Item[];
  /** The total number of matches, with a plus when the server stopped counting. */
  total: string;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** The `before` of the previous page; null on the first one, and for lists that only go forward. */
  previous: string | null;
}

/** An endpoint that lists items of this type. */
export type Listing<Item> = Endpoint & Shaped<{ response: { _zod: { output: Item[] } } }>;

/** GETs one page. Unlike `call` it also reads the headers: the total and the next cursor. */
export async function readListPage<Item>(
  endpoint: Listing<Item>,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ListPage<Item>> {
  const response = await send(endpoint, endpoint.path + stringifySearch(query), { method: 'GET', signal });
  const items = (await response.json()) as Item[];
  return { items, total: totalOf(response.headers, items.length), ...cursorsOf(response.headers) };
}

/** GETs pages until the list ends or has at least `max` items. Returns an item that moves to a later page only once. */
export async function readPages<Item extends { id: string }>(
  endpoint: Listing<Item>,
  query: Readonly<Record<string, unknown>>,
  max: number,
  signal: AbortSignal,
): Promise<Item[]> {
  const items = new Map<string, Item>();
  let cursor: string | null = null;
  do {
    const page: ListPage<Item> = await readListPage(endpoint, { ...query, cursor }, signal);
    for (const item of page.items) items.set(item.id, item);
    cursor = page.next;
  } while (cursor !== null && items.size < max);
  return [...items.values()];
}

/** Formats X-Total-Count for display. */
export function totalOf(headers: Headers, shown: number): string {
  const total = Number(headers.get('x-total-count') ?? shown).toLocaleString('en-US');
  return headers.get('x-total-count-exact') === 'false' ? `${total}+` : total;
}

/** Reads the cursors in `Link: </api/pickups?cursor=abc>; rel="next", </api/pickups?before=abc>; rel="prev"`. */
export function cursorsOf(headers: Headers): Pick<ListPage<never>, 'next' | 'previous'> {
  const links = headers.get('link') ?? '';
  const read = (rel: string, name: string) => {
    const [, address] = new RegExp(`<([^>]+)>\\s*;\\s*rel="?${rel}"?`).exec(links) ?? [];
    return address ? new URL(address, 'http://localhost').searchParams.get(name) : null;
  };
  return { next: read('next', 'cursor'), previous: read('prev', 'before') };
}
