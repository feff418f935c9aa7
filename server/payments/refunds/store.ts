import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RefundsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

export type RefundRow = Selectable<RefundsTable>;

/** Inserts a refund. Returns undefined when its id is taken, because the same request came twice. */
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

/** Returns the sum of a payment's refunds that are requested and not yet made, as decimal text. */
export async function sumRequested(db: Db, paymentId: string): Promise<string> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<string>`coalesce(sum("amount"), 0)::numeric(10,2)`.as('sum'))
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'requested')
    .executeTakeFirstOrThrow();
  return sum;
}

/** Records the provider's id and state of a refund. Changes nothing for a refund that wasn't requested here. */
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

/** Marks a refund that the provider refused. Returns false when it isn't `requested` anymore. */
export async function setRefused(trx: Db, id: string, now: Date): Promise<boolean> {
  const changed = await trx
    .updateTable('refunds')
    .set({ status: 'failed', updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Lists the ids of refunds that aren't sent yet and were last changed before an instant. */
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
