import { type Selectable, sql } from 'kysely';
import type { Weekday } from '../../../contract/values/dates.ts';
import type { SubscriptionOrdersTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** SQL of subscription orders: what a customer wants to subscribe to, until it is paid. */

export type OrderRow = Selectable<SubscriptionOrdersTable>;
type Wish = Pick<OrderRow, 'preferredDay' | 'preferredTime' | 'address' | 'specialInstructions'>;

/** Lets one request of a customer at a time decide what they subscribe to, until the transaction ends. */
export async function lockOrdersOf(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plan of ${customerId}`}, 0))`.execute(trx);
}

export async function insertOrder(
  trx: Db,
  order: Pick<OrderRow, 'id' | 'customerId' | 'packageType' | 'pricePerMonth'> & Wish,
): Promise<OrderRow> {
  return await trx.insertInto('subscription_orders').values(order).returningAll().executeTakeFirstOrThrow();
}

export async function findOrderRow(db: Db, id: string): Promise<OrderRow | undefined> {
  return await db.selectFrom('subscription_orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changeOrder(trx: Db, id: string, wish: Partial<Wish>, now: Date): Promise<OrderRow> {
  return await trx
    .updateTable('subscription_orders')
    .set({ ...wish, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes preferences on an order that had none; undefined when they were stated before. */
export async function statePreference(
  trx: Db,
  id: string,
  wish: { preferredDay: Weekday; preferredTime: string | null },
  now: Date,
): Promise<OrderRow | undefined> {
  return await trx
    .updateTable('subscription_orders')
    .set({ ...wish, updatedAt: now })
    .where('id', '=', id)
    .where('preferredDay', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
