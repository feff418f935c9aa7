import { type Selectable, sql, type Updateable } from 'kysely';
import type { SimulatedPaymentIntentsTable, SimulatedRefundsTable } from '../../../database/schema.ts';
import type { Db } from '../../../database/transaction.ts';
import type { MoneyMovement } from '../payment-provider.ts';

export type SimulatedIntent = Selectable<SimulatedPaymentIntentsTable>;
export type SimulatedRefund = Selectable<SimulatedRefundsTable>;

/** Inserts an intent, or returns the earlier one with this idempotency key. */
export async function insertIntent(
  db: Db,
  intent: Pick<SimulatedIntent, 'id' | 'clientSecret' | 'idempotencyKey' | 'amountCents' | 'customerId'>,
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

export async function lockIntent(trx: Db, id: string): Promise<SimulatedIntent | undefined> {
  return await trx
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes an intent that still waits for a card. Returns undefined when it no longer does. */
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

/** Records a refund of a locked intent. Returns false when its key was used before. */
export async function insertRefund(trx: Db, refund: SimulatedRefund): Promise<boolean> {
  const made = await trx
    .insertInto('simulated_refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await trx
    .updateTable('simulated_payment_intents')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', refund.amountCents) }))
    .where('id', '=', refund.intentId)
    .execute();
  return true;
}

export async function listRefunds(db: Db, intentId: string): Promise<SimulatedRefund[]> {
  return await db
    .selectFrom('simulated_refunds')
    .selectAll()
    .where('intentId', '=', intentId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Lists at most `limit` charges or refunds of a time span (end excluded), oldest first, that follow `after`. */
export async function listMoves(
  db: Db,
  kind: 'charge' | 'refund',
  { since, until, after }: { since: Date; until: Date; after: MoneyMovement | undefined },
  limit: number,
): Promise<MoneyMovement[]> {
  const table = kind === 'charge' ? ('simulated_payment_intents' as const) : ('simulated_refunds' as const);
  const at = sql.ref<Date>(kind === 'charge' ? 'paidAt' : 'createdAt');
  const rows = await db
    .selectFrom(table)
    .select([
      'id',
      at.as('at'),
      kind === 'charge' ? sql<string>`"id"`.as('intentId') : sql<string>`"intentId"`.as('intentId'),
      sql<string | null>`${kind === 'charge' ? sql.ref('customerId') : sql`NULL::text`}`.as('customerId'),
      kind === 'charge' ? sql<number>`"amountCents"`.as('amount') : sql<number>`-"amountCents"`.as('amount'),
    ])
    .where(sql<boolean>`${at} >= ${since} AND ${at} < ${until}`)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${at}, "id") > (${after?.at}, ${after?.id})`))
    .orderBy(at)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ amount, ...row }) => ({ kind, ...row, amountCents: amount }));
}
