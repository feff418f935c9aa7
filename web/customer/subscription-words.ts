import type { CallResult } from '../../contract/endpoint.ts';
import { plans } from '../../contract/prices.ts';
import type { getSubscription } from '../../contract/subscriptions.ts';

export type Subscription = NonNullable<CallResult<typeof getSubscription>>;

/** The counter: Active or None (SPEC section 2); a paused subscription is neither. */
export function subscriptionWord(subscription: Subscription | null): 'Active' | 'Paused' | 'None' {
  if (subscription?.status === 'active') return 'Active';
  return subscription?.status === 'paused' ? 'Paused' : 'None';
}

/** "Monday and Thursday" */
export function dayNames(days: readonly string[]): string {
  return days.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1)).join(' and ');
}

export function planName(packageType: string): string {
  return plans.find((plan) => plan.id === packageType)?.name ?? packageType;
}
