import { v7 as newId } from 'uuid';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import { cancelledByCustomer } from '../../pickups/rules.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { readCharge } from '../ledger/store.ts';
import { changePayment, findPaymentOfIntent, lockPayment, type PaymentRow } from '../store.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { insertRefund, sumRequested } from './store.ts';

/** A partial refund for a pickup that its customer cancelled. */
interface Part {
  readonly pickupId: string;
  readonly actorId: string;
  readonly cents: number;
}

/**
 * Requests a refund of the rest of an intent's charge, or of `part` of it, in the caller's transaction. A job makes the
 * refund. Returns the amount as decimal text; null when there is nothing to refund, it is already being refunded, or
 * the charge is disputed.
 */
export async function refundCancelledPickup(
  services: WritesMessages,
  trx: Db,
  intentId: string,
  part?: Part,
): Promise<string | null> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return null;
  const payment = await lockPayment(trx, known.id);
  // The whole payment was refunded before the pickup was cancelled: only the mark is missing.
  if (payment.status === 'refunded' && payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
  if (payment.status !== 'succeeded') return null;
  const { refunded, isDisputed } = await readCharge(trx, intentId);
  if (isDisputed) {
    // A disputed charge isn't refunded: the bank could pay it to the cardholder a second time.
    const { amount, customerId, pickupId } = payment;
    await notifyOfCharge(
      services,
      trx,
      { customerId, pickupId, intentId },
      {
        title: 'A cancelled pickup is disputed',
        message: (whose) =>
          `The $${amount} ${whose} wasn't refunded: the cardholder's bank will decide. If it decides for you, refund it from the pickup.`,
        type: 'payment_disputed',
      },
    );
    return null;
  }
  const leftCents = centsOf(payment.amount) - centsOf(refunded);
  const requestedCents = centsOf(await sumRequested(trx, payment.id));
  if (part && part.cents < leftCents - requestedCents) return await refundPart(services, trx, payment, part);
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
  if (!part) return centsToText(leftCents);
  return leftCents > requestedCents ? centsToText(leftCents - requestedCents) : null;
}

async function refundPart(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  payment: PaymentRow,
  { pickupId, actorId, cents }: Part,
): Promise<string | null> {
  if (cents <= 0) return null;
  const refund = await insertRefund(trx, {
    ...{ id: newId(), paymentId: payment.id, pickupId, amount: centsToText(cents) },
    ...{ reason: cancelledByCustomer, requestedBy: actorId, createdAt: services.clock() },
  });
  if (refund) await services.jobs.enqueue(trx, 'send-refund', { refundId: refund.id });
  return centsToText(cents);
}
