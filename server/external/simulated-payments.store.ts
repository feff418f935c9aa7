import type { Selectable, Updateable } from 'kysely';
import type { SimulatedPaymentIntentsTable, SimulatedSubscriptionsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

export type SimulatedIntent = Selectable<SimulatedPaymentIntentsTable>;

export type SimulatedSubscription = Selectable<SimulatedSubscriptionsTable>;

/** Inserts an intent; when its idempotency key was used before, the earlier intent comes back. */
export async function insertIntent(
  db: Db,
  intent: { id: string; clientSecret: string; idempotencyKey: string; amountCents: number },
): Promise<SimulatedIntent> {
  await db
    .insertInto('simulated_payment_intents')
    .values({ ...intent, status: 'requires_payment_method' })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute();
  return await db
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .where('idempotencyKey', '=', intent.idempotencyKey)
    .executeTakeFirstOrThrow();
}

export async function findIntent(db: Db, id: string): Promise<SimulatedIntent | undefined> {
  return await db.selectFrom('simulated_payment_intents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes an intent that still waits for a card; undefined when it no longer does. */
export async function changeOpenIntent(
  db: Db,
  id: string,
  change: Updateable<SimulatedPaymentIntentsTable>,
): Promise<SimulatedIntent | undefined> {
  return await db
    .updateTable('simulated_payment_intents')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'requires_payment_method')
    .returningAll()
    .executeTakeFirst();
}

/** Marks a paid intent as given back in full; doing so again changes nothing. */
export async function refundIntent(db: Db, id: string): Promise<SimulatedIntent | undefined> {
  return await db
    .updateTable('simulated_payment_intents')
    .set((eb) => ({ refundedCents: eb.ref('amountCents') }))
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .returningAll()
    .executeTakeFirst();
}

/** Inserts a subscription; when its idempotency key was used before, the earlier one comes back. */
export async function insertSubscription(
  db: Db,
  subscription: Omit<SimulatedSubscription, 'status' | 'createdAt'>,
): Promise<SimulatedSubscription> {
  await db
    .insertInto('simulated_subscriptions')
    .values({ ...subscription, status: 'incomplete' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await db
    .selectFrom('simulated_subscriptions')
    .selectAll()
    .where('idempotencyKey', '=', subscription.idempotencyKey)
    .executeTakeFirstOrThrow();
}

export async function findSubscription(db: Db, id: string): Promise<SimulatedSubscription | undefined> {
  return await db.selectFrom('simulated_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changeSubscription(
  db: Db,
  id: string,
  change: Updateable<SimulatedSubscriptionsTable>,
): Promise<void> {
  await db.updateTable('simulated_subscriptions').set(change).where('id', '=', id).execute();
}
