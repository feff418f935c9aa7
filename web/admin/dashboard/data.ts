import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminDashboard, getAdminDashboard } from '../../../contract/admin.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { addDays, dateKeyOf } from '../../../contract/values/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { stopsRefreshMs, useDayStops } from '../../routing/day-stops.ts';
import { toast } from '../../ui/toast/toast.ts';

/** An answer that comes at once would flash the banner; this long it can be read. */
const shortestSyncMs = 600;

/** What the dashboard shows, each part read by itself: one that fails takes nothing else with it. */
export function useDashboard() {
  const today = dateKeyOf(new Date());
  return {
    today,
    figures: useQuery({ ...read(getAdminDashboard), refetchInterval: stopsRefreshMs }),
    stops: useDayStops(today),
    /** What yesterday left undone; of a plan's stop that could not be done no list of requests tells. */
    leftovers: useDayStops(addDays(today, -1), 'pending,assigned,issue,incomplete'),
    drivers: useActiveDrivers(),
  };
}

/** Reads everything on the screen again, and says so meanwhile (SPEC section 2: the syncing banner). */
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
    const description = messageOf(failed.state.error, 'The dashboard could not be refreshed. Please try again.');
    toast({ title: 'Error', description, variant: 'destructive' });
  };
  return { isSyncing, sync };
}

/** The dashboard's figures as they stand: here, on their way, or not to be had. */
export type Figures = Pick<UseQueryResult<AdminDashboard>, 'data' | 'isError' | 'isFetching' | 'refetch'>;

/** A list of stops, likewise. */
export type Stops = Pick<UseQueryResult<AdminPickup[]>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
