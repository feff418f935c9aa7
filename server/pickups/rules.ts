import { judgeBookingDay } from '../../contract/booking-dates.ts';
import { dateKeyOf, parseScheduledDate } from '../../contract/dates.ts';

export type BookingDate = { ok: true; instant: Date } | { ok: false; message: string };

/** Judges the date that a booking asks for, in any of the forms that a client may send (parseScheduledDate). */
export function judgeBookingDate(text: string, now: Date, cutoff: string | null): BookingDate {
  const instant = parseScheduledDate(text);
  if (!instant) return { ok: false, message: 'Please select a date.' };
  const verdict = judgeBookingDay(dateKeyOf(instant), now, cutoff);
  return verdict.ok ? { ok: true, instant } : verdict;
}
