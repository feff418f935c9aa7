import { type Kysely, sql } from 'kysely';

/** Indexes for finding people and pickups, and for the filters and orders of One-Time Requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Names and usernames. It replaces the index of usernames alone.
  `CREATE INDEX IF NOT EXISTS users_names_search ON users USING gin (
    (lower("username" || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", ''))) gin_trgm_ops
  )`,
  'DROP INDEX IF EXISTS users_username_search',
  // Digits alone, so that (215) 555-0142 is found however it is typed.
  `CREATE INDEX IF NOT EXISTS users_phone_search ON users USING gin (regexp_replace("phone", '[^0-9]', '', 'g') gin_trgm_ops)`,
  // The short id that lists show.
  `CREATE INDEX IF NOT EXISTS pickups_short_id ON pickups (right("id"::text, 8) text_pattern_ops)`,
  // The ZIP code of the address: the last five digits on their own that aren't the house number.
  `CREATE INDEX IF NOT EXISTS pickups_zip ON pickups (substring("address" FROM '^.+\\m([0-9]{5})\\M'), "createdAt" DESC, "id" DESC)`,
  `CREATE INDEX IF NOT EXISTS pickups_undriven ON pickups ("status", "createdAt" DESC, "id" DESC) WHERE "driverId" IS NULL`,
  `CREATE INDEX IF NOT EXISTS pickups_requests_status_scheduled ON pickups ("status", "scheduledDate" DESC, "id" DESC)
    WHERE "serviceType" <> 'subscription'`,
];
