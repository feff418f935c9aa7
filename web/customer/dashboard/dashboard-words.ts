import type { Pickup } from '../../../contract/pickups.ts';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { dateKeyOf, serviceTimeZone } from '../../../contract/values/time/dates.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';

/**
 * Returns what the picture shows at the curb: bags if there is a next pickup, and the truck on the day of the pickup.
 */
export function curbsideOf(pickup: Pickup | null | undefined, now: Date): 'empty' | 'bags' | 'truck' {
  if (!pickup) return 'empty';
  const day = pickup.scheduledDate && dateKeyOf(new Date(pickup.scheduledDate));
  return day === dateKeyOf(now) ? 'truck' : 'bags';
}

/**
 * Returns the counter's text: only Active or None (HOME-2). A paused subscription has no pickups, so it counts as None.
 */
export function subscriptionCounter(subscription: Subscription | null): 'Active' | 'None' {
  return subscription?.status === 'active' ? 'Active' : 'None';
}

/** Returns what comes next in a live plan: a pickup, the end of a hold that has begun, or the plan's end. */
export function nextText(subscription: Subscription, now: Date): string {
  const { status, holdFrom, pausedUntil, cancellationDate, nextPickupDate } = subscription;
  if (status === 'paused') return 'No pickups while paused';
  const isOnHold =
    holdFrom !== null && pausedUntil !== null && holdFrom <= dateKeyOf(now) && new Date(pausedUntil) > now;
  const end = cancellationDate && `Ends ${instantDayText(cancellationDate, now, '')}`;
  if (nextPickupDate === null) {
    if (isOnHold) return `On hold until ${instantDayText(pausedUntil, now, '')}`;
    if (end) return end;
  }
  const next = `Next: ${instantDayText(nextPickupDate, now, 'No date')}`;
  return end ? `${next}. ${end}` : next;
}

const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, hour: '2-digit', hourCycle: 'h23' });

/** "Morning", "Afternoon" or "Evening", in the service's time zone. */
export function greetingAt(now: Date): string {
  const hour = Number(hourFormat.format(now));
  if (hour < 4 || hour >= 18) return 'Evening';
  return hour < 12 ? 'Morning' : 'Afternoon';
}
