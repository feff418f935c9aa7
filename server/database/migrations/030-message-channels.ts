import { type Kysely, sql } from 'kysely';

/** What people choose to get by which channel, who agreed to texts, and what became of texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE message_preferences (
    "userId" uuid NOT NULL REFERENCES users("id"),
    "group" text NOT NULL,
    "channel" text NOT NULL CHECK ("channel" IN ('email', 'push', 'sms')),
    "isOn" boolean NOT NULL,
    "updatedAt" timestamptz(3) NOT NULL,
    PRIMARY KEY ("userId", "group", "channel")
  )`,
  `CREATE TABLE text_consents (
    "userId" uuid PRIMARY KEY REFERENCES users("id"),
    "phone" text NOT NULL,
    "agreedAt" timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX text_consents_of_phone ON text_consents ("phone")`,
  `CREATE TABLE text_refusals (
    "phone" text PRIMARY KEY,
    "code" integer NOT NULL,
    "refusedAt" timestamptz(3) NOT NULL
  )`,
  `ALTER TABLE messages
    ADD COLUMN "handedOverAt" timestamptz(3),
    ADD COLUMN "providerId" text,
    ADD COLUMN "deliveredAt" timestamptz(3)`,
  `CREATE INDEX messages_texts ON messages ("handedOverAt") WHERE "channel" = 'sms'`,
];
