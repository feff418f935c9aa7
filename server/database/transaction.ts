import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** What a store takes: the pool, or a transaction when the caller has opened one. */
export type Db = Kysely<Schema>;

/** Serialization failure and deadlock: PostgreSQL undid the whole transaction, so running it again is safe. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 3;

/**
 * Runs the work in one transaction (read committed). `work` may run again after a deadlock, so it must have no effect
 * outside the database: mail, notices and refunds leave as job rows.
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
