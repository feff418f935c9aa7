import { useSyncExternalStore } from 'react';
import type { DateKey } from '../../../../contract/values/time/dates.ts';
import { deviceAheadMs, isServerTimeKnown, serverToday, subscribeToServerClock } from '../../../api/server-clock.ts';
import { clockOffText } from './day-words.ts';

/** A timer set for midnight doesn't run while the phone sleeps, so the date is checked repeatedly. */
const checkEveryMs = 20_000;

/** Returns today, New York's date by the server's clock. It changes at midnight on a page that stays open. */
export function useToday(): DateKey {
  return useSyncExternalStore(subscribe, serverToday);
}

/** Returns false if the phone can't tell which day it is. */
export function useIsDayKnown(): boolean {
  return useSyncExternalStore(subscribe, isServerTimeKnown);
}

/** Returns a sentence about the phone's clock if it is wrong, or null. */
export function useClockOffText(): string | null {
  return useSyncExternalStore(subscribe, () => clockOffText(deviceAheadMs()));
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeToServerClock(listener);
  const timer = setInterval(listener, checkEveryMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
