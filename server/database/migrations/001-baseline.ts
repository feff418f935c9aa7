import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

/** The files of the first release's schema. Each one refers only to tables of the files before it. */
const files = ['accounts', 'office', 'plans', 'routing', 'pickups', 'payments', 'messages', 'simulated'];

/**
 * Creates the schema of version 1.0.0: all entities (DATA-1 to DATA-9), with field names as column names, and everything
 * beyond them. A unique index enforces each "exactly once". Instants have milliseconds, like JavaScript's, so that a
 * list's cursor matches a row exactly. Only SQL of PostgreSQL 15, which production may run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  for (const file of files) {
    const statements = await readFile(join(import.meta.dirname, '001-baseline', `${file}.sql`), 'utf8');
    await sql.raw(statements).execute(db);
  }
}
