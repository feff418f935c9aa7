import { instantOf } from '../../../../contract/values/time/dates.ts';
import { hoursOfTime } from '../../shifts/preferred-time-rules.ts';
import type { SoftWindow, TimeWindow } from '../../solver/day-problem.ts';
import type { StopRow } from '../../stops.store.ts';
import type { DayStops, StopWindow, StopWindows } from './day.ts';

/** The times at which stops should be served. */

/** Costs in seconds of driving: half an hour for a broken promise, plus a minute for each minute outside its window. */
const promise = { perUnit: 1, fixed: 1800 };
/** Ten minutes outside the preferred time cost as much as two minutes of driving. */
const preference = { perUnit: 0.2 };

/** Returns the promised window of each stop of a day, or else the time that its plan prefers. */
export function windowsOf({ date, drivers, pending }: Pick<DayStops, 'date' | 'drivers' | 'pending'>): StopWindows {
  const shifts = drivers
    .filter(({ shift }) => !shift.isOff)
    .map(({ shift }) => ({ earliest: secondsAt(date, shift.start), latest: secondsAt(date, shift.end) }));
  const windowOf = ({ promisedFrom, promisedUntil, preferredTime }: StopRow): StopWindow | null => {
    if (promisedFrom && promisedUntil) {
      return { earliest: promisedFrom.getTime() / 1000, latest: promisedUntil.getTime() / 1000, ...promise };
    }
    const part = preferredWindow(preferredTime, date);
    return part && shifts.some((shift) => overlaps(shift, part)) ? { ...part, ...preference } : null;
  };
  return new Map(
    [...drivers.flatMap(({ open }) => open), ...pending].flatMap((stop) => {
      const window = windowOf(stop);
      return window ? [[stop.id, window]] : [];
    }),
  );
}

/**
 * Returns the hours of a preferred time on a date, in seconds since 1970; null unless it is one of the three known
 * times.
 */
export function preferredWindow(preferredTime: string | null, date: string): TimeWindow | null {
  const hours = hoursOfTime(preferredTime?.trim().toLowerCase() ?? '');
  return hours && { earliest: secondsAt(date, hours.start), latest: secondsAt(date, hours.end) };
}

/** Returns true if beginning at a stop at this time keeps its promised window. */
export function keepsPromise(window: SoftWindow | undefined, begins: number): boolean {
  return window?.fixed !== undefined && costOfWindow(window, begins) === 0;
}

/** Returns the cost of beginning at a stop at this time, in seconds of driving. */
export function costOfWindow(window: SoftWindow | undefined, begins: number): number {
  if (!window) return 0;
  const outside = Math.max(window.earliest - begins, begins - window.latest);
  return outside > 0 ? (window.fixed ?? 0) + outside * window.perUnit : 0;
}

export function secondsAt(date: string, wallTime: string): number {
  return instantOf(date, wallTime).getTime() / 1000;
}

function overlaps(one: TimeWindow, other: TimeWindow): boolean {
  return one.earliest < other.latest && other.earliest < one.latest;
}
