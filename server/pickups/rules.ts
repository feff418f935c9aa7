import { addDays, type DateKey, dateKeyOf, parseScheduledDate, serviceTimeZone } from '../../contract/dates.ts';
import type { ServiceType } from '../../contract/pickups.ts';

/** A one-time pickup's type follows from its New York date at booking (DECISIONS, Prices). */
export function serviceTypeOf(scheduledDay: DateKey, today: DateKey): Exclude<ServiceType, 'subscription'> {
  if (scheduledDay === today) return 'same-day';
  return scheduledDay === addDays(today, 1) ? 'next-day' : 'one-time';
}

export type BookingDate = { ok: true; instant: Date; day: DateKey } | { ok: false; message: string };

const furthestDaysAhead = 365;

/**
 * Judges the date that a booking asks for. Dates are compared as New York calendar dates, never as instants: today at
 * 09:00 may be past and is still today. `cutoff` is the New York time HH:MM until which today can be booked.
 */
export function judgeBookingDate(text: string, now: Date, cutoff: string | undefined): BookingDate {
  const instant = parseScheduledDate(text);
  if (!instant) return { ok: false, message: 'Please select a date.' };
  const day = dateKeyOf(instant);
  const today = dateKeyOf(now);
  if (day < today) return { ok: false, message: 'Please select a future date.' };
  if (day > addDays(today, furthestDaysAhead)) return { ok: false, message: 'Please select a date within a year.' };
  if (day === today && cutoff !== undefined && wallTimeOf(now) >= cutoff) {
    return { ok: false, message: `Same-day pickups can be booked until ${cutoff}. Please select a later date.` };
  }
  return { ok: true, instant, day };
}

const wallTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function wallTimeOf(instant: Date): string {
  return wallTimeFormat.format(instant);
}
