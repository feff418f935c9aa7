import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { inTransaction } from '../../database/transaction.ts';
import type { ProviderEvent } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { countRefusedCard } from '../ceilings/refused-cards.ts';
import { insertHistory, wasRefusedSince } from '../ledger/ledger.store.ts';
import { changePayment, lockPayment, lockPaymentsOf, type PaymentRow } from '../payments.store.ts';

/** A customer who tries several cards within this time gets one notice. */
const noticeMs = 60 * 60_000;

/**
 * Records a declined attempt: a row in the ledger, the reason on the payment, and a notice to the customer, at most one
 * an hour. An event is recorded once, even if it arrives twice in parallel, and counts toward the ceiling of refused
 * cards. An attempt without an event was counted before it was made (`tryCard`).
 */
export async function recordFailure(
  services: Services,
  { id }: Pick<PaymentRow, 'id'>,
  reason: string,
  event?: ProviderEvent,
): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, id);
    // The payment was paid with another card in the meantime, or it was canceled.
    if (payment.status !== 'open') return;
    const { customerId, pickupId, subscriptionId, stripePaymentIntentId, amount } = payment;
    // Parallel refusals on several payments also cause only one notice.
    await lockPaymentsOf(trx, customerId);
    const isNoticed = await wasRefusedSince(trx, customerId, new Date(now.getTime() - noticeMs));
    const isNew = await insertHistory(trx, {
      ...{ customerId, pickupId, subscriptionId, stripePaymentIntentId, amount },
      ...{ id: event ? lineIdOf(event) : newId(), status: 'failed', failureReason: reason, createdAt: now },
    });
    if (!isNew) return;
    await changePayment(trx, id, { failureReason: reason, updatedAt: now, usedAt: now });
    if (event) await countRefusedCard(services, trx, customerId);
    // One notice per payment, however many attempts are declined.
    if (payment.failureReason !== null || isNoticed) return;
    await services.messages.notify(services, trx, [
      {
        userId: customerId,
        title: 'Payment failed',
        message: `${reason} Nothing was charged. You can try again with another card.`,
        type: 'payment_failed',
        actionUrl: tryAgainAt(payment),
      },
    ]);
  });
}

/** Returns the ledger id of an event, derived from the event so that it is always the same. */
function lineIdOf({ id, createdAt }: ProviderEvent): string {
  return newId({ msecs: createdAt.getTime(), random: createHash('sha256').update(id).digest() });
}

function tryAgainAt({ purpose, pickupId, amount }: PaymentRow): string {
  if (purpose === 'subscription') return '/subscribe';
  return purpose !== 'addition' && pickupId ? `/checkout?pickupId=${pickupId}&amount=${amount}` : '/dashboard';
}
