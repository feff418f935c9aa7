import { type Selectable, sql } from 'kysely';
import type { ImportOutcome, ImportRemark, ImportVerdict } from '../../contract/import.ts';
import type { ImportRowsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the rows of import batches. */

export type RowRow = Selectable<ImportRowsTable>;

/** Rows inserted by one statement. */
const rowsAtOnce = 5_000;

export async function insertRows(
  trx: Db,
  batchId: string,
  records: readonly { number: number; cells: readonly string[] }[],
): Promise<void> {
  for (let from = 0; from < records.length; from += rowsAtOnce) {
    const rows = records.slice(from, from + rowsAtOnce);
    await sql`INSERT INTO import_rows ("batchId", "number", "cells")
      SELECT ${batchId}::uuid, record.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS record("number" integer, "cells" jsonb)`.execute(trx);
  }
}

/** Finds one row's cells; empty when there is no such row. */
export async function findCells(db: Db, batchId: string, number: number): Promise<string[]> {
  return (await findRow(db, { batchId, number }))?.cells ?? [];
}

/** Lists the cells of the first rows with a character outside ASCII, after the rows above the header. */
export async function listWithLetters(
  db: Db,
  { id, firstNumber }: { id: string; firstNumber: number },
  most: number,
): Promise<string[][]> {
  const { rows } = await sql<{ cells: string[] }>`SELECT "cells" FROM import_rows
    WHERE "batchId" = ${id} AND "number" >= ${firstNumber} AND "cells"::text ~ '[^\x01-\x7F]'
    ORDER BY "number" LIMIT ${most}`.execute(db);
  return rows.map(({ cells }) => cells);
}

/** Counts the rows with a value in each column that isn't imported. `at` is the column, from 0. */
export async function countUnused(
  db: Db,
  {
    id,
    firstNumber,
    hasHeader,
    fields,
  }: { id: string; firstNumber: number; hasHeader: boolean; fields: readonly unknown[] },
): Promise<{ at: number; values: number }[]> {
  const unused = fields.flatMap((field, at) => (field === null ? [at] : []));
  const { rows } = await sql<{ at: number; values: number }>`
    SELECT "at", count(*)::int AS "values" FROM import_rows, unnest(${unused}::int[]) AS "at"
    WHERE "batchId" = ${id} AND "number" >= ${firstNumber + (hasHeader ? 1 : 0)} AND "cells"->>"at" ~ '\\S'
    GROUP BY "at" ORDER BY "at"`.execute(db);
  return rows;
}

/** Replaces the cells of rows. */
export async function setCells(
  trx: Db,
  batchId: string,
  rows: readonly { number: number; cells: readonly string[] }[],
): Promise<void> {
  await sql`UPDATE import_rows SET "cells" = found."cells"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found("number" integer, "cells" jsonb)
    WHERE import_rows."batchId" = ${batchId} AND import_rows."number" = found."number"`.execute(trx);
}

/** Lists rows of a batch after a row number, in order. */
export async function listAfter(
  db: Db,
  batchId: string,
  page: { after: number; most: number },
): Promise<Pick<RowRow, 'number' | 'cells'>[]> {
  return await db
    .selectFrom('import_rows')
    .select(['number', 'cells'])
    .where('batchId', '=', batchId)
    .where('number', '>', page.after)
    .orderBy('number')
    .limit(page.most)
    .execute();
}

export interface CheckedRow {
  number: number;
  verdict: ImportVerdict;
  problems: readonly ImportRemark[];
  remarks: readonly ImportRemark[];
  hasPlan: boolean;
  rowKey: string | null;
  email: string | null;
  addressKey: string | null;
  customerId: string | null;
}

/** Saves the results of the check, unless the columns were matched again in the meantime. */
export async function saveChecks(
  trx: Db,
  batchId: string,
  revision: number,
  rows: readonly CheckedRow[],
): Promise<void> {
  await sql`UPDATE import_rows SET "revision" = ${revision}, "verdict" = found."verdict", "problems" = found."problems",
      "remarks" = found."remarks", "hasPlan" = found."hasPlan", "rowKey" = found."rowKey", "email" = found."email",
      "addressKey" = found."addressKey", "customerId" = found."customerId"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS found("number" integer, "verdict" text, "problems" jsonb,
      "remarks" jsonb, "hasPlan" boolean, "rowKey" text, "email" text, "addressKey" text, "customerId" uuid)
    WHERE import_rows."batchId" = ${batchId} AND import_rows."number" = found."number"
      AND EXISTS (SELECT FROM import_batches WHERE "id" = ${batchId} AND "revision" = ${revision})`.execute(trx);
}

/** Lists the next rows to import. */
export async function listToImport(
  db: Db,
  { id, revision }: { id: string; revision: number },
  most: number,
): Promise<RowRow[]> {
  return await db
    .selectFrom('import_rows')
    .selectAll()
    .where('batchId', '=', id)
    .where('revision', '=', revision)
    .where('verdict', 'in', ['new', 'plan'])
    .where('outcome', 'is', null)
    .orderBy('number')
    .limit(most)
    .execute();
}

/** Lists the next rows to undo, after a row number. */
export async function listToUndo(db: Db, batchId: string, after: number, most: number): Promise<RowRow[]> {
  return await db
    .selectFrom('import_rows')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('outcome', 'in', ['made', 'linked'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute();
}

/** Locks a row that has one of `outcomes` (null: none yet). Returns undefined when another worker was faster. */
export async function lockRow(
  trx: Db,
  { batchId, number }: Pick<RowRow, 'batchId' | 'number'>,
  outcomes: readonly ImportOutcome[] | null,
): Promise<RowRow | undefined> {
  return await trx
    .selectFrom('import_rows')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .$if(outcomes === null, (query) => query.where('outcome', 'is', null))
    .$if(outcomes !== null, (query) => query.where('outcome', 'in', outcomes as ImportOutcome[]))
    .forUpdate()
    .executeTakeFirst();
}

export async function setOutcome(
  trx: Db,
  { batchId, number }: Pick<RowRow, 'batchId' | 'number'>,
  change: { outcome: ImportOutcome; outcomeText: string | null; customerId?: string | null; addressKey?: null },
): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set(change)
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .execute();
}

/** Returns those of these keys that were imported and not undone, with the time of the upload. */
export async function listImportedKeys(db: Db, keys: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ rowKey: string; createdAt: Date }>`
    SELECT "rowKey", "createdAt" FROM import_rows JOIN import_batches ON "id" = "batchId"
    WHERE "rowKey" = ANY(${keys}) AND "outcome" IN ('made', 'linked', 'stays')`.execute(db);
  return new Map(rows.map((row) => [row.rowKey, row.createdAt]));
}

/** Returns true if a change failed because another row with the same key has been imported. */
export function isImportedTwice(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'import_rows_once';
}

export async function findRow(
  db: Db,
  { batchId, number }: Pick<RowRow, 'batchId' | 'number'>,
): Promise<RowRow | undefined> {
  return await db
    .selectFrom('import_rows')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Records that a row's invitation was sent. */
export async function setSent(
  db: Db,
  { batchId, number }: Pick<RowRow, 'batchId' | 'number'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ sentAt: now })
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .execute();
}

/** Deletes the contents of the file. Imported accounts and the row keys stay. */
export async function emptyRows(trx: Db, batchId: string): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set({ cells: '[]', problems: '[]', remarks: '[]', email: null, addressKey: null })
    .where('batchId', '=', batchId)
    .execute();
}
