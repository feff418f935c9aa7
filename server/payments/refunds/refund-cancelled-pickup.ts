import { centsToText, textToCents } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { readCharge } from '../ledger/store.ts';
import type { PaymentRow } from '../payment-row.ts';
import { changePayment, findPaymentOfIntent, lockPayment } from '../store.ts';
import { describeOwed } from './describe-owed.ts';

/**
 * Gives back what is left of an intent's charge, once, from the caller's transaction: the refund itself leaves as a job.
 * Answers how much that is; null when there is nothing to give back, it is on its way already, or the bank decides about it.
 */
export async function refundCancelledPickup(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  intentId: string,
): Promise<string | null> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return null;
  const payment = await lockPayment(trx, known.id);
  // Everything had gone back while the pickup was still to come; cancelled, it says so too.
  if (payment.status === 'refunded' && payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
  if (payment.status !== 'succeeded') return null;
  const { refunded, isDisputed } = await readCharge(trx, intentId);
  if (isDisputed) {
    await tellAdmins(services, trx, payment, intentId);
    return null;
  }
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
  return centsToText((textToCents(payment.amount) ?? 0) - (textToCents(refunded) ?? 0));
}

/** The provider gives nothing back of what is disputed: the bank would pay it a second time. */
async function tellAdmins(
  services: Pick<Services, 'jobs'>,
  trx: Db,
  { amount, customerId, pickupId }: PaymentRow,
  intentId: string,
): Promise<void> {
  const { whose, actionUrl } = await describeOwed(trx, { customerId, pickupId, intentId });
  await services.jobs.enqueue(trx, 'notify-admins', {
    title: 'A cancelled pickup is disputed',
    message: `Nothing of the $${amount} ${whose} was given back: the cardholder's bank decides about it. If it decides for you, give it back from the pickup.`,
    type: 'payment_disputed',
    actionUrl,
  });
}
