import { useQuery } from '@tanstack/react-query';
import type { DateKey } from '../../contract/dates.ts';
import { listAdminPickups } from '../../contract/pickups.ts';
import { read } from '../api/query-client.ts';

/** SPEC section 7: the dispatcher's pickups are read again this often. */
export const stopsRefreshMs = 15_000;

/** As many as the server gives at once. A list of this length may be a part of a longer one. */
export const mostStops = 500;

const limit = String(mostStops);

/** Everything scheduled for a New York date; with `status`, only what stands so. One cache for all who look at that day. */
export function useDayStops(day: DateKey, status?: string) {
  return useQuery({
    ...read(listAdminPickups, { query: { day, limit, ...(status && { status }) } }),
    refetchInterval: stopsRefreshMs,
  });
}

/** Every stop that a driver has and has not done, whatever its day. */
export function useAssignedStops() {
  return useQuery({
    ...read(listAdminPickups, { query: { status: 'assigned', sort: 'oldest', limit } }),
    refetchInterval: stopsRefreshMs,
  });
}
