import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import { changeRefund, lockRefund } from './store.ts';

/**
 * Marks a refused refund as settled another way, in staff's words, in the caller's transaction, and tells the customer.
 * It isn't tried again. Changes nothing unless the refund is refused.
 */
export async function settleRefund(services: WritesMessages, trx: Db, refundId: string, word: string): Promise<void> {
  const refund = await lockRefund(trx, refundId);
  if (refund?.status !== 'refused') return;
  const now = services.clock();
  await changeRefund(trx, refundId, { status: 'done', settledAs: word, nextTryAt: null, updatedAt: now });
  const { customerId, amount } = refund;
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Refund settled',
      message: `We couldn't return $${amount} to your card, so we settled it with you another way.`,
      type: 'payment_refunded',
      actionUrl: '/billing',
    },
  ]);
  const email = { kind: 'late-refund', subjectId: refundId, recipientId: customerId, revision: 'settled' } as const;
  await services.messages.write(services, trx, [{ ...email, dueAt: now }]);
}
