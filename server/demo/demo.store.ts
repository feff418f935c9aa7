import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** Runs the work on other connections under a lock across all instances. Returns undefined when the lock is taken. */
export async function withDemoLock<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  return await db.connection().execute(async (connection) => {
    const key = sql`hashtextextended('demo data', 0)`;
    const { rows } = await sql<{ locked: boolean }>`SELECT pg_try_advisory_lock(${key}) AS locked`.execute(connection);
    if (!rows[0]?.locked) return undefined;
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
