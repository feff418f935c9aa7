import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import { isAwaiting } from './plans/plans.store.ts';

/** SQL of the figures of import batches, in one statement for all of them. */

export interface BatchFigures {
  batchId: string;
  /** Rows with a verdict on the present column match. */
  checked: number;
  verdictNew: number;
  verdictPlan: number;
  verdictDuplicate: number;
  verdictError: number;
  plannedPlans: number;
  /** Rows to import that have a remark. */
  remarked: number;
  made: number;
  linked: number;
  leftOut: number;
  failed: number;
  undone: number;
  stays: number;
  awaiting: number;
  consented: number;
  invitable: number;
  invited: number;
  sent: number;
  /** Imported rows with an address to look up. `located` counts those already looked up. */
  addresses: number;
  located: number;
}

export async function readFigures(db: Db, batchIds: readonly string[]): Promise<Map<string, BatchFigures>> {
  // A verdict on an earlier column match no longer counts.
  const isNow = sql`r."revision" = b."revision"`;
  const isLive = sql`r."outcome" IN ('made', 'linked', 'stays')`;
  const { rows } = await sql<BatchFigures>`
    SELECT r."batchId",
      count(*) FILTER (WHERE ${isNow} AND r."verdict" IS NOT NULL)::int AS "checked",
      count(*) FILTER (WHERE ${isNow} AND r."verdict" = 'new')::int AS "verdictNew",
      count(*) FILTER (WHERE ${isNow} AND r."verdict" = 'plan')::int AS "verdictPlan",
      count(*) FILTER (WHERE ${isNow} AND r."verdict" = 'duplicate')::int AS "verdictDuplicate",
      count(*) FILTER (WHERE ${isNow} AND r."verdict" = 'error')::int AS "verdictError",
      count(*) FILTER (WHERE ${isNow} AND r."hasPlan" AND r."verdict" IN ('new', 'plan'))::int AS "plannedPlans",
      count(*) FILTER (WHERE ${isNow} AND r."remarks" <> '[]' AND r."verdict" IN ('new', 'plan'))::int AS "remarked",
      count(*) FILTER (WHERE r."outcome" = 'made')::int AS "made",
      count(*) FILTER (WHERE r."outcome" = 'linked')::int AS "linked",
      count(*) FILTER (WHERE r."outcome" = 'left-out')::int AS "leftOut",
      count(*) FILTER (WHERE r."outcome" = 'failed')::int AS "failed",
      count(*) FILTER (WHERE r."outcome" = 'undone')::int AS "undone",
      count(*) FILTER (WHERE r."outcome" = 'stays')::int AS "stays",
      count(*) FILTER (WHERE plan."id" IS NOT NULL AND ${isAwaiting('plan')})::int AS "awaiting",
      count(*) FILTER (WHERE plan."id" IS NOT NULL AND NOT ${isAwaiting('plan')})::int AS "consented",
      count(*) FILTER (WHERE ${isInvitable})::int AS "invitable",
      count(r."invitedAt")::int AS "invited",
      count(r."sentAt")::int AS "sent",
      count(*) FILTER (WHERE ${isLive} AND r."addressKey" IS NOT NULL)::int AS "addresses",
      count(*) FILTER (WHERE ${isLive} AND EXISTS (SELECT FROM places
        WHERE places."addressKey" = r."addressKey" AND places."lastError" IS NULL))::int AS "located"
    FROM import_rows r JOIN import_batches b ON b."id" = r."batchId"
    LEFT JOIN imported_plans plan ON plan."batchId" = r."batchId" AND plan."rowNumber" = r."number"
    LEFT JOIN users u ON u."id" = r."customerId"
    WHERE r."batchId" = ANY(${batchIds}) GROUP BY r."batchId"`.execute(db);
  return new Map(rows.map((row) => [row.batchId, row]));
}

/** Customers who weren't invited yet and have something to do: set a password, or consent to a plan. */
const isInvitable = sql`r."outcome" IN ('made', 'linked') AND r."invitedAt" IS NULL AND u."isActive" AND u."role" = 'customer'
  AND ((r."outcome" = 'made' AND u."passwordHash" IS NULL) OR (plan."id" IS NOT NULL AND ${isAwaiting('plan')}))`;

/** Marks every customer of a batch who can be invited as invited. Returns their rows. */
export async function markInvited(
  trx: Db,
  batchId: string,
  now: Date,
): Promise<{ number: number; customerId: string }[]> {
  const { rows } = await sql<{ number: number; customerId: string }>`
    UPDATE import_rows SET "invitedAt" = ${now} WHERE "batchId" = ${batchId} AND "number" IN (
      SELECT r."number" FROM import_rows r
      LEFT JOIN imported_plans plan ON plan."batchId" = r."batchId" AND plan."rowNumber" = r."number"
      LEFT JOIN users u ON u."id" = r."customerId"
      WHERE r."batchId" = ${batchId} AND ${isInvitable} FOR UPDATE OF r)
    RETURNING "number", "customerId"`.execute(trx);
  return rows;
}
