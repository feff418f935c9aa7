import { inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { cancelIfAbandoned } from '../checkout/close-payments.ts';
import { openPayment } from '../checkout/open-payment.ts';
import { refundUnusedPayment } from '../refunds/refund-unused-payment.ts';
import { sendRefund } from '../refunds/send-refund.ts';
import { listRequested } from '../refunds/store.ts';
import { openForMs } from '../settle/rules.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { changePayment, findPayment, listUnfinished, lockPayment, type PaymentRow } from '../store.ts';
import { handleEvent } from '../webhook/handle-event.ts';
import { deleteOldEvents, listUnhandled } from '../webhook/store.ts';
import { findUnrecorded } from './find-unrecorded.ts';
import { messageOf, type Outcome } from './outcome.ts';

const idleMs = 60_000;
const batchSize = 200;
/** Longer than the provider keeps sending an event again. */
const eventsStoredMs = 60 * 24 * 60 * 60 * 1000;

/**
 * Finishes what was interrupted: the browser was closed, the server was killed between two steps, an event was lost. Settles
 * unfinished payments; cancels those unused for an hour; refunds those that were paid a day ago and bought nothing; handles saved
 * events; sends requested refunds; records the provider's movements that aren't in the ledger, of the last hours or since an
 * instant. Returns what it repaired and what it could not.
 */
export async function reconcilePayments(services: Services, since?: Date): Promise<Outcome> {
  const repaired: string[] = [];
  const failed: string[] = [];
  /** One failure must not keep the others from being repaired; it comes up again next time. */
  const attempt = async (what: string, id: string, repair: () => Promise<void>) => {
    try {
      await repair();
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
        repaired.push(`payment ${payment.id} over $${payment.amount}: ${payment.status} → ${after.status}`);
      }
    });
    // To the end of the queue: those that stay open must not keep the others from being checked.
    await changePayment(services.db, payment.id, { updatedAt: services.clock() });
  }
  for (const event of await listUnhandled(services.db, new Date(now - idleMs), batchSize)) {
    await attempt('event', event.id, async () => {
      await handleEvent(services, event);
      repaired.push(`event ${event.id} (${event.type}) handled`);
    });
  }
  for (const refundId of await listRequested(services.db, new Date(now - idleMs), batchSize)) {
    await attempt('refund', refundId, async () => {
      await sendRefund(services, refundId);
      repaired.push(`refund ${refundId} sent`);
    });
  }
  const unrecorded = await findUnrecorded(services, since);
  await deleteOldEvents(services.db, new Date(now - eventsStoredMs));
  return { repaired: [...repaired, ...unrecorded.repaired], failed: [...failed, ...unrecorded.failed] };
}

async function reconcile(services: Services, payment: PaymentRow, isOld: boolean): Promise<void> {
  if (payment.status === 'refund_pending') return await refundUnusedPayment(services, payment.id);
  if (payment.status === 'succeeded') {
    if (isOld) await refundUnspent(services, payment.id);
    return;
  }
  // The server may have died between our row and the provider's response: the same key returns the same intent.
  const opened = await openPayment(services, payment);
  await cancelIfAbandoned(services, opened);
  await settlePayment(services, opened.stripePaymentIntentId);
}

/** Decides under the lock, because a booking may be spending the payment right now. */
async function refundUnspent(services: Services, paymentId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, paymentId);
    if (payment.status !== 'succeeded' || payment.pickupId || payment.subscriptionId) return;
    await changePayment(trx, paymentId, { status: 'refund_pending', updatedAt: services.clock() });
  });
  await refundUnusedPayment(services, paymentId);
}
