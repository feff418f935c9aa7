import { type Kysely, sql } from 'kysely';

/** When an event of the provider was last tried, and when it was put aside because every try had failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE provider_events
    ADD COLUMN IF NOT EXISTS "triedAt" timestamptz(3),
    ADD COLUMN IF NOT EXISTS "setAsideAt" timestamptz(3)`,
  `CREATE INDEX IF NOT EXISTS provider_events_set_aside ON provider_events ("setAsideAt") WHERE "setAsideAt" IS NOT NULL`,
];
