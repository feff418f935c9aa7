import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** Reads other features' tables on purpose: only the jobs that earlier versions left need it. */

const ownerColumns = {
  ...{
    payment_history: 'customerId',
    pickups: 'customerId',
    subscriptions: 'customerId',
    missed_reports: 'customerId',
  },
  email_changes: 'userId',
} as const;

/** Whose a row is. */
export async function findOwner(db: Db, table: keyof typeof ownerColumns, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ ownerId: string }>`
    SELECT ${sql.ref(ownerColumns[table])} AS "ownerId" FROM ${sql.table(table)} WHERE "id" = ${id}`.execute(db);
  return rows[0]?.ownerId;
}

/** The pickup of a report. */
export async function findReportedPickup(db: Db, reportId: string): Promise<string | undefined> {
  const report = await db.selectFrom('missed_reports').select('pickupId').where('id', '=', reportId).executeTakeFirst();
  return report?.pickupId;
}

/** The customer of an imported row. */
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
