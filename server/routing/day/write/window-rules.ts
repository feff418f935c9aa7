import { dateKeyOf, formatWallTime, instantOf } from '../../../../contract/values/time/dates.ts';
import { reminderAt } from '../../../../contract/values/time/reminder-time.ts';

/** The promised time of a stop: two hours around the planned arrival, never tighter. */

const windowMs = 2 * 60 * 60_000;
/** Windows begin on the hour or half hour. */
const stepMs = 30 * 60_000;

/**
 * Returns the window around an arrival: "9:00 AM – 11:00 AM". It begins no earlier than the shift, unless the arrival
 * does.
 */
export function windowAround(arrival: Date, startTime: string): string {
  const middle = Math.round((arrival.getTime() - windowMs / 2) / stepMs) * stepMs;
  const earliest = instantOf(dateKeyOf(arrival), startTime).getTime();
  const begins = new Date(arrival.getTime() < earliest ? middle : Math.max(middle, earliest));
  return `${formatWallTime(begins)} – ${formatWallTime(new Date(begins.getTime() + windowMs))}`;
}

/**
 * Returns true if a refresh may replace a window that was already written. From the evening's reminder on it may not,
 * because the customer relies on the window.
 */
export function mayReplaceWindow(day: string, now: Date): boolean {
  return now < reminderAt(day);
}
