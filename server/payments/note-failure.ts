import { v7 as newId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertHistory } from './history.store.ts';
import type { PaymentRow } from './payment-row.ts';
import { changePayment } from './store.ts';

/** Every refused attempt is a line in the books, the latest reason on the payment, and a word to the customer. */
export async function noteFailure(services: Services, payment: PaymentRow, reason: string): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (trx) => {
    await changePayment(trx, payment.id, { failureReason: reason, updatedAt: now });
    await insertHistory(trx, {
      id: newId(),
      customerId: payment.customerId,
      pickupId: payment.pickupId,
      subscriptionId: payment.subscriptionId,
      stripePaymentIntentId: payment.stripePaymentIntentId,
      amount: payment.amount,
      status: 'failed',
      failureReason: reason,
      createdAt: now,
    });
    // One notice a payment: ten tries with a wrong card are one piece of news.
    if (payment.failureReason !== null) return;
    await services.jobs.enqueue(trx, 'notify-person', {
      userId: payment.customerId,
      title: 'Payment failed',
      message: `${reason} Nothing was charged. You can try again with another card.`,
      type: 'payment_failed',
      actionUrl: tryAgainAt(payment),
    });
  });
}

/** Where the customer can pay after all. */
function tryAgainAt({ purpose, pickupId, amount }: PaymentRow): string {
  if (purpose === 'subscription') return '/subscribe';
  return pickupId ? `/checkout?pickupId=${pickupId}&amount=${amount}` : '/dashboard';
}
