import { type Kysely, sql } from 'kysely';

/** The devices that people get notifications on. A device belongs to a session and is deleted with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE IF NOT EXISTS push_subscriptions (
    "sid" text PRIMARY KEY REFERENCES sessions ("sid") ON DELETE CASCADE,
    "endpoint" text NOT NULL,
    "p256dh" text NOT NULL,
    "auth" text NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE UNIQUE INDEX IF NOT EXISTS push_subscriptions_endpoint ON push_subscriptions ("endpoint")',
];
