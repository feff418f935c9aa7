import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Resolves when the database responds; otherwise rejects with the driver's error. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
