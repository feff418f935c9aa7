import { unspentHours } from '../../../contract/payments.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { bagTiers, plans } from '../../../contract/values/prices.ts';
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

/** Returns null for the payment of a pickup, and for an amount that isn't one of our prices and so can't be paid. */
export function withoutPickup({ amount, pickupId }: CheckoutRequest): WithoutPickup | null {
  if (pickupId) return null;
  const cents = textToCents(amount);
  const tier = bagTiers.find(({ priceCents }) => priceCents === cents);
  if (tier) {
    return {
      title: "This payment isn't tied to a pickup",
      text: `You're paying ${moneyText(amount)}, our price for up to ${bagsText(tier.bags)}. Book a pickup at this price within ${unspentHours} hours, and your payment covers it. If you don't, we'll refund all of it automatically.`,
      instead: { label: 'Book a pickup instead', to: '/dashboard' },
      next: `Book a pickup at this price within ${unspentHours} hours to use it. If you don't, we'll refund it.`,
    };
  }
  const plan = plans.find(({ priceCents }) => priceCents === cents);
  if (!plan) return null;
  return {
    title: "This payment doesn't start a plan",
    text: `You're paying ${moneyText(amount)}, the monthly price of ${plan.name}, but it doesn't buy a plan or a pickup. We'll refund all of it automatically after ${unspentHours} hours.`,
    instead: { label: 'Choose a plan instead', to: '/subscribe' },
    next: `It doesn't start a plan, so we'll refund it after ${unspentHours} hours.`,
  };
}
