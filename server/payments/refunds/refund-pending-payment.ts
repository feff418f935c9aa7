import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changePayment, findPayment, lockPayment } from '../store.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { sendRefund } from './send-refund.ts';
import { listRefunds } from './store.ts';
import { refundKeyOf, syncRefunds } from './sync-refunds.ts';

/**
 * Refunds the rest of a payment that is marked `refund_pending` and records it. Partial refunds requested earlier go
 * first. Safe to run again: the idempotency key is the same. When the provider refuses, the payment stays pending,
 * every reconciliation retries it, and the admins are notified once. A refund that the bank returned isn't retried: a
 * dispatcher refunds it again.
 */
export async function refundPendingPayment(services: Services, paymentId: string): Promise<void> {
  const payment = await findPayment(services.db, paymentId);
  if (payment?.status !== 'refund_pending' || !payment.stripePaymentIntentId) return;
  const intentId = payment.stripePaymentIntentId;
  // A plan that could not be started must not be charged again.
  if (payment.stripeSubscriptionId) await services.payments.cancelSubscription(payment.stripeSubscriptionId);
  for (const { id, status } of await listRefunds(services.db, paymentId)) {
    if (status === 'requested') await sendRefund(services, id);
  }
  const truth = await services.payments.getPayment(intentId);
  if (truth && truth.refundedCents < truth.amountCents) await refundRest(services, paymentId, intentId);
  await syncRefunds(services, intentId);
}

async function refundRest(services: Services, paymentId: string, intentId: string): Promise<void> {
  try {
    await services.payments.refundPayment(intentId, { idempotencyKey: refundKeyOf(paymentId) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    await notifyAdminsOnce(services, paymentId, intentId, error.message);
  }
}

async function notifyAdminsOnce(services: Services, paymentId: string, intentId: string, why: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { status, failureReason, amount, customerId, pickupId } = await lockPayment(trx, paymentId);
    if (status !== 'refund_pending' || failureReason === why) return;
    await changePayment(trx, paymentId, { failureReason: why, updatedAt: services.clock() });
    await notifyOfCharge(
      services,
      trx,
      { customerId, pickupId, intentId },
      {
        title: 'A refund failed',
        message: (whose) => `The rest of the $${amount} ${whose} wasn't refunded. ${why}`,
        type: 'refund_failed',
      },
    );
  });
}
