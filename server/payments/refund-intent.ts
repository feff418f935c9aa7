import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { changePayment, findPaymentOfIntent, lockPayment } from './store.ts';

/**
 * Gives back what an intent has charged, once, from the caller's transaction: the refund itself leaves as a job. False when
 * there is nothing to give back, or it is on its way already.
 */
export async function refundIntent(services: Services, trx: Db, intentId: string): Promise<boolean> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return false;
  const payment = await lockPayment(trx, known.id);
  if (payment.status !== 'succeeded') return false;
  await services.jobs.enqueue(trx, 'refund-payment', { paymentId: payment.id });
  await changePayment(trx, payment.id, { status: 'refund_pending', updatedAt: services.clock() });
  return true;
}
