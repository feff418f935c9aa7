import { type Kysely, sql } from 'kysely';

/**
 * Creates the table that tells an older server whether it can work on this schema. Its one row, if any, names a
 * migration: a server that doesn't know it can't run on this database. A migration sets it with `oldestServer`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE oldest_server ("migration" text PRIMARY KEY)`.execute(db);
}
