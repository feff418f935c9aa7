import { useSyncExternalStore } from 'react';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';

/** A timer over midnight would sleep with the phone: the date is looked at again and again instead. */
const lookEveryMs = 20_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEveryMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** New York's date, also after midnight on a page that stays open. */
export function useToday(): DateKey {
  return useSyncExternalStore(subscribe, () => dateKeyOf(new Date()));
}
