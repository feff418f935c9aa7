import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ChargeRefundsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of refunds (charge_refunds): one row from the moment a refund is asked for. */

export type RefundRow = Selectable<ChargeRefundsTable>;

export type NewRefund = Pick<RefundRow, 'id' | 'key' | 'intentId' | 'customerId' | 'why' | 'amount' | 'createdAt'> &
  Partial<Pick<RefundRow, 'pickupId' | 'subscriptionId' | 'causeId' | 'reason' | 'requestedBy'>>;

/** Inserts a refund that is due now. Returns undefined when its key is taken: it was asked for before. */
export async function insertRefund(trx: Db, refund: NewRefund): Promise<RefundRow | undefined> {
  return await trx
    .insertInto('charge_refunds')
    .values({ ...refund, nextTryAt: refund.createdAt, updatedAt: refund.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

const selectRefunds = (db: Db) => db.selectFrom('charge_refunds').selectAll().orderBy('createdAt').orderBy('id');

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return await selectRefunds(db).where('id', '=', id).executeTakeFirst();
}

export async function lockRefund(trx: Db, id: string): Promise<RefundRow | undefined> {
  return await selectRefunds(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Lists the refunds of an intent's charge, oldest first. */
export async function listRefundsOfIntent(db: Db, intentId: string): Promise<RefundRow[]> {
  return await selectRefunds(db).where('intentId', '=', intentId).execute();
}

/** Locks and lists the refunds of an intent's charge, oldest first. */
export async function lockRefundsOfIntent(trx: Db, intentId: string): Promise<RefundRow[]> {
  return await selectRefunds(trx).where('intentId', '=', intentId).forUpdate().execute();
}

export async function listRefundsById(db: Db, ids: readonly string[]): Promise<RefundRow[]> {
  return ids.length === 0 ? [] : await selectRefunds(db).where('id', 'in', ids).execute();
}

/** Lists the refunds that one request of staff asked for: the first has the request's key, and all have it as cause. */
export async function listRefundsOfRequest(db: Db, refundKey: string): Promise<RefundRow[]> {
  return await selectRefunds(db)
    .where((eb) => eb.or([eb('id', '=', refundKey), eb('causeId', '=', refundKey)]))
    .execute();
}

export async function listRefundsOfCause(db: Db, causeId: string): Promise<RefundRow[]> {
  return await selectRefunds(db).where('causeId', '=', causeId).execute();
}

/** Lists a customer's refused refunds that are neither made nor settled yet, oldest first. */
export async function listRefusedOf(db: Db, customerId: string): Promise<RefundRow[]> {
  return await selectRefunds(db)
    .where('customerId', '=', customerId)
    .where('status', 'in', ['asked', 'refused'])
    .where('refusedAt', 'is not', null)
    .where((eb) => eb.or([eb('status', '=', 'refused'), eb('nextTryAt', 'is not', null)]))
    .execute();
}

/** Returns the sum of an intent's refunds that are asked for or refused, and not yet made, as decimal text. */
export async function sumOpen(db: Db, intentId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('charge_refunds')
    .select(sql<string>`coalesce(sum("amount"), 0)::numeric(10,2)`.as('sum'))
    .where('intentId', '=', intentId)
    .where('status', 'in', ['asked', 'refused'])
    .executeTakeFirstOrThrow();
  return sum;
}

export async function changeRefund(
  trx: Db,
  id: string,
  change: Partial<Omit<RefundRow, 'id' | 'key' | 'intentId' | 'createdAt'>> & { updatedAt: Date },
): Promise<RefundRow> {
  return await trx
    .updateTable('charge_refunds')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the open refunds of an intent due now. Returns their ids. */
export async function setDueNow(trx: Db, intentId: string, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('charge_refunds')
    .set({ nextTryAt: now })
    .where('intentId', '=', intentId)
    .where('status', 'in', ['asked', 'refused'])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the intents of refused refunds. */
export async function listRefusedIntents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('charge_refunds')
    .select('intentId')
    .distinct()
    .where('status', '=', 'refused')
    .orderBy('intentId')
    .execute();
  return rows.map(({ intentId }) => intentId);
}

/** Lists the ids of refunds that are due at an instant, the longest due first. */
export async function listDue(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('charge_refunds')
    .select('id')
    .where('status', 'in', ['asked', 'refused'])
    .where('nextTryAt', '<=', at)
    .orderBy('nextTryAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists refunds that wait for a bank and were last looked at before an instant, the longest ago first. */
export async function listSent(db: Db, before: Date, limit: number): Promise<Pick<RefundRow, 'id' | 'intentId'>[]> {
  return await db
    .selectFrom('charge_refunds')
    .select(['id', 'intentId'])
    .where('status', '=', 'sent')
    .where('updatedAt', '<=', before)
    .orderBy('updatedAt')
    .limit(limit)
    .execute();
}

/**
 * Moves refunds over that a server of the previous release wrote to its tables, each once (migration
 * 010-charge-refunds). Goes with those tables.
 */
export async function adoptRefunds(db: Db): Promise<void> {
  await sql`SELECT adopt_refunds()`.execute(db);
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

/** Locks the refunds of a cause until the transaction ends, so that one request at a time adds to them. */
export async function lockCause(trx: Db, causeId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plan refunds of ${causeId}`}, 0))`.execute(trx);
}
