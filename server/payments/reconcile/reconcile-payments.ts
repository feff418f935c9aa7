import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { cancelIfAbandoned } from '../checkout/close-payments.ts';
import { openPayment } from '../checkout/open-payment.ts';
import { changePayment, findPayment, listUnfinished, type PaymentRow } from '../payments.store.ts';
import { adoptRefunds, findRefund, listDue } from '../refunds/refunds.store.ts';
import { sendRefund } from '../refunds/send-refund.ts';
import { settlePayment } from '../settle/settle-payment.ts';
import { refundUnspent } from '../unspent/refund-unspent.ts';
import { handleEvent } from '../webhook/handle-event.ts';
import { deleteOldEvents, listForgotten, listSetAside, takeUp } from '../webhook/webhook.store.ts';
import { findUnrecorded } from './find-unrecorded.ts';
import { followWaiting } from './follow-waiting.ts';
import { messageOf, type Outcome } from './outcome.ts';

const idleMs = 60_000;
/** Longer than the longest pause between two tries of an event's job. */
const eventIdleMs = 3 * 60 * 60 * 1000;
const batchSize = 200;
/** Handled events are stored for longer than the provider resends them. */
const eventsStoredMs = 60 * 24 * 60 * 60 * 1000;

/**
 * Finishes interrupted work: the browser was closed, the server was killed between two steps, an event was lost.
 * Returns the repairs and the failures. It:
 * - settles unfinished payments,
 * - cancels those unused for an hour,
 * - refunds those that were paid at least 24 hours ago and bought nothing,
 * - handles saved events whose job is gone,
 * - sends refunds that are due, also refused ones,
 * - asks what became of refunds that wait for a bank, and of disputes,
 * - records the provider's movements that aren't in the ledger, from the last hours or since an instant.
 */
export async function reconcilePayments(services: Services, since?: Date): Promise<Outcome> {
  const repaired: string[] = [];
  const failed: string[] = [];
  /** One failure must not keep the others from being repaired. The next run retries it. */
  const attempt = async (what: string, id: string, repair: () => Promise<void>) => {
    try {
      await repair();
    } catch (error) {
      services.log.error({ err: error, [`${what}Id`]: id }, 'a payment could not be reconciled');
      failed.push(`${what} ${id}: ${messageOf(error)}`);
    }
  };
  const now = services.clock().getTime();
  for (const { id, amount } of await refundUnspent(services)) {
    repaired.push(`payment ${id} for $${amount}: bought nothing and is refunded`);
  }
  const payments = await listUnfinished(services.db, new Date(now - idleMs), batchSize);
  for (const payment of payments) {
    await attempt('payment', payment.id, async () => {
      await reconcile(services, payment);
      const after = await findPayment(services.db, payment.id);
      if (after && after.status !== payment.status) {
        repaired.push(`payment ${payment.id} for $${payment.amount}: ${payment.status} → ${after.status}`);
      }
    });
    // Moves the payment to the end of the list, so that payments that stay open don't keep others from being checked.
    await changePayment(services.db, payment.id, { updatedAt: services.clock() });
  }
  const [untriedBefore, triedBefore] = [new Date(now - idleMs), new Date(now - eventIdleMs)];
  for (const event of await listForgotten(services.db, { untriedBefore, triedBefore, limit: batchSize })) {
    await attempt('event', event.id, async () => {
      await handleEvent(services, event.id);
      repaired.push(`event ${event.id} (${event.type}) handled`);
    });
  }
  await adoptRefunds(services.db);
  for (const refundId of await listDue(services.db, new Date(now - idleMs), batchSize)) {
    await attempt('refund', refundId, async () => {
      await sendRefund(services, refundId);
      const after = await findRefund(services.db, refundId);
      if (after?.status === 'sent' || after?.status === 'done') repaired.push(`refund ${refundId} ${after.status}`);
    });
  }
  const waiting = await followWaiting(services, since !== undefined);
  const unrecorded = await findUnrecorded(services, since);
  await deleteOldEvents(services.db, new Date(now - eventsStoredMs));
  return {
    repaired: [...repaired, ...waiting.repaired, ...unrecorded.repaired],
    failed: [...failed, ...waiting.failed, ...unrecorded.failed],
  };
}

/** Retries events that were set aside, after a person has corrected the cause. */
export async function retrySetAside(services: Services): Promise<Outcome> {
  const outcome: Outcome = { repaired: [], failed: [] };
  for (const { id, type } of await listSetAside(services.db, batchSize)) {
    try {
      await takeUp(services.db, id);
      await handleEvent(services, id);
      outcome.repaired.push(`event ${id} (${type}) handled`);
    } catch (error) {
      outcome.failed.push(`event ${id}: ${messageOf(error)}`);
    }
  }
  return outcome;
}

async function reconcile(services: Services, payment: PaymentRow): Promise<void> {
  // The server may have died before the provider's response arrived. The same key returns the same intent.
  const opened = await openUnlessClosed(services, payment);
  if (!opened) return;
  await cancelIfAbandoned(services, opened);
  await settlePayment(services, opened.stripePaymentIntentId);
}

/** Opens a payment. Returns undefined when the provider refuses or another request closed it: nothing to settle. */
async function openUnlessClosed(services: Services, payment: PaymentRow) {
  return await openPayment(services, payment).catch((error: unknown) => {
    if (error instanceof Refusal && ['creation_refused', 'payment_canceled'].includes(error.code ?? ''))
      return undefined;
    throw error;
  });
}
