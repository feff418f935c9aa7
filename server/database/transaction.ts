import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The database parameter of store functions: the pool, or the caller's transaction. */
export type Db = Kysely<Schema>;

/** Serialization failure and deadlock. PostgreSQL has rolled back the transaction, so it is safe to retry. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 3;

/**
 * Runs the work in one transaction (read committed). `work` may run again after a deadlock, so it must have no effects
 * outside the database: for emails, notifications and refunds it enqueues jobs. Within a transaction, runs the work in
 * a savepoint: what it wrote is undone when it throws, and is kept only if the whole transaction is.
 */
export async function inTransaction<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return await inSavepoint(db as Transaction<Schema>, work);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** Savepoints of the same name are nested: PostgreSQL uses the newest. */
async function inSavepoint<T>(trx: Transaction<Schema>, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  await sql`SAVEPOINT part`.execute(trx);
  try {
    const result = await work(trx);
    await sql`RELEASE SAVEPOINT part`.execute(trx);
    return result;
  } catch (error) {
    // A broken connection has undone everything already, so the work's own error is the one to report.
    await sql`ROLLBACK TO SAVEPOINT part`.execute(trx).catch(() => undefined);
    await sql`RELEASE SAVEPOINT part`.execute(trx).catch(() => undefined);
    throw error;
  }
}
