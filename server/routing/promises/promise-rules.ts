import { addDays, type DateKey, dateKeyOf, instantOf, wallTimeOf } from '../../../contract/values/time/dates.ts';
import { readPickupWindow } from '../../../contract/values/time/pickup-window.ts';
import { reminderAt } from '../../../contract/values/time/reminder-time.ts';

/** Which windows are promises, and from when to when they are. */

export interface PromisedSpan {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The days whose windows customers rely on: today, and tomorrow from the evening's reminder on. */
export function promisedDays(now: Date): DateKey[] {
  const today = dateKeyOf(now);
  const tomorrow = addDays(today, 1);
  return now >= reminderAt(tomorrow) ? [today, tomorrow] : [today];
}

const hourMs = 60 * 60_000;

/**
 * The instants of a window ("9:00 AM – 11:00 AM") on its day; null for any other text. It may end after midnight. If a
 * wall time occurs twice, a window begins at the first and ends at the second, so that it is never shorter than its
 * text.
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
