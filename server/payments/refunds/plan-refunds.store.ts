import { type Selectable, sql } from 'kysely';
import type { PlanRefundsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of refunds of a plan's charges. */

export type PlanRefundRow = Selectable<PlanRefundsTable>;

/** Locks the refunds of a cause until the transaction ends, so that one request at a time works on them. */
export async function lockCause(trx: Db, causeId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plan refunds of ${causeId}`}, 0))`.execute(trx);
}

export async function listPlanRefunds(db: Db, causeId: string): Promise<PlanRefundRow[]> {
  return await db
    .selectFrom('plan_refunds')
    .selectAll()
    .where('causeId', '=', causeId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

export async function insertPlanRefund(trx: Db, refund: Omit<PlanRefundRow, 'status'>): Promise<void> {
  await trx.insertInto('plan_refunds').values(refund).execute();
}

export async function setPlanRefund(db: Db, id: string, status: 'sent' | 'failed'): Promise<void> {
  await db.updateTable('plan_refunds').set({ status }).where('id', '=', id).where('status', '=', 'requested').execute();
}

/** Lists the intents that paid for a plan, by `paidBy` if it is set, newest first, without disputed ones. */
export async function listPlanIntents(db: Db, subscriptionId: string, paidBy: Date | null): Promise<string[]> {
  const paidAt = sql<Date>`coalesce("movedAt", "createdAt")`;
  const rows = await db
    .selectFrom('payment_history')
    .select((eb) => eb.ref('stripePaymentIntentId').$notNull().as('intentId'))
    .where('subscriptionId', '=', subscriptionId)
    .where('status', '=', 'succeeded')
    .where('stripePaymentIntentId', 'is not', null)
    .where('disputedAt', 'is', null)
    .$if(paidBy !== null, (lines) => lines.where(paidAt, '<=', paidBy as Date))
    .orderBy(paidAt, 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ intentId }) => intentId);
}
