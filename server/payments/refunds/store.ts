import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RefundsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** All SQL of refunds that a dispatcher has asked for. */

export type RefundRow = Selectable<RefundsTable>;

/** Inserts a refund; undefined when its id is taken: the same press came twice. */
export async function insertRefund(
  trx: Db,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'pickupId' | 'amount' | 'reason' | 'requestedBy' | 'createdAt'>,
): Promise<RefundRow | undefined> {
  return await trx
    .insertInto('refunds')
    .values({ ...refund, updatedAt: refund.createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  return await db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** What was asked for and has no line in the books yet. */
export async function sumRequested(db: Db, paymentId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<string>`coalesce(sum("amount"), 0)::numeric(10,2)`.as('sum'))
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow();
  return sum;
}

/** Notes what the provider made of a refund; one that we did not ask for is none of these rows. */
export async function setProviderRefund(
  trx: Db,
  id: string,
  { id: providerRefundId, isFailed, now }: { id: string; isFailed: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ providerRefundId, status: isFailed ? 'failed' : 'sent', updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** A refund that the provider would not make. */
export async function setRefused(trx: Db, id: string, now: Date): Promise<boolean> {
  const changed = await trx
    .updateTable('refunds')
    .set({ status: 'failed', updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Refunds that nobody has sent, asked for before an instant. */
export async function listRequested(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'requested')
    .where('updatedAt', '<', before)
    .orderBy('updatedAt')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
