import { addDays, type DateKey, dateKeyOf, instantOf, wallTimeOf } from '../../../contract/values/time/dates.ts';
import { readPickupWindow } from '../../../contract/values/time/pickup-window.ts';
import { reminderAt } from '../../../contract/values/time/reminder-time.ts';

/** Rules for promised windows: which windows are promises, and when each begins and ends. */

export interface PromisedSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Returns the days whose windows customers rely on: today, and tomorrow from the evening's reminder on. */
export function promisedDays(now: Date): DateKey[] {
  const today = dateKeyOf(now);
  const tomorrow = addDays(today, 1);
  return now >= reminderAt(tomorrow) ? [today, tomorrow] : [today];
}

const hourMs = 60 * 60_000;

/**
 * Returns when a window ("9:00 AM – 11:00 AM") on a day begins and ends; null for any other text. A window may end
 * after midnight. If a wall time occurs twice, a window begins at the first and ends at the second, so that it is never
 * shorter than its text.
 */
export function spanOfWindow(day: DateKey, text: string): PromisedSpan | null {
  const window = readPickupWindow(text);
  if (window === null) return null;
  const begins = instantOf(day, window.from);
  const ends = instantOf(window.to <= window.from ? addDays(day, 1) : day, window.to);
  const [hourBefore, hourAfter] = [new Date(begins.getTime() - hourMs), new Date(ends.getTime() + hourMs)];
  return {
    startsAt: wallTimeOf(hourBefore) === window.from ? hourBefore : begins,
    endsAt: wallTimeOf(hourAfter) === window.to ? hourAfter : ends,
  };
}
