import { type Kysely, sql } from 'kysely';

/** The settings that an owner changes without a restart: at most one row, with all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE owner_settings (
    "id" uuid PRIMARY KEY,
    "values" jsonb NOT NULL,
    "version" integer NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL
  )`.execute(db);
}
