import { type Kysely, sql } from 'kysely';

/** Two-factor sign-in: codes that work once, recovery codes, and when a session last proved the second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE users ADD COLUMN "twoFactorLastStep" integer',
  `ALTER TABLE users ADD COLUMN "twoFactorRecoveryCodes" text[] NOT NULL DEFAULT '{}'`,
  'ALTER TABLE sessions ADD COLUMN "confirmedAt" timestamptz(3)',
];
