import type { ServiceType } from '../../pickups.ts';
import {
  addDays,
  clockText,
  type DateKey,
  dateKeyOf,
  instantOf,
  isDateKey,
  pickedDateTime,
  wallTimeOf,
} from './dates.ts';

/**
 * Which days a customer may book (BOOK-4), for the wizard and the server. Pure: the caller passes the time and the
 * same-day cutoff (a New York time HH:MM, null for none).
 */

export const furthestDaysAhead = 365;

export type DayCheck = { ok: true } | { ok: false; message: string };

/** Checks a day. Compares New York calendar dates, not instants: today's 09:00 may have passed. */
export function checkBookingDay(day: string, now: Date, cutoff: string | null): DayCheck {
  const today = dateKeyOf(now);
  if (!isDateKey(day)) return { ok: false, message: 'Please select a date.' };
  if (day < today) return { ok: false, message: 'Please select a future date.' };
  if (day > lastBookableDay(now)) return { ok: false, message: 'Please select a date within a year.' };
  if (day === today && !isTodayOpen(now, cutoff)) {
    return { ok: false, message: `Same-day pickups can be booked until ${cutoff}. Please select a later date.` };
  }
  return { ok: true };
}

/** The last day that can be booked, a year ahead. */
export function lastBookableDay(now: Date): DateKey {
  return addDays(dateKeyOf(now), furthestDaysAhead);
}

/** Says whether a pickup can be booked for today, in sentences for a visitor. */
export function sameDayText(cutoff: string | null): string {
  if (cutoff === null) return 'Yes. Choose today when you book.';
  return `Yes, if you book by ${clockText(cutoff)}. After that, the first day you can choose is tomorrow.`;
}

/** Whether today can still be booked: always, unless there is a same-day cutoff. */
export function isTodayOpen(now: Date, cutoff: string | null): boolean {
  return cutoff === null || wallTimeOf(now) < cutoff;
}

/**
 * The last day whose bookings can no longer change: its cut-off is at `changeCutoff` (a New York time HH:MM) on the day
 * before it.
 */
export function lastClosedDay(now: Date, changeCutoff: string): DateKey {
  const today = dateKeyOf(now);
  return wallTimeOf(now) < changeCutoff ? today : addDays(today, 1);
}

/** The cut-off of a day: the last instant at which its bookings can change. */
export function cutoffOf(day: DateKey, changeCutoff: string): Date {
  return instantOf(addDays(day, -1), changeCutoff);
}

/** The instant stored for a day that the customer picked. */
export function pickedDate(day: DateKey): string {
  return instantOf(day, pickedDateTime).toISOString();
}

/** A one-time pickup's type depends on its New York date at booking (BOOK-16). */
export function serviceTypeOf(scheduledDate: Date, now: Date): Exclude<ServiceType, 'subscription'> {
  const day = dateKeyOf(scheduledDate);
  const today = dateKeyOf(now);
  if (day === today) return 'same-day';
  return day === addDays(today, 1) ? 'next-day' : 'one-time';
}

/** A pickup's type on another date: derived again, but a plan's stop keeps its own. */
export function movedTypeOf(serviceType: ServiceType, to: Date, now: Date): ServiceType {
  return serviceType === 'subscription' ? serviceType : serviceTypeOf(to, now);
}
