import { centsOf } from '../../../contract/values/money.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findPayment, type PaymentRow } from '../store.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { findRefund, type RefundRow, setRefused } from './store.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Sends a requested refund to the provider and records it. Safe to run again: the refund has its own idempotency key.
 * When the provider refuses, the refund is marked as failed and the admins are notified.
 */
export async function sendRefund(services: Services, refundId: string): Promise<void> {
  const refund = await findRefund(services.db, refundId);
  if (refund?.status !== 'requested') return;
  const payment = await findPayment(services.db, refund.paymentId);
  if (!payment) return;
  const intentId = payment.stripePaymentIntentId ?? '';
  try {
    const amountCents = centsOf(refund.amount);
    await services.payments.refundPayment(intentId, { amountCents, idempotencyKey: `refund:${refund.id}` });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    await markRefused(services, refund, payment, error.message);
  }
  await syncRefunds(services, intentId);
}

async function markRefused(services: Services, refund: RefundRow, payment: PaymentRow, why: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    if (!(await setRefused(trx, refund.id, services.clock()))) return;
    const { customerId, stripePaymentIntentId } = payment;
    const paid = { customerId, pickupId: refund.pickupId, intentId: stripePaymentIntentId ?? '' };
    await notifyOfCharge(services, trx, paid, {
      title: 'A refund failed',
      message: (whose) => `$${refund.amount} ${whose} wasn't refunded. ${why}`,
      type: 'refund_failed',
    });
  });
}
