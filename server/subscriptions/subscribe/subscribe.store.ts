import { type Selectable, sql } from 'kysely';
import type { Weekday } from '../../../contract/values/time/dates.ts';
import type { SubscriptionOrdersTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** SQL of subscription orders: plans being bought, before their first payment. */

export type OrderRow = Selectable<SubscriptionOrdersTable>;
type Preferences = Pick<OrderRow, 'preferredDay' | 'preferredTime' | 'address' | 'specialInstructions'>;

/** Serializes a customer's requests to subscribe until the transaction ends. */
export async function lockOrdersOf(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plan of ${customerId}`}, 0))`.execute(trx);
}

export async function insertOrder(
  trx: Db,
  order: Pick<OrderRow, 'id' | 'customerId' | 'packageType' | 'pricePerMonth'> & Partial<Preferences>,
): Promise<OrderRow> {
  return await trx.insertInto('subscription_orders').values(order).returningAll().executeTakeFirstOrThrow();
}

export async function findOrderRow(db: Db, id: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('subscription_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changeOrder(
  trx: Db,
  id: string,
  preferences: Partial<Preferences>,
  now: Date,
): Promise<OrderRow> {
  return await trx
    .updateTable('subscription_orders')
    .set({ ...preferences, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves preferences on an order that has none. Returns undefined if it already has some. */
export async function saveFirstPreference(
  trx: Db,
  id: string,
  preferences: { preferredDay: Weekday; preferredTime: string | null },
  now: Date,
): Promise<OrderRow | undefined> {
  return await trx
    .updateTable('subscription_orders')
    .set({ ...preferences, updatedAt: now })
    .where('id', '=', id)
    .where('preferredDay', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
