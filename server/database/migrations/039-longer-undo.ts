import { type Kysely, sql } from 'kysely';

/** Stops of days that can't be served can be undone for longer than two minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE bulk_actions ADD COLUMN "undoSeconds" integer NOT NULL DEFAULT 120`.execute(db);
}
