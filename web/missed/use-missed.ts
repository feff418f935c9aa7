import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMissedState, type MissedState, reportMissed } from '../../contract/pickups/missed.ts';
import type { Pickup } from '../../contract/pickups.ts';
import type { DateKey } from '../../contract/values/time/dates.ts';
import { call, pathOf } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { mayBeOverdue } from '../pickups/status-sentence.ts';

/** The interval while something may still change: the estimate, or the dispatcher's decision. */
const refreshMs = 30_000;

/** Loads the state of a pickup that may have been missed, with the customer's options. */
export function useMissed(pickupId: string, { enabled = true } = {}) {
  return useQuery({
    ...read(getMissedState, { params: { id: pickupId } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.phase === 'none' ? false : refreshMs),
  });
}

/**
 * Loads the state for a pickup's card, but only if it can change the status sentence; returns undefined otherwise.
 * `evening` comes from `eveningDayOf`.
 */
export function useMissedInEvening(pickup: Pickup, evening: DateKey | null): MissedState | undefined {
  const enabled = mayBeOverdue(pickup, evening);
  const { data } = useMissed(pickup.id, { enabled });
  // A pickup that has been moved is still cached with the state of its earlier day.
  return enabled ? data : undefined;
}

/** Reports a pickup missed. `onDone` receives the new state. */
export function useReport(pickupId: string, onDone: (state: MissedState) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => call(reportMissed, { params: { id: pickupId }, body: { message } }),
    onSuccess: async (state) => {
      cache.setQueryData([pathOf(getMissedState, { id: pickupId })], state);
      onDone(state);
      // The pickup may have a new date, which every screen of the customer shows.
      await cache.invalidateQueries();
    },
    onError: async () => {
      await cache.invalidateQueries({ queryKey: [pathOf(getMissedState, { id: pickupId })] });
    },
  });
}
