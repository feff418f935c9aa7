import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { dateKeyOf, formatDateKey, formatWallTime } from '../../../contract/values/time/dates.ts';

/** Returns a sentence that says by when a phone booking must be paid. */
export function deadlineText(scheduledDate: string, now: Date, changeCutoff: string): string {
  const payBy = cutoffOf(dateKeyOf(new Date(scheduledDate)), changeCutoff);
  if (payBy <= now) return "We can't come until it's paid.";
  const day = dateKeyOf(payBy);
  const when = day === dateKeyOf(now) ? 'today' : `on ${formatDateKey(day)}`;
  return `It must be paid by ${formatWallTime(payBy)} ${when}, or we won't come.`;
}
