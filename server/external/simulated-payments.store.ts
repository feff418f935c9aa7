import type { Selectable, Updateable } from 'kysely';
import type { SimulatedPaymentIntentsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

export type SimulatedIntent = Selectable<SimulatedPaymentIntentsTable>;

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
