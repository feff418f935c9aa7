import { v7 as newId } from 'uuid';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { WritesMessages } from '../../services.ts';
import type { PriceNews } from '../price-rules.ts';
import type { SubscriptionRow } from '../subscriptions.store.ts';

/** Tells a customer a new price of their plan, by email and in the bell: the old and the new one, and from when. */
export async function tellNewPrice(
  services: WritesMessages,
  trx: Db,
  { id: subjectId, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  { oldPrice, newPrice, from }: PriceNews,
): Promise<void> {
  const details = { oldPrice, newPrice, from: from?.toISOString() ?? null };
  const email = { kind: 'new-price', subjectId, recipientId: customerId, revision: newId(), details } as const;
  await services.messages.write(services, trx, [{ ...email, dueAt: services.clock() }]);
  const begin = from ? `from ${formatDateKey(dateKeyOf(from))}` : 'with your next month';
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Your plan has a new price',
      message: `Your plan costs $${newPrice} a month ${begin}, instead of $${oldPrice}. Months you have paid for don't change.`,
      type: 'subscription_changed',
      actionUrl: '/plan',
    },
  ]);
}
