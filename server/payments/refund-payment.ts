import type { Services } from '../services.ts';
import { followRefunds } from './follow-refunds.ts';
import { findPayment } from './store.ts';

/**
 * Gives what is left of a payment that is marked `refund_pending` back at the provider and writes it into the books. Safe to
 * run again: the same key gives back once.
 */
export async function refundPayment(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.status !== 'refund_pending' || !payment.stripePaymentIntentId) return;
  const intentId = payment.stripePaymentIntentId;
  // A plan that could not be started must not go on being charged.
  if (payment.stripeSubscriptionId) await services.payments.cancelSubscription(payment.stripeSubscriptionId);
  const truth = await services.payments.getPayment(intentId);
  if (truth && truth.refundedCents < truth.amountCents) {
    await services.payments.refundPayment(intentId, { idempotencyKey: `refund:${payment.id}` });
  }
  await followRefunds(services, intentId);
}
