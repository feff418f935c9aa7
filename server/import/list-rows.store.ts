import { type SqlBool, sql } from 'kysely';
import type { ImportFilter } from '../../contract/import.ts';
import type { Db } from '../database/transaction.ts';
import { isAwaiting } from './plans/plans.store.ts';
import type { RowRow } from './rows.store.ts';

/** SQL of the lists of an import batch's rows. */

export interface RowFilter {
  batchId: string;
  show: ImportFilter;
  q: string | undefined;
}

export interface ListedRow extends RowRow {
  hasAwaiting: boolean;
  hasImportedPlan: boolean;
}

/** Lists at most `most` rows after a row number, with the state of their plans. */
export async function listRows(
  db: Db,
  filter: RowFilter,
  { after, most }: { after: number; most: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    SELECT import_rows.*, plan."id" IS NOT NULL AS "hasImportedPlan",
      plan."id" IS NOT NULL AND ${isAwaiting('plan')} AS "hasAwaiting"
    ${fromRows(filter)} AND import_rows."number" > ${after} ORDER BY import_rows."number" LIMIT ${most}`.execute(db);
  return rows;
}

export async function countRows(db: Db, filter: RowFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS "count" ${fromRows(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the `after` of the previous page; 0 for the first page. */
export async function findPrevious(db: Db, filter: RowFilter, after: number, pageSize: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`SELECT import_rows."number" ${fromRows(filter)}
    AND import_rows."number" <= ${after} ORDER BY import_rows."number" DESC LIMIT 1 OFFSET ${pageSize}`.execute(db);
  return rows[0]?.number ?? 0;
}

function fromRows({ batchId, show, q }: RowFilter) {
  const pattern = `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  return sql`FROM import_rows
    JOIN import_batches ON import_batches."id" = import_rows."batchId"
    LEFT JOIN imported_plans AS plan ON plan."batchId" = import_rows."batchId" AND plan."rowNumber" = import_rows."number"
    WHERE import_rows."batchId" = ${batchId} AND ${isData}
      AND (${q ?? ''} = '' OR import_rows."cells"::text ILIKE ${pattern} OR import_rows."problems"::text ILIKE ${pattern}) AND ${shows(show)}`;
}

/** Matches data rows, not the header and the rows above it. */
const isData = sql<SqlBool>`import_rows."number" >= import_batches."firstNumber"
  AND (NOT import_batches."hasHeader" OR import_rows."number" <> import_batches."firstNumber")`;

function shows(show: ImportFilter) {
  if (show === 'all') return sql<SqlBool>`true`;
  if (show === 'awaiting') return sql<SqlBool>`plan."id" IS NOT NULL AND ${isAwaiting('plan')}`;
  const isNow = sql<SqlBool>`import_rows."revision" = import_batches."revision"`;
  if (show === 'remarks') {
    return sql<SqlBool>`${isNow} AND import_rows."remarks" <> '[]' AND import_rows."verdict" IN ('new', 'plan')`;
  }
  const isVerdict = ['new', 'plan', 'duplicate', 'error'].includes(show);
  return isVerdict
    ? sql<SqlBool>`${isNow} AND import_rows."verdict" = ${show}`
    : sql<SqlBool>`import_rows."outcome" = ${show}`;
}

/** Lists the rows that weren't imported: errors, duplicates, and rows that the run left out or failed to import. */
export async function listNotImported(
  db: Db,
  { id, revision }: { id: string; revision: number },
  page: { after: number; most: number },
): Promise<RowRow[]> {
  return await db
    .selectFrom('import_rows')
    .selectAll()
    .where('batchId', '=', id)
    .where('revision', '=', revision)
    .where((eb) => eb.or([eb('verdict', 'in', ['error', 'duplicate']), eb('outcome', 'in', ['left-out', 'failed'])]))
    .where('number', '>', page.after)
    .orderBy('number')
    .limit(page.most)
    .execute();
}
