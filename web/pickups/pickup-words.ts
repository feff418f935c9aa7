import type { ServiceType } from '../../contract/pickups.ts';
import { addDays, type DateKey, dateKeyOf, formatDateKey } from '../../contract/values/dates.ts';

/** How pickups are spoken of on the customer's screens. */

const serviceTypeLabels: Record<ServiceType, string> = {
  'one-time': 'One-Time',
  subscription: 'Subscription',
  'same-day': 'Same-Day',
  'next-day': 'Next-Day',
};

/** A missing type is shown as one-time (PICKUP-6). */
export function serviceTypeText(serviceType: string | null | undefined): string {
  return serviceTypeLabels[serviceType as ServiceType] ?? serviceTypeLabels['one-time'];
}

/**
 * A day as people say it: "Today", "Tomorrow", "Thu, Nov 26" (short) or "Today, November 21", "Thursday, November 26"
 * (long); with the year where it is not this one.
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

/** The day of an instant, or what stands in for one that is not known. */
export function instantDayText(
  instant: string | null,
  now: Date,
  otherwise: string,
  length: 'short' | 'long' = 'short',
): string {
  return instant ? dayText(dateKeyOf(new Date(instant)), dateKeyOf(now), length) : otherwise;
}
