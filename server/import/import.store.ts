import { type Selectable, sql } from 'kysely';
import type { ImportEncoding, ImportField, ImportState } from '../../contract/import.ts';
import type { ImportBatchesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of import batches. The SQL of their rows is in rows.store.ts. */

export type BatchRow = Selectable<ImportBatchesTable>;

export async function insertBatch(
  trx: Db,
  batch: Omit<BatchRow, 'state' | 'revision' | 'startedBy' | 'finishedAt' | 'emptiedAt'>,
): Promise<void> {
  await trx
    .insertInto('import_batches')
    .values({
      ...batch,
      fields: JSON.stringify(batch.fields),
      ...{ startedBy: null, finishedAt: null, emptiedAt: null },
    })
    .execute();
}

export async function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return await db.selectFrom('import_batches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists batches with their uploaders' usernames, newest first: the one with `id`, or at most `most`. */
export async function listBatches(
  db: Db,
  { id, most }: { id?: string; most: number },
): Promise<(BatchRow & { createdByUsername: string })[]> {
  return await db
    .selectFrom('import_batches')
    .innerJoin('users', 'users.id', 'import_batches.createdBy')
    .selectAll('import_batches')
    .select('users.username as createdByUsername')
    .$if(id !== undefined, (query) => query.where('import_batches.id', '=', id as string))
    .orderBy('import_batches.createdAt', 'desc')
    .orderBy('import_batches.id', 'desc')
    .limit(most)
    .execute();
}

/** Saves a new column match. Returns undefined when the batch has been run or doesn't exist. */
export async function setFields(
  trx: Db,
  id: string,
  match: { hasHeader: boolean; fields: readonly (ImportField | null)[] },
): Promise<BatchRow | undefined> {
  return await trx
    .updateTable('import_batches')
    .set({ hasHeader: match.hasHeader, fields: JSON.stringify(match.fields), state: 'checking' })
    .set({ revision: sql`"revision" + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'checking', 'checked'])
    .returningAll()
    .executeTakeFirst();
}

/**
 * Saves which row is the first to be used and what it is, the encoding, and a new guess of the fields. Returns
 * undefined when the batch has been run or doesn't exist. Locks the batch until the transaction ends.
 */
export async function setReading(
  trx: Db,
  id: string,
  reading: {
    hasHeader: boolean;
    firstNumber: number;
    encoding: ImportEncoding;
    fields: readonly (ImportField | null)[];
  },
): Promise<BatchRow | undefined> {
  const { fields, ...rest } = reading;
  return await trx
    .updateTable('import_batches')
    .set({ ...rest, fields: JSON.stringify(fields), state: 'uploaded', revision: sql`"revision" + 1` })
    .set({
      records: sql`(SELECT count(*) FROM import_rows WHERE "batchId" = ${id} AND "number" >= ${reading.firstNumber})`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'checking', 'checked'])
    .returningAll()
    .executeTakeFirst();
}

/** Finds a batch and locks it until the transaction ends. */
export async function lockBatch(trx: Db, id: string): Promise<BatchRow | undefined> {
  return await trx.selectFrom('import_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Moves a batch to the next state. Returns false when it isn't in `from`, or its columns were matched again. */
export async function moveBatch(
  trx: Db,
  id: string,
  from: ImportState,
  change: { state: ImportState; startedBy?: string; finishedAt?: Date },
  revision?: number,
): Promise<boolean> {
  const moved = await trx
    .updateTable('import_batches')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Deletes a batch that hasn't been run, with its rows. Returns false if there is none. */
export async function deleteBatch(trx: Db, id: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('import_batches')
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'checking', 'checked'])
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Lists at most `most` batches that were uploaded before an instant and still have their cells. */
export async function listOldBatches(db: Db, before: Date, most: number): Promise<BatchRow[]> {
  return await db
    .selectFrom('import_batches')
    .selectAll()
    .where('createdAt', '<', before)
    .where('emptiedAt', 'is', null)
    .where('state', 'not in', ['running', 'undoing'])
    .limit(most)
    .execute();
}

export async function setEmptied(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable('import_batches').set({ emptiedAt: now }).where('id', '=', id).execute();
}
