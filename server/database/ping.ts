import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Resolves when the database answers; rejects with the driver's error when it does not. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}
