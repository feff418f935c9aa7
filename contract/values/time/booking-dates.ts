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
 * Decides which days a customer may book (BOOK-4), for the wizard and the server. Pure: the caller passes the time and
 * the same-day cutoff (a New York time HH:MM, null for none).
 */

export const furthestDaysAhead = 365;

export type DayCheck = { ok: true } | { ok: false; message: string };

/** Checks a day. Compares New York calendar dates instead of instants, because today's 09:00 may have passed. */
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

/** Returns the last day that can be booked, a year ahead. */
export function lastBookableDay(now: Date): DateKey {
  return addDays(dateKeyOf(now), furthestDaysAhead);
}

/** Returns sentences that tell a visitor whether a pickup can be booked for today. */
export function sameDayText(cutoff: string | null): string {
  if (cutoff === null) return 'Yes. Choose today when you book.';
  return `Yes, if you book by ${clockText(cutoff)}. After that, the first day you can choose is tomorrow.`;
}

/** Returns true if today can still be booked. Without a same-day cutoff it always can. */
export function isTodayOpen(now: Date, cutoff: string | null): boolean {
  return cutoff === null || wallTimeOf(now) < cutoff;
}

/**
 * Returns the last day whose bookings can no longer change: its cut-off, at `changeCutoff` (a New York time HH:MM) on
 * the day before, has passed.
 */
export function lastClosedDay(now: Date, changeCutoff: string): DateKey {
  const today = dateKeyOf(now);
  return wallTimeOf(now) < changeCutoff ? today : addDays(today, 1);
}

/**
 * Returns the cut-off of a day: its bookings can change before this instant. `changeCutoff` is a New York time HH:MM on
 * the day before.
 */
export function cutoffOf(day: DateKey, changeCutoff: string): Date {
  return instantOf(addDays(day, -1), changeCutoff);
}

/** Returns the instant stored for a day that the customer picked, as ISO 8601 text. */
export function pickedDate(day: DateKey): string {
  return instantOf(day, pickedDateTime).toISOString();
}

/** Returns a one-time pickup's type, which depends on its New York date at booking (BOOK-16). */
export function serviceTypeOf(scheduledDate: Date, now: Date): Exclude<ServiceType, 'subscription'> {
  const day = dateKeyOf(scheduledDate);
  const today = dateKeyOf(now);
  if (day === today) return 'same-day';
  return day === addDays(today, 1) ? 'next-day' : 'one-time';
}

/** Returns a pickup's type on another date: derived again, except for a plan's stop, which keeps its type. */
export function movedTypeOf(serviceType: ServiceType, to: Date, now: Date): ServiceType {
  return serviceType === 'subscription' ? serviceType : serviceTypeOf(to, now);
}
