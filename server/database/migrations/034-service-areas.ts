import { type Kysely, sql } from 'kysely';

/** The version of an area, which a change names, and the people who wait for a ZIP code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE service_areas ADD COLUMN "version" integer NOT NULL DEFAULT 1',
  `CREATE TABLE waiting_list (
    "id" uuid PRIMARY KEY,
    "zip" text NOT NULL,
    "email" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "claimedAt" timestamptz(3)
  )`,
  'CREATE UNIQUE INDEX waiting_list_once ON waiting_list ("zip", "email")',
  'CREATE INDEX waiting_list_of_email ON waiting_list ("email")',
];
