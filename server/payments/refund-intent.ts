import { centsToText, textToCents } from '../../contract/money.ts';
import type { Db } from '../database/transaction.ts';
import { markPickupRefunded } from '../pickups/mark-pickup-refunded.ts';
import type { Services } from '../services.ts';
import { changePayment, findPaymentOfIntent, lockPayment, readCharge } from './store.ts';

/**
 * Gives back what is left of an intent's charge, once, from the caller's transaction: the refund itself leaves as a job.
 * Answers how much that is; null when there is nothing to give back, or it is on its way already.
 */
export async function refundIntent(services: Services, trx: Db, intentId: string): Promise<string | null> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return null;
  const payment = await lockPayment(trx, known.id);
  // Everything had gone back while the pickup was still to come; cancelled, it says so too.
  if (payment.status === 'refunded' && payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
  if (payment.status !== 'succeeded') return null;
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
  const { refunded } = await readCharge(trx, intentId);
  return centsToText((textToCents(payment.amount) ?? 0) - (textToCents(refunded) ?? 0));
}
