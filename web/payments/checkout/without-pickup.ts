import { unspentHours } from '../../../contract/payments.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import type { CheckoutRequest } from './request.ts';

/** The checkout's texts for a payment that isn't for a pickup (PAY-60). */
export interface WithoutPickup {
  title: string;
  /** What the payment is for, and what happens afterwards. */
  text: string;
  /** The link to where the pickup or plan itself is sold. */
  instead: { label: string; to: '/dashboard' | '/subscribe' };
  /** The next step once it is paid. */
  next: string;
}

/**
 * Returns null for the payment of a pickup. The amount doesn't say what the customer wants to buy; the link that led
 * here may name a plan.
 */
export function withoutPickup({ amount, pickupId, serviceType }: CheckoutRequest): WithoutPickup | null {
  if (pickupId) return null;
  const sum = moneyText(amount);
  if (serviceType === 'subscription') {
    return {
      title: "This payment doesn't start a plan",
      text: `You're paying ${sum}, but it doesn't buy a plan or a pickup. We'll refund all of it automatically after ${unspentHours} hours.`,
      instead: { label: 'Choose a plan instead', to: '/subscribe' },
      next: `It doesn't start a plan, so we'll refund it after ${unspentHours} hours.`,
    };
  }
  return {
    title: "This payment isn't tied to a pickup",
    text: `You're paying ${sum}. Book a pickup at this price within ${unspentHours} hours, and your payment covers it. If you don't, we'll refund all of it automatically.`,
    instead: { label: 'Book a pickup instead', to: '/dashboard' },
    next: `Book a pickup at this price within ${unspentHours} hours to use it. If you don't, we'll refund it.`,
  };
}
