import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { PaymentRow } from '../payment-row.ts';
import { changePayment, findPayment, lockPayment } from '../store.ts';
import { describeOwed } from './describe-owed.ts';
import { sendRefund } from './send-refund.ts';
import { listRefunds } from './store.ts';
import { refundKeyOf, syncRefunds } from './sync-refunds.ts';

/**
 * Gives what is left of a payment that is marked `refund_pending` back at the provider and writes it into the books; parts
 * that were asked for before go first. Safe to run again: the same key gives back once. What the provider refuses stays
 * pending, is tried by every reconciliation, and the admins hear of it once. One that the bank has sent back is not made again by
 * itself: a dispatcher does that.
 */
export async function refundUnusedPayment(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.status !== 'refund_pending' || !payment.stripePaymentIntentId) return;
  const intentId = payment.stripePaymentIntentId;
  // A plan that could not be started must not go on being charged.
  if (payment.stripeSubscriptionId) await services.payments.cancelSubscription(payment.stripeSubscriptionId);
  for (const { id, status } of await listRefunds(services.db, paymentId)) {
    if (status === 'requested') await sendRefund(services, id);
  }
  const truth = await services.payments.getPayment(intentId);
  if (truth && truth.refundedCents < truth.amountCents) await giveRest(services, payment, intentId);
  await syncRefunds(services, intentId);
}

async function giveRest(services: Services, payment: PaymentRow, intentId: string): Promise<void> {
  try {
    await services.payments.refundPayment(intentId, { idempotencyKey: refundKeyOf(payment.id) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    await tellAdminsOnce(services, payment.id, intentId, error.message);
  }
}

async function tellAdminsOnce(services: Services, paymentId: string, intentId: string, why: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { status, failureReason, amount, customerId, pickupId } = await lockPayment(trx, paymentId);
    if (status !== 'refund_pending' || failureReason === why) return;
    await changePayment(trx, paymentId, { failureReason: why, updatedAt: services.clock() });
    const { whose, actionUrl } = await describeOwed(trx, { customerId, pickupId, intentId });
    await services.jobs.enqueue(trx, 'notify-admins', {
      title: 'A refund was not made',
      message: `What is left of the $${amount} ${whose} was not given back. ${why}`,
      type: 'refund_failed',
      actionUrl,
    });
  });
}
