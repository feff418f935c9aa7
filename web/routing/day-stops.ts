import { useQuery } from '@tanstack/react-query';
import { listAdminPickups } from '../../contract/pickups.ts';
import type { DateKey } from '../../contract/values/dates.ts';
import { readPages } from '../api/list-page.ts';
import { read } from '../api/query-client.ts';

/** The dispatcher's pickups are reread this often (TIME-6). */
export const stopsRefreshMs = 15_000;

/** As many as the server gives at once. */
export const mostAtOnce = 500;

/** As many as are read of one day. A list of this length may be a part of a longer one. */
export const mostStops = 5 * mostAtOnce;

const limit = String(mostAtOnce);

/** Everything scheduled for a New York date; with `status`, only what stands so. One cache for all who look at that day. */
export function useDayStops(day: DateKey, status?: string) {
  const query = { day, limit, ...(status && { status }) };
  return useQuery({
    ...read(listAdminPickups, { query }),
    queryFn: ({ signal }) => readPages(listAdminPickups, query, mostStops, signal),
    refetchInterval: stopsRefreshMs,
  });
}

/** Stops that drivers have and have not done, whatever their day; at most `mostAtOnce`. */
export function useAssignedStops() {
  return useQuery({
    ...read(listAdminPickups, { query: { status: 'assigned', sort: 'oldest', limit } }),
    refetchInterval: stopsRefreshMs,
  });
}
