import type { Services } from '../services.ts';
import { followRefunds } from './follow-refunds.ts';
import { readRenewals } from './read-renewals.ts';

/**
 * Gives back every month that one of the provider's subscriptions was charged for, because nobody was served for it. The
 * charges are in the books already. Safe to run again: each month's own key gives back once.
 */
export async function giveBackMonths(services: Services, stripeSubscriptionId: string): Promise<void> {
  for (const { invoice, truth } of await readRenewals(services, stripeSubscriptionId)) {
    if (invoice.status !== 'paid' || !truth) continue;
    if (truth.refundedCents < truth.amountCents) {
      await services.payments.refundPayment(truth.id, { idempotencyKey: `refund:${invoice.id}` });
    }
    await followRefunds(services, truth.id);
  }
}
