import { centsToText, textToCents } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import type { Services } from '../../services.ts';
import { readCharge } from '../ledger/store.ts';
import { changePayment, findPaymentOfIntent, lockPayment } from '../store.ts';
import { notifyOfCharge } from './notify-of-charge.ts';

/**
 * Refunds what is left of an intent's charge, once, from the caller's transaction: a job makes the refund. Returns the amount
 * as decimal text; null when there is nothing to refund, it is already being refunded, or the cardholder disputes it.
 */
export async function refundCancelledPickup(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  intentId: string,
): Promise<string | null> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return null;
  const payment = await lockPayment(trx, known.id);
  // All of it was refunded before the cancel: the pickup is marked as refunded now that it is cancelled.
  if (payment.status === 'refunded' && payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
  if (payment.status !== 'succeeded') return null;
  const { refunded, isDisputed } = await readCharge(trx, intentId);
  if (isDisputed) {
    // Not refunded: the bank could pay it to the cardholder a second time.
    const { amount, customerId, pickupId } = payment;
    await notifyOfCharge(
      services,
      trx,
      { customerId, pickupId, intentId },
      {
        title: 'A cancelled pickup is disputed',
        message: (whose) =>
          `The $${amount} ${whose} was not refunded: the cardholder's bank will decide. If it decides for you, refund it from the pickup.`,
        type: 'payment_disputed',
      },
    );
    return null;
  }
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
  return centsToText((textToCents(payment.amount) ?? 0) - (textToCents(refunded) ?? 0));
}
