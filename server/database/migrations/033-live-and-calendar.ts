import { type Kysely, sql } from 'kysely';

/** Links to the day of a pickup, and each customer's calendar feed. Only hashes of their tokens are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // No foreign keys: their locks would deadlock with the deletion of an account, which holds the user's row and waits for
  // pickups.
  `CREATE TABLE IF NOT EXISTS live_links (
    "hash" text PRIMARY KEY,
    "pickupId" uuid NOT NULL,
    "day" date NOT NULL,
    "createdAt" timestamptz(3) NOT NULL,
    "revokedAt" timestamptz(3)
  )`,
  `CREATE INDEX IF NOT EXISTS live_links_of_pickup ON live_links ("pickupId")`,
  `CREATE INDEX IF NOT EXISTS live_links_by_day ON live_links ("day")`,
  `CREATE TABLE IF NOT EXISTS calendar_feeds (
    "userId" uuid PRIMARY KEY,
    "hash" text NOT NULL UNIQUE,
    "createdAt" timestamptz(3) NOT NULL
  )`,
];
