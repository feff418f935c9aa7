import type { Selectable } from 'kysely';
import type { SubscriptionsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

export type SubscriptionRow = Selectable<SubscriptionsTable>;

/** A customer's live subscription, else the one that ended last; undefined without any. */
export async function findLatestSubscription(db: Db, customerId: string): Promise<SubscriptionRow | undefined> {
  return await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy((eb) => eb.case().when('status', '=', 'cancelled').then(1).else(0).end())
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}
