import { type IncompleteReason, incompleteReasonLabels } from '../../contract/drivers.ts';
import type { Pickup, ServiceType } from '../../contract/pickups.ts';
import {
  addDays,
  type DateKey,
  dateKeyOf,
  formatDateKey,
  formatWallTime,
  serviceTimeZone,
  wallTimeOf,
} from '../../contract/values/time/dates.ts';

const serviceTypeLabels: Record<ServiceType, string> = {
  'one-time': 'One-Time',
  subscription: 'Subscription',
  'same-day': 'Same-Day',
  'next-day': 'Next-Day',
};

/** Returns the name of a service type. A missing or unknown type is shown as one-time. */
export function serviceTypeText(serviceType: string | null | undefined): string {
  return serviceTypeLabels[serviceType as ServiceType] ?? serviceTypeLabels['one-time'];
}

/**
 * Returns a day relative to today: "Today", "Tomorrow", "Thu, Nov 26" (short) or "Today, November 21", "Thursday,
 * November 26" (long). The year is added if it is not the current one.
 */
export function dayText(dateKey: DateKey, today: DateKey, length: 'short' | 'long' = 'short'): string {
  const date = formatDateKey(dateKey, length);
  const nearName = dateKey === today ? 'Today' : dateKey === addDays(today, 1) ? 'Tomorrow' : null;
  if (nearName) return length === 'short' ? nearName : `${nearName}, ${withoutWeekday(date)}`;
  const year = dateKey.slice(0, 4);
  return year === today.slice(0, 4) ? date : `${date}, ${year}`;
}

/** "Sun, Nov 22" → "Nov 22" */
export function withoutWeekday(date: string): string {
  return date.replace(/^\w+, /, '');
}

/** Returns the New York day of an instant, or `otherwise` if the instant is null. */
export function instantDayText(
  instant: string | null,
  now: Date,
  otherwise: string,
  length: 'short' | 'long' = 'short',
): string {
  return instant ? dayText(dateKeyOf(new Date(instant)), dateKeyOf(now), length) : otherwise;
}

/** Returns the New York day of an instant in a sentence: "today", "tomorrow", "on Tue, Nov 24". */
export function onDay(instant: Date | string | null, now: Date): string {
  if (instant === null) return 'on a day to be set';
  const day = dayText(dateKeyOf(new Date(instant)), dateKeyOf(now));
  return day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : `on ${day}`;
}

/** "today at 10:14 AM", "tomorrow at 10:14 AM", "Thu, Nov 26 at 10:14 AM" */
export function momentText(instant: Date, now: Date): string {
  const day = dayText(dateKeyOf(instant), dateKeyOf(now)).replace(/^To/, 'to');
  return `${day} at ${formatWallTime(instant)}`;
}

const curbTime = '07:00';

/** Returns when the bags must be at the curb: by 7 AM on the pickup's day, or now. Null for a past day. */
export function curbAdvice(day: DateKey, now: Date): string | null {
  const today = dateKeyOf(now);
  if (day < today) return null;
  const isPastSeven = day === today && wallTimeOf(now) >= curbTime;
  return isPastSeven ? 'Put your bags at the curb now.' : 'Put your bags at the curb by 7 AM.';
}

const timeFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, hour: 'numeric', minute: '2-digit' });

/** "9:20 AM", New York. */
export function timeText(instant: string | number): string {
  return timeFormat.format(new Date(instant));
}

/** Returns why a pickup is incomplete: the label of a known reason, or the reason's own text. */
export function incompleteReasonText(reason: string | null | undefined): string {
  if (!reason) return 'No reason given';
  return incompleteReasonLabels[reason as IncompleteReason] ?? reason;
}

/** Returns true if the customer still owes the price and can pay it at /checkout. */
export function isPayable({
  paymentStatus,
  status,
  amount,
}: Pick<Pickup, 'paymentStatus' | 'status' | 'amount'>): boolean {
  return paymentStatus === 'pending' && status !== 'cancelled' && Number(amount) > 0;
}
