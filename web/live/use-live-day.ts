import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getMyPickup } from '../../contract/booking/pickup-page.ts';
import { getMyLiveDay, type LiveDay, streamMyLiveDay } from '../../contract/pickups/live.ts';
import { getMissedState } from '../../contract/pickups/missed.ts';
import { call, pathOf, send } from '../api/call.ts';
import { watchDay } from './watch-day.ts';

/**
 * Returns the live day of the customer's own pickup; null until it is known, and while `isOn` is false. A change
 * refreshes the pickup's page.
 */
export function useLiveDay(pickupId: string, isOn: boolean): LiveDay | null {
  const queryClient = useQueryClient();
  const [day, setDay] = useState<LiveDay | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const params = { id: pickupId };
    let isFirst = true;
    const source = {
      open: (signal: AbortSignal) => send(streamMyLiveDay, pathOf(streamMyLiveDay, params), { method: 'GET', signal }),
      read: () => call(getMyLiveDay, { params }),
    };
    const onDay = (next: LiveDay) => {
      setDay(next);
      // The first day needs no refresh, because the page has just been loaded.
      if (!isFirst) {
        for (const shown of [getMyPickup, getMissedState]) {
          void queryClient.invalidateQueries({ queryKey: [pathOf(shown, params)] });
        }
      }
      isFirst = false;
    };
    return watchDay(source, { onDay });
  }, [pickupId, isOn, queryClient]);
  return isOn ? day : null;
}
