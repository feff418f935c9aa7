import { type Kysely, sql } from 'kysely';

/** Messages to people: each row is one message by one channel, with what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // No foreign key to users: its lock would deadlock with the deletion of an account, which holds the user's row and waits for
  // pickups.
  `CREATE TABLE IF NOT EXISTS messages (
    "id" uuid PRIMARY KEY,
    "kind" text NOT NULL,
    "channel" text NOT NULL CHECK ("channel" IN ('email', 'push', 'sms')),
    "recipientId" uuid NOT NULL,
    "subject" text NOT NULL CHECK ("subject" IN ('pickup', 'payment')),
    "subjectId" uuid NOT NULL,
    "revision" text NOT NULL,
    "details" jsonb NOT NULL DEFAULT '{}',
    "createdAt" timestamptz(3) NOT NULL,
    "dueAt" timestamptz(3) NOT NULL,
    "claimedUntil" timestamptz(3),
    "attempts" integer NOT NULL DEFAULT 0,
    "failure" text,
    "sentAt" timestamptz(3),
    "droppedAt" timestamptz(3),
    "dropReason" text,
    "failedAt" timestamptz(3)
  )`,
  `CREATE UNIQUE INDEX IF NOT EXISTS messages_once ON messages ("subjectId", "kind", "channel", "recipientId", "revision")`,
  `CREATE INDEX IF NOT EXISTS messages_of_recipient ON messages ("recipientId", "createdAt" DESC, "id" DESC)`,
];
