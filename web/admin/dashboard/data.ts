import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminDashboard, getAdminDashboard } from '../../../contract/admin.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { addDays } from '../../../contract/values/time/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { serverToday } from '../../api/server-clock.ts';
import { stopsRefreshMs, useDayStops } from '../../routing/day-stops.ts';
import { toast } from '../../ui/toast/toast.ts';

/** The syncing banner shows at least this long, so that it does not flash. */
const shortestSyncMs = 600;

/** Loads the data of the dashboard. Each part has its own query, so one can fail alone. */
export function useDashboard() {
  const today = serverToday();
  return {
    today,
    figures: useQuery({ ...read(getAdminDashboard), refetchInterval: stopsRefreshMs }),
    stops: useDayStops(today),
    /** Yesterday's unfinished stops, including those of plans, which no request list shows. */
    leftovers: useDayStops(addDays(today, -1), 'pending,assigned,issue,incomplete'),
    drivers: useActiveDrivers(),
  };
}

/** Refreshes everything on the screen. The banner shows while `isSyncing`. */
export function useSync() {
  const cache = useQueryClient();
  const [isSyncing, setIsSyncing] = useState(false);
  const sync = async () => {
    setIsSyncing(true);
    const pause = new Promise((resolve) => setTimeout(resolve, shortestSyncMs));
    await Promise.all([refreshAdmin(cache), pause]);
    setIsSyncing(false);
    const failed = cache
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') })
      .find(({ state }) => state.status === 'error');
    if (!failed) return;
    const description = messageOf(failed.state.error, "We couldn't refresh the dashboard. Please try again.");
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  return { isSyncing, sync };
}

export type Figures = Pick<UseQueryResult<AdminDashboard>, 'data' | 'isError' | 'isFetching' | 'refetch'>;

export type Stops = Pick<UseQueryResult<AdminPickup[]>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
