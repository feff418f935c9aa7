import { type DateKey, instantOf } from '../../contract/values/time/dates.ts';
import { readPickupWindow } from '../../contract/values/time/pickup-window.ts';
import { timeText } from '../pickups/pickup-words.ts';

interface TimedStop {
  readonly estimatedArrival: string | null;
  /** Such as "9:00 AM – 11:00 AM". */
  readonly pickupWindow: string | null;
}

const minuteMs = 60_000;

/**
 * Returns a function that warns about an open stop of this New York date: "Late: planned 11:40 AM, window ends 11:00
 * AM". It returns null if the stop isn't planned after its window, or has no time or window. Seconds don't count.
 */
export function lateTextOn(date: DateKey): (stop: TimedStop) => string | null {
  const ends = new Map<string, Date | null>();
  const endOf = (window: string) => {
    const known = ends.get(window);
    if (known !== undefined) return known;
    const read = readPickupWindow(window);
    const end = read && instantOf(date, read.to);
    ends.set(window, end);
    return end;
  };
  return ({ estimatedArrival, pickupWindow }) => {
    const end = estimatedArrival !== null && pickupWindow !== null ? endOf(pickupWindow) : null;
    if (estimatedArrival === null || end === null) return null;
    if (Date.parse(estimatedArrival) < end.getTime() + minuteMs) return null;
    return `Late: planned ${timeText(estimatedArrival)}, window ends ${timeText(end.getTime())}`;
  };
}

/** Returns "2 late"; null if none is. */
export function lateCountText(count: number): string | null {
  return count === 0 ? null : `${count.toLocaleString('en-US')} late`;
}
