import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The database parameter of store functions: the pool, or the caller's transaction. */
export type Db = Kysely<Schema>;

/** Serialization failure and deadlock. PostgreSQL has rolled back the transaction, so it is safe to retry. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 3;

/**
 * Runs the work in one transaction (read committed). `work` may run again after a deadlock, so it must have no effects
 * outside the database: for emails, notifications and refunds it enqueues jobs.
 */
export async function inTransaction<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
