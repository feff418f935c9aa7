import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readCharge, setHistoryTarget } from '../ledger/ledger.store.ts';
import { setLinesBooked } from '../lines/lines.store.ts';
import {
  changePayment,
  findPaymentOfIntent,
  listOpenIntents,
  lockPayment,
  lockUnspentPayment,
} from '../payments.store.ts';
import { isRefunded, openForMs } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Settles the payment that a customer names by its intent. Throws 404 when it isn't theirs or is for a plan, 402 when
 * it isn't paid, 409 when it is refunded because there was nothing left to buy.
 */
export async function settleNamedPayment(
  services: Services,
  customerId: string,
  intentId: string,
): Promise<{ paymentId: string; pickupId: string | null; amount: string }> {
  const known = await findPaymentOfIntent(services.db, intentId);
  if (known?.customerId !== customerId || known.purpose === 'subscription') throw new Refusal(404, 'Payment not found');
  const payment = await settlePayment(services, intentId);
  if (payment && isRefunded(payment)) throw refundedInstead();
  if (payment?.status !== 'succeeded') throw new Refusal(402, 'Payment was not completed successfully');
  return { paymentId: payment.id, pickupId: payment.pickupId, amount: payment.amount };
}

/**
 * Settles a customer's open payments of an amount (decimal text) that name nothing: some may be paid without our knowing
 * it yet.
 */
export async function settleOpenPayments(services: Services, customerId: string, amount: string): Promise<void> {
  const since = new Date(services.clock().getTime() - openForMs);
  for (const intentId of await listOpenIntents(services.db, customerId, amount, since))
    await settlePayment(services, intentId);
}

export interface PaidIntent {
  paymentId: string;
  intentId: string;
  /** The pickup that the payment has bought; null while it is unspent. */
  pickupId: string | null;
}

/**
 * Takes a customer's paid intent for a booking, inside the booking's transaction: the named payment, or the oldest
 * unspent payment of this amount that names nothing itself. Returns undefined when there is none. Throws 409 when the named payment was refunded
 * or is disputed, 402 when it isn't paid.
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
  // Checked again under the lock: it may have been refunded since it was settled.
  if (isRefunded(payment)) throw refundedInstead();
  if (payment.status !== 'succeeded') throw new Refusal(402, 'Payment was not completed successfully');
  if (!payment.pickupId && (await readCharge(trx, payment.stripePaymentIntentId)).isDisputed) throw disputed();
  return { paymentId: payment.id, intentId: payment.stripePaymentIntentId, pickupId: payment.pickupId };
}

export async function bindToPickup(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  paid: PaidIntent,
  pickupId: string,
): Promise<void> {
  await changePayment(trx, paid.paymentId, { pickupId, updatedAt: clock() });
  await jobs.enqueue(trx, 'tag-payment', { paymentId: paid.paymentId });
  await setHistoryTarget(trx, paid.intentId, { pickupId });
  await setLinesBooked(trx, paid.paymentId, pickupId);
}

function disputed(): Refusal {
  const message = "Your bank is deciding about this payment, so it can't pay for a pickup. Please use another one.";
  return new Refusal(409, message, { code: 'disputed' });
}

/** Returns the refusal for a payment that was refunded because there was nothing left to buy. */
export function refundedInstead(): Refusal {
  return new Refusal(409, 'This can no longer be booked. Your money is on its way back.', { code: 'given_back' });
}
