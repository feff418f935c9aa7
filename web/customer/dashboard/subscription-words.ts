import type { Subscription } from '../../../contract/subscriptions.ts';

/** The counter says Active or None, nothing else (HOME-2): who has paused gets no pickups. */
export function subscriptionCounter(subscription: Subscription | null): 'Active' | 'None' {
  return subscription?.status === 'active' ? 'Active' : 'None';
}

/** The card says more. */
export function subscriptionWord(subscription: Subscription | null): 'Active' | 'Paused' | 'None' {
  if (subscription?.status === 'active') return 'Active';
  return subscription?.status === 'paused' ? 'Paused' : 'None';
}
