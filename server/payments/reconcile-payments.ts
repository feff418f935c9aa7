import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { cancelAtProvider, openPayment } from './open-payment.ts';
import type { PaymentRow } from './payment-row.ts';
import { refundPayment } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { changePayment, listUnfinished, lockPayment } from './store.ts';

const idleMs = 60_000;
const abandonedMs = 24 * 60 * 60 * 1000;
const batchSize = 200;

/**
 * Looks after payments that nobody finished: the browser closed, the server was killed between two steps. Asks the
 * provider for the truth and settles it; cancels what was left open for a day; gives back what is a day old, paid, and
 * bought nothing. Answers how many payments it looked at.
 */
export async function reconcilePayments(services: Services): Promise<number> {
  const now = services.clock().getTime();
  const payments = await listUnfinished(services.db, new Date(now - idleMs), batchSize);
  for (const payment of payments) {
    try {
      await reconcile(services, payment, payment.createdAt.getTime() < now - abandonedMs);
    } catch (error) {
      // One payment that cannot be mended must not keep the others from being mended; it comes up again next time.
      services.log.error({ err: error, paymentId: payment.id }, 'a payment could not be reconciled');
    }
    // To the end of the queue: those that stay open must not keep the others from being looked at.
    await changePayment(services.db, payment.id, { updatedAt: services.clock() });
  }
  return payments.length;
}

async function reconcile(services: Services, payment: PaymentRow, isAbandoned: boolean): Promise<void> {
  if (payment.status === 'refund_pending') return await refundPayment(services, payment.id);
  if (payment.status === 'succeeded') {
    if (isAbandoned) await giveBack(services, payment.id);
    return;
  }
  // The server may have died between our row and the provider's answer: the same key gives the same intent.
  const opened = await openPayment(services, payment);
  if (isAbandoned) await cancelIfOpen(services, opened);
  await settlePayment(services, opened.stripePaymentIntentId);
}

/** What was paid before it could be cancelled keeps what it bought. */
async function cancelIfOpen(
  services: Services,
  payment: PaymentRow & { stripePaymentIntentId: string },
): Promise<void> {
  const truth = await services.payments.getPayment(payment.stripePaymentIntentId);
  if (truth?.status === 'open') await cancelAtProvider(services, payment);
}

/** A booking may spend the payment at this very moment: what is decided under the lock counts. */
async function giveBack(services: Services, paymentId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.status !== 'succeeded' || payment.pickupId || payment.subscriptionId) return;
    await changePayment(trx, paymentId, { status: 'refund_pending', updatedAt: services.clock() });
  });
  await refundPayment(services, paymentId);
}
