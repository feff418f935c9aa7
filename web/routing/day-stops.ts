import { useQuery } from '@tanstack/react-query';
import { listAdminPickups } from '../../contract/pickups/lists.ts';
import type { DateKey } from '../../contract/values/time/dates.ts';
import { readPages } from '../api/list-page.ts';
import { read } from '../api/query-client.ts';

/** How often the dispatcher's pickups refresh. */
export const stopsRefreshMs = 15_000;

/** The server's limit for one page. */
export const maxPerRequest = 500;

/** At most this many stops of a day are loaded. A list of this length may be incomplete. */
export const maxStops = 5 * maxPerRequest;

const limit = String(maxPerRequest);

/**
 * Loads the pickups of a New York date. `status` filters them and may list several, separated by commas.
 * Callers share the cache entry.
 */
export function useDayStops(day: DateKey, status?: string, isWanted = true) {
  const query = { day, limit, ...(status && { status }) };
  return useQuery({
    ...read(listAdminPickups, { query }),
    queryFn: ({ signal }) => readPages(listAdminPickups, query, maxStops, signal),
    refetchInterval: stopsRefreshMs,
    enabled: isWanted,
  });
}

/** Loads the assigned stops of all days, at most `maxPerRequest`. */
export function useAssignedStops() {
  return useQuery({
    ...read(listAdminPickups, { query: { status: 'assigned', sort: 'oldest', limit } }),
    refetchInterval: stopsRefreshMs,
  });
}
