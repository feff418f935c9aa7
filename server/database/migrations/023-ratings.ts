import { type Kysely, sql } from 'kysely';

/** What a customer wrote with a rating and when, and the index that lists the low ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN IF NOT EXISTS "ratingComment" text, ADD COLUMN IF NOT EXISTS "ratedAt" timestamptz(3)',
  `CREATE INDEX IF NOT EXISTS pickups_low_ratings ON pickups ("ratedAt" DESC, "id") WHERE "customerRating" <= 2`,
];
