import { v7 as newId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import { markPickupRefunded } from '../pickups/mark-pickup-refunded.ts';
import type { Services } from '../services.ts';
import { changePayment, findPayment, insertHistory, lockPayment } from './store.ts';

/**
 * Gives a payment that is marked `refund_pending` back at the provider and writes the refund into the books. Safe to run
 * again: the provider refunds an intent once, and a second line in the books is refused by a unique index.
 */
export async function refundPayment(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.status !== 'refund_pending' || !payment.stripePaymentIntentId) return;
  const intentId = payment.stripePaymentIntentId;
  // A plan that could not be started must not go on being charged.
  if (payment.stripeSubscriptionId) await services.payments.cancelSubscription(payment.stripeSubscriptionId);
  const refunded = await services.payments.refundPayment(intentId);
  if (refunded.refundedCents !== refunded.amountCents)
    throw new Error(`the provider did not refund ${intentId} in full`);
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPayment(trx, payment.id);
    if (locked.status !== 'refund_pending') return;
    await changePayment(trx, payment.id, { status: 'refunded', updatedAt: services.clock() });
    if (payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
    await insertHistory(trx, {
      id: newId(),
      customerId: payment.customerId,
      pickupId: payment.pickupId,
      subscriptionId: payment.subscriptionId,
      stripePaymentIntentId: intentId,
      amount: payment.amount,
      status: 'refunded',
      paymentMethod: 'card',
      failureReason: null,
      refundAmount: payment.amount,
      createdAt: services.clock(),
    });
    await services.jobs.enqueue(trx, 'notify-person', {
      userId: payment.customerId,
      title: 'Refund sent',
      message: `$${payment.amount} is on its way back to your card.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    });
  });
}
