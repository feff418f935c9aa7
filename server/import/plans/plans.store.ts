import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { ImportedPlansTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/**
 * SQL of imported plans. They don't reference subscriptions: whether a customer has consented is read from the
 * customer's subscriptions.
 */

export type ImportedPlanRow = Selectable<ImportedPlansTable>;

/** Matches a plan that awaits consent: its customer has bought no plan since the import and has no live plan. */
export function isAwaiting(table: string) {
  const plan = sql.ref(table);
  return sql<SqlBool>`NOT EXISTS (SELECT FROM subscriptions WHERE subscriptions."customerId" = ${plan}."customerId"
    AND (subscriptions."createdAt" >= ${plan}."createdAt" OR subscriptions."status" <> 'cancelled'))`;
}

export async function insertPlan(trx: Db, plan: Insertable<ImportedPlansTable>): Promise<void> {
  await trx.insertInto('imported_plans').values(plan).execute();
}

/** Finds the newest imported plan of a customer that awaits consent. */
export async function findAwaiting(db: Db, customerId: string): Promise<ImportedPlanRow | undefined> {
  const { rows } = await sql<ImportedPlanRow>`SELECT plan.* FROM imported_plans AS plan
    WHERE plan."customerId" = ${customerId} AND ${isAwaiting('plan')}
    ORDER BY plan."createdAt" DESC, plan."id" DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Returns those of these customers who have a live plan or one that awaits consent, by id. */
export async function listPlanned(db: Db, customerIds: readonly string[]): Promise<Map<string, 'live' | 'awaiting'>> {
  const { rows } = await sql<{ customerId: string; has: 'live' | 'awaiting' }>`
    SELECT plan."customerId", 'awaiting' AS "has" FROM imported_plans AS plan
      WHERE plan."customerId" = ANY(${customerIds}) AND ${isAwaiting('plan')}
    UNION ALL SELECT "customerId", 'live' FROM subscriptions
      WHERE "customerId" = ANY(${customerIds}) AND "status" <> 'cancelled'`.execute(db);
  return new Map(rows.map((row) => [row.customerId, row.has]));
}

/** Deletes a row's plan unless its customer has consented. Returns false if nothing was deleted. */
export async function deleteUnconsented(trx: Db, row: { batchId: string; number: number }): Promise<boolean> {
  const { rows } = await sql`DELETE FROM imported_plans AS plan WHERE plan."batchId" = ${row.batchId}
    AND plan."rowNumber" = ${row.number} AND ${isAwaiting('plan')} RETURNING plan."id"`.execute(trx);
  return rows.length > 0;
}

export async function hasPlanOfRow(db: Db, row: { batchId: string; number: number }): Promise<boolean> {
  const plan = await db
    .selectFrom('imported_plans')
    .select('id')
    .where('batchId', '=', row.batchId)
    .where('rowNumber', '=', row.number)
    .executeTakeFirst();
  return plan !== undefined;
}
