import { type Insertable, type Selectable, sql } from 'kysely';
import type { SimulatedCreditsTable } from '../../../database/schema.ts';
import type { Db } from '../../../database/transaction.ts';

export type SimulatedCredit = Selectable<SimulatedCreditsTable>;

/** Locks a balance until the transaction ends. Take this lock before locking any row of a plan. */
export async function lockBalance(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`simulated balance of ${customerId}`}, 0))`.execute(trx);
}

/** Returns a balance in cents: positive in the customer's favor. */
export async function readBalance(db: Db, customerId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('simulated_credits')
    .select(sql<number>`coalesce(sum("amountCents"), 0)::integer`.as('cents'))
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow();
  return cents;
}

/** Lists the changes to a balance, newest first. */
export async function listBalance(db: Db, customerId: string): Promise<SimulatedCredit[]> {
  return await db
    .selectFrom('simulated_credits')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('position', 'desc')
    .execute();
}

export async function insertCredit(trx: Db, credit: Insertable<SimulatedCreditsTable>): Promise<void> {
  await trx.insertInto('simulated_credits').values(credit).execute();
}

export async function findCredit(db: Db, idempotencyKey: string): Promise<SimulatedCredit | undefined> {
  return await db
    .selectFrom('simulated_credits')
    .selectAll()
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}
