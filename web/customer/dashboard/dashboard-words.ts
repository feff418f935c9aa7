import type { Subscription } from '../../../contract/subscriptions.ts';
import { serviceTimeZone } from '../../../contract/values/dates.ts';

/** The counter shows only Active or None (HOME-2). A paused subscription has no pickups, so it counts as None. */
export function subscriptionCounter(subscription: Subscription | null): 'Active' | 'None' {
  return subscription?.status === 'active' ? 'Active' : 'None';
}

export function subscriptionWord(subscription: Subscription | null): 'Active' | 'Paused' | 'None' {
  if (subscription?.status === 'active') return 'Active';
  return subscription?.status === 'paused' ? 'Paused' : 'None';
}

const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone: serviceTimeZone, hour: '2-digit', hourCycle: 'h23' });

/** "Morning", "Afternoon" or "Evening", in the service's time zone. */
export function greetingAt(now: Date): string {
  const hour = Number(hourFormat.format(now));
  if (hour < 4 || hour >= 18) return 'Evening';
  return hour < 12 ? 'Morning' : 'Afternoon';
}
