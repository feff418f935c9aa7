import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/**
 * SQL for the jobs that earlier versions enqueued. It reads other features' tables on purpose: nothing else needs it.
 */

const ownerColumns = {
  ...{
    payment_history: 'customerId',
    pickups: 'customerId',
    subscriptions: 'customerId',
    missed_reports: 'customerId',
  },
  email_changes: 'userId',
} as const;

/** Returns the id of the person that a row belongs to. */
export async function findOwner(db: Db, table: keyof typeof ownerColumns, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ ownerId: string }>`
    SELECT ${sql.ref(ownerColumns[table])} AS "ownerId" FROM ${sql.table(table)} WHERE "id" = ${id}`.execute(db);
  return rows[0]?.ownerId;
}

/** Returns the pickup id of a missed report. */
export async function findReportedPickup(db: Db, reportId: string): Promise<string | undefined> {
  const report = await db.selectFrom('missed_reports').select('pickupId').where('id', '=', reportId).executeTakeFirst();
  return report?.pickupId;
}

/** Returns the customer id of an imported row. */
export async function findImported(
  db: Db,
  { batchId, number }: { batchId: string; number: number },
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('import_rows')
    .select('customerId')
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.customerId;
}
