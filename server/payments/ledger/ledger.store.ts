import { type Selectable, sql } from 'kysely';
import type { PackageType } from '../../../contract/values/prices.ts';
import type { PaymentHistoryTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of the ledger (payment_history): a row for every charge, declined card, refund and lost dispute. */

export type HistoryLine = Selectable<PaymentHistoryTable>;

export type NewLine = Pick<
  HistoryLine,
  'id' | 'customerId' | 'stripePaymentIntentId' | 'amount' | 'status' | 'createdAt'
> &
  Partial<HistoryLine>;

/** Inserts a ledger row. Returns false if the charge (by intent or month), refund or declined renewal is recorded. */
export async function insertHistory(trx: Db, line: NewLine): Promise<boolean> {
  const inserted = await trx
    .insertInto('payment_history')
    .values({ paymentMethod: 'card', ...line })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns whether a card of this customer was refused after `since`, renewals aside. */
export async function wasRefusedSince(trx: Db, customerId: string, since: Date): Promise<boolean> {
  const line = await trx
    .selectFrom('payment_history')
    .select('id')
    .where('customerId', '=', customerId)
    .where('status', '=', 'failed')
    .where('invoiceId', 'is', null)
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

export async function setHistoryTarget(
  trx: Db,
  intentId: string,
  bought: { pickupId: string } | { subscriptionId: string; packageType: PackageType },
): Promise<void> {
  await trx
    .updateTable('payment_history')
    .set(bought)
    .where('stripePaymentIntentId', '=', intentId)
    .where('pickupId', 'is', null)
    .where('subscriptionId', 'is', null)
    .execute();
}

/** Finds and locks the charge of an intent; undefined while there is none. */
export async function lockCharge(trx: Db, intentId: string): Promise<HistoryLine | undefined> {
  return await trx
    .selectFrom('payment_history')
    .selectAll()
    .where('stripePaymentIntentId', '=', intentId)
    .where('status', '=', 'succeeded')
    .forUpdate()
    .executeTakeFirst();
}

export async function isMonthRecorded(trx: Db, invoiceId: string): Promise<boolean> {
  const line = await trx
    .selectFrom('payment_history')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  return line !== undefined;
}

/** Returns those of the intents whose charge is recorded. If `before` is set, only charges recorded before it count. */
export async function listChargedIntents(
  db: Db,
  intentIds: readonly string[],
  before: Date | null = null,
): Promise<Set<string>> {
  if (intentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_history')
    .select('stripePaymentIntentId')
    .where('stripePaymentIntentId', 'in', intentIds)
    .where('status', '=', 'succeeded')
    .$if(before !== null, (query) => query.where('createdAt', '<', before as Date))
    .execute();
  return new Set(rows.flatMap(({ stripePaymentIntentId }) => stripePaymentIntentId ?? []));
}

/** Marks a refund that the bank returned to us. Returns false when it is already marked. */
export async function setRefundFailed(trx: Db, providerRefundId: string): Promise<boolean> {
  const changed = await trx
    .updateTable('payment_history')
    .set({ status: 'refund_failed' })
    .where('providerRefundId', '=', providerRefundId)
    .where('status', '=', 'refunded')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** The payment method of a ledger row that says that a cardholder's bank took a charge back. */
export const byDispute = 'dispute';

/** Returns how much of an intent's charge was lost in disputes, as decimal text. */
export async function sumLost(db: Db, intentId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('payment_history')
    .select(sql<string>`coalesce(sum("refundAmount"), 0)::numeric(10,2)`.as('sum'))
    .where('stripePaymentIntentId', '=', intentId)
    .where('status', '=', 'refunded')
    .where('paymentMethod', '=', byDispute)
    .executeTakeFirstOrThrow();
  return sum;
}

export async function setDisputed(trx: Db, lineId: string, disputedAt: Date | null): Promise<void> {
  await trx.updateTable('payment_history').set({ disputedAt }).where('id', '=', lineId).execute();
}

/** Lists the intents of charges that are marked as disputed. */
export async function listDisputedIntents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_history')
    .select((eb) => eb.ref('stripePaymentIntentId').$notNull().as('intentId'))
    .where('disputedAt', 'is not', null)
    .where('stripePaymentIntentId', 'is not', null)
    .orderBy('disputedAt')
    .execute();
  return rows.map(({ intentId }) => intentId);
}

/** Returns how much of an intent is refunded, as decimal text, and whether its cardholder disputes it. */
export async function readCharge(db: Db, intentId: string): Promise<{ refunded: string; isDisputed: boolean }> {
  return await db
    .selectFrom('payment_history')
    .select([
      sql<string>`coalesce(sum("refundAmount") FILTER (WHERE "status" = 'refunded'), 0)::numeric(10,2)`.as('refunded'),
      sql<boolean>`coalesce(bool_or("disputedAt" IS NOT NULL), false)`.as('isDisputed'),
    ])
    .where('stripePaymentIntentId', '=', intentId)
    .executeTakeFirstOrThrow();
}

export interface LedgerLine
  extends Pick<
    HistoryLine,
    | 'status'
    | 'stripePaymentIntentId'
    | 'providerRefundId'
    | 'paymentMethod'
    | 'amount'
    | 'refundAmount'
    | 'pickupId'
    | 'subscriptionId'
  > {
  username: string;
}

function selectLines(db: Db) {
  return db
    .selectFrom('payment_history')
    .innerJoin('users', 'users.id', 'payment_history.customerId')
    .select([
      ...(['payment_history.status', 'stripePaymentIntentId', 'providerRefundId', 'payment_history.amount'] as const),
      ...(['refundAmount', 'pickupId', 'subscriptionId', 'paymentMethod', 'users.username'] as const),
    ]);
}

/** Lists the ledger rows of movements at the provider: charges by their intent, refunds by the provider's id. */
export async function listLedgerLines(
  db: Db,
  movements: readonly { kind: string; id: string; intentId: string | null }[],
): Promise<LedgerLine[]> {
  const intentIds = movements.flatMap(({ kind, intentId }) => (kind === 'charge' && intentId ? [intentId] : []));
  const refundIds = movements.flatMap(({ kind, id }) => (kind === 'refund' ? [id] : []));
  return await selectLines(db)
    .where(sql<boolean>`
      ("payment_history"."status" = 'succeeded' AND "stripePaymentIntentId" = ANY(${intentIds}::text[]))
      OR "providerRefundId" = ANY(${refundIds}::text[])`)
    .execute();
}

/** Lists charges and refunds that went through the provider from `since` (included) until `until` (excluded). */
export async function listLinesOf(db: Db, { since, until }: { since: Date; until: Date }): Promise<LedgerLine[]> {
  const movedAt = sql`coalesce("movedAt", "payment_history"."createdAt")`;
  return await selectLines(db)
    .where('payment_history.status', 'in', ['succeeded', 'refunded'])
    .where('stripePaymentIntentId', 'is not', null)
    .where(sql<boolean>`${movedAt} >= ${since} AND ${movedAt} < ${until}`)
    .orderBy(movedAt)
    .execute();
}

/** Returns whether an intent belongs to one of our payments or is in the ledger. */
export async function isKnownIntent(db: Db, intentId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payments WHERE "stripePaymentIntentId" = ${intentId}
    UNION ALL SELECT FROM payment_history WHERE "stripePaymentIntentId" = ${intentId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
