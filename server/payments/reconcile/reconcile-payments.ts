import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { cancelAtProvider, openPayment } from '../checkout/open-payment.ts';
import type { PaymentRow } from '../payment-row.ts';
import { refundUnusedPayment } from '../refunds/refund-unused-payment.ts';
import { sendRefund } from '../refunds/send-refund.ts';
import { listRequested } from '../refunds/store.ts';
import { openForMs } from '../settle/rules.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { changePayment, findPayment, listUnfinished, lockPayment } from '../store.ts';
import { handleEvent } from '../webhook/handle-event.ts';
import { deleteOldEvents, listUnhandled } from '../webhook/store.ts';
import { findUnrecorded } from './find-unrecorded.ts';
import { messageOf, type Outcome } from './outcome.ts';

const idleMs = 60_000;
const batchSize = 200;
/** Longer than the provider sends an event again. */
const eventsKeptMs = 60 * 24 * 60 * 60 * 1000;

/**
 * Looks after what nobody finished: the browser closed, the server was killed between two steps, an event was lost. Asks the
 * provider for the truth and settles it; cancels what was left open for a day; gives back what is a day old, paid, and bought
 * nothing; works off events and refunds that were left; looks for money that our books do not know, of the last hours or since
 * an instant. Answers what it mended and what it could not, in words for a person.
 */
export async function reconcilePayments(services: Services, since?: Date): Promise<Outcome> {
  const mended: string[] = [];
  const failed: string[] = [];
  /** One that cannot be mended must not keep the others from being mended; it comes up again next time. */
  const attempt = async (what: string, id: string, mend: () => Promise<void>) => {
    try {
      await mend();
    } catch (error) {
      services.log.error({ err: error, [`${what}Id`]: id }, 'a payment could not be reconciled');
      failed.push(`${what} ${id}: ${messageOf(error)}`);
    }
  };
  const now = services.clock().getTime();
  const payments = await listUnfinished(services.db, new Date(now - idleMs), batchSize);
  for (const payment of payments) {
    await attempt('payment', payment.id, async () => {
      await reconcile(services, payment, payment.createdAt.getTime() < now - openForMs);
      const after = await findPayment(services.db, payment.id);
      if (after && after.status !== payment.status) {
        mended.push(`payment ${payment.id} over $${payment.amount}: ${payment.status} → ${after.status}`);
      }
    });
    // To the end of the queue: those that stay open must not keep the others from being looked at.
    await changePayment(services.db, payment.id, { updatedAt: services.clock() });
  }
  for (const event of await listUnhandled(services.db, new Date(now - idleMs), batchSize)) {
    await attempt('event', event.id, async () => {
      await handleEvent(services, event);
      mended.push(`event ${event.id} (${event.type}) handled`);
    });
  }
  for (const refundId of await listRequested(services.db, new Date(now - idleMs), batchSize)) {
    await attempt('refund', refundId, async () => {
      await sendRefund(services, refundId);
      mended.push(`refund ${refundId} sent`);
    });
  }
  const unbooked = await findUnrecorded(services, since);
  await deleteOldEvents(services.db, new Date(now - eventsKeptMs));
  return { mended: [...mended, ...unbooked.mended], failed: [...failed, ...unbooked.failed] };
}

async function reconcile(services: Services, payment: PaymentRow, isAbandoned: boolean): Promise<void> {
  if (payment.status === 'refund_pending') return await refundUnusedPayment(services, payment.id);
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
  await refundUnusedPayment(services, paymentId);
}
