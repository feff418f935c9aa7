import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listPickups, type Pickup } from '../../../contract/pickups.ts';
import { readListPage } from '../../api/list-page.ts';
import type { HistoryFilter } from './filters.ts';

/** Few at first, so that they are there at once; whoever goes on wants many. */
const firstPageSize = 20;
const furtherPageSize = 100;
/** How much of what is loaded is read again; what lies deeper is long over. */
const maxWatched = 200;
/** What stands beside the list is read as often. */
export const refreshMs = 20_000;
/** Back on the page after this long, the list is read again at once. */
const freshMs = 5_000;

export interface HistoryPage {
  pickups: Pickup[];
  /** How many match the filter in all, with a plus where the server stopped counting. */
  total: string;
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

/** The customer's pickups under a filter, newest scheduled date first, page by page, as they were when they were read. */
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
 * The top of the list, where things still change, read again and again. One request whatever is loaded: to refresh every
 * page would be fifty of them for a list that was followed to its end.
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

/** What is listed: the top as it is now, then what was loaded below it. */
export function mergeHistory(head: HistoryPage, pages: readonly HistoryPage[]): Pickup[] {
  const last = head.pickups.at(-1);
  if (!last || head.next === null) return head.pickups;
  const seen = new Set(head.pickups.map((pickup) => pickup.id));
  const below = pages.flatMap((page) => page.pickups.filter((pickup) => !seen.has(pickup.id) && isBelow(pickup, last)));
  return [...head.pickups, ...below];
}

/** Whether it comes later in the server's order: by scheduled date, then by id, both downwards. */
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
