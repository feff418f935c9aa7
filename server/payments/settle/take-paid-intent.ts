import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { setHistoryTarget } from '../ledger/store.ts';
import { changePayment, lockPayment, lockUnspentPayment } from '../store.ts';
import { isRefundedAutomatically, refundedAutomatically } from './settle-payment.ts';

export interface PaidIntent {
  paymentId: string;
  intentId: string;
  /** The pickup that it has bought already; null while it is unspent. */
  pickupId: string | null;
}

/**
 * Takes a customer's paid intent for a booking, inside the booking's transaction: the named payment, else the oldest one
 * of this amount that bought nothing yet. Undefined when there is none. Throws 409 when the named one has been given back since it
 * was settled, 402 when it is not paid.
 */
export async function takePaidIntent(
  trx: Db,
  customerId: string,
  amount: string,
  namedPaymentId: string | undefined,
): Promise<PaidIntent | undefined> {
  const payment = namedPaymentId
    ? await lockPayment(trx, namedPaymentId)
    : await lockUnspentPayment(trx, customerId, amount);
  if (!payment?.stripePaymentIntentId) return undefined;
  // Under the lock: it may have been given back since it was settled.
  if (isRefundedAutomatically(payment)) throw refundedAutomatically();
  if (payment.status !== 'succeeded') throw new Refusal(402, 'Payment was not completed successfully');
  return { paymentId: payment.id, intentId: payment.stripePaymentIntentId, pickupId: payment.pickupId };
}

/** Notes which pickup the intent has bought. */
export async function bindToPickup(trx: Db, paid: PaidIntent, pickupId: string, now: Date): Promise<void> {
  await changePayment(trx, paid.paymentId, { pickupId, updatedAt: now });
  await setHistoryTarget(trx, paid.intentId, { pickupId });
}
