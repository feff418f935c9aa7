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

/** Judges the date that a pickup is moved to: today or later, within a year (SPEC section 5, Reschedule). */
export function judgeNewDate(text: string, now: Date): BookingDate {
  const verdict = judgeBookingDate(text, now, null);
  return verdict.ok || verdict.message !== 'Please select a date.'
    ? verdict
    : { ok: false, message: 'Please select a new date for the pickup.' };
}
