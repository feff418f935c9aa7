import { infiniteQueryOptions } from '@tanstack/react-query';
import { listPickups, type Pickup } from '../../contract/pickups.ts';
import { queryText, send } from '../api/call.ts';
import type { HistoryFilter } from './history-filters.ts';

const pageSize = 20;
const refreshMs = 20_000;

interface HistoryPage {
  pickups: Pickup[];
  /** How many match the filter in all, with a plus where the server stopped counting. */
  total: string;
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

/** The customer's pickups under a filter, newest scheduled date first, page by page. */
export function historyPages(filter: HistoryFilter) {
  const query = { ...filter.query, limit: String(pageSize) };
  return infiniteQueryOptions({
    queryKey: [listPickups.path, query, 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }): Promise<HistoryPage> => {
      const path = listPickups.path + queryText({ ...query, cursor });
      const response = await send(listPickups, path, { method: 'GET', signal });
      const pickups = (await response.json()) as Pickup[];
      return { pickups, total: totalOf(response.headers, pickups.length), next: nextCursorOf(response.headers) };
    },
    getNextPageParam: (page) => page.next,
    refetchInterval: refreshMs,
  });
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
