import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { WritesMessages } from '../../services.ts';
import { changeRefund, lockRefund } from './refunds.store.ts';

/**
 * Marks a refused refund as settled another way, in staff's words, in the caller's transaction, and tells the customer.
 * It isn't tried again. Changes nothing if the refund is made or isn't one of ours. Throws 409 while it is being tried:
 * the customer must not be paid twice.
 */
export async function settleRefund(services: WritesMessages, trx: Db, refundId: string, word: string): Promise<void> {
  const refund = await lockRefund(trx, refundId);
  if (refund?.status === 'asked') {
    const message = 'This refund is being tried right now. Please look at it again in a minute.';
    throw new Refusal(409, message, { code: 'changed_meanwhile' });
  }
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
