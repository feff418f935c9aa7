import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listPickups } from '../../../contract/pickups/lists.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { readListPage } from '../../api/list-page.ts';
import type { HistoryFilter } from './filters.ts';

/** A small first page loads fast. Scrolling further loads larger ones. */
const firstPageSize = 20;
const furtherPageSize = 100;
/** How many loaded pickups are refreshed. Older ones no longer change. */
const maxWatched = 200;
/** How often the list, and the totals beside it, are refreshed. */
export const refreshMs = 20_000;
/** A list older than this is refreshed when the page opens. */
const freshMs = 5_000;

export interface HistoryPage {
  pickups: Pickup[];
  /** The number of pickups that match the filter; "10,000+" if the server stopped counting. */
  total: string;
  /** The cursor of the next page; null on the last page. */
  next: string | null;
}

/**
 * Returns the query of the pickups that match a filter, latest date first. Loaded pages are not refreshed: see
 * `historyHead`.
 */
export function historyPages(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: [listPickups.path, filter.query, 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      readPage(filter, { cursor, limit: cursor === '' ? firstPageSize : furtherPageSize }, signal),
    getNextPageParam: (page) => page.next,
  });
}

/**
 * Returns the query of the top of the list, where pickups still change. A single request refreshes it, however many
 * pages are loaded.
 */
export function historyHead(filter: HistoryFilter, pages: readonly HistoryPage[], readAt: number) {
  const loaded = pages.reduce((count, page) => count + page.pickups.length, 0);
  const limit = Math.min(Math.max(loaded, firstPageSize), maxWatched);
  return queryOptions({
    queryKey: [listPickups.path, filter.query, 'head'],
    queryFn: ({ signal }) => readPage(filter, { limit }, signal),
    ...(pages[0] && { initialData: pages[0], initialDataUpdatedAt: readAt }),
    staleTime: freshMs,
    refetchInterval: refreshMs,
  });
}

/** Returns the refreshed top of the list, followed by the loaded pickups below it. */
export function mergeHistory(head: HistoryPage, pages: readonly HistoryPage[]): Pickup[] {
  const last = head.pickups.at(-1);
  if (!last || head.next === null) return head.pickups;
  const seen = new Set(head.pickups.map((pickup) => pickup.id));
  const below = pages.flatMap((page) => page.pickups.filter((pickup) => !seen.has(pickup.id) && isBelow(pickup, last)));
  return [...head.pickups, ...below];
}

/**
 * Returns true if `pickup` comes after `other` in the server's order: by scheduled date, then by id, both descending.
 */
function isBelow(pickup: Pickup, other: Pickup): boolean {
  const [date, otherDate] = [pickup, other].map((one) => one.scheduledDate ?? one.createdAt) as [string, string];
  return date === otherDate ? pickup.id < other.id : date < otherDate;
}

async function readPage(
  filter: HistoryFilter,
  page: { cursor?: string; limit: number },
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { items: pickups, total, next } = await readListPage(listPickups, { ...filter.query, ...page }, signal);
  return { pickups, total, next };
}
