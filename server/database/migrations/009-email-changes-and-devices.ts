import { type Kysely, sql } from 'kysely';

/** Changes of an account's email that can be undone, and the devices that have signed in to an account before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE email_changes (
    "id" uuid PRIMARY KEY,
    "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "oldEmail" text NOT NULL,
    "newEmail" text NOT NULL,
    "isConfirmed" boolean NOT NULL,
    "undoToken" text,
    "undoUntil" timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX email_changes_user ON email_changes ("userId")`,
  `CREATE INDEX email_changes_old_email ON email_changes (lower("oldEmail"))`,
  `CREATE INDEX email_changes_undo_token ON email_changes ("undoToken")`,
  `CREATE INDEX email_changes_undo_until ON email_changes ("undoUntil")`,

  `CREATE TABLE sign_in_devices (
    "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "deviceId" uuid NOT NULL,
    "failures" integer NOT NULL DEFAULT 0,
    "lockedUntil" timestamptz(3),
    "signedInAt" timestamptz(3) NOT NULL,
    PRIMARY KEY ("userId", "deviceId")
  )`,
  `CREATE INDEX sign_in_devices_signed_in ON sign_in_devices ("signedInAt")`,

  // The server makes each secret when it needs it first.
  `CREATE TABLE server_secrets (
    "name" text PRIMARY KEY,
    "value" text NOT NULL
  )`,
];
