import { type Kysely, sql } from 'kysely';

/** What the list of signed-in devices needs, and an index for deleting old lines of the trail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The defaults also serve an older server that still inserts sessions during the upgrade.
  `ALTER TABLE sessions
    ADD COLUMN IF NOT EXISTS "id" uuid NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN IF NOT EXISTS "lastUsedAt" timestamptz(3) NOT NULL DEFAULT now(),
    ADD COLUMN IF NOT EXISTS "lastIp" text`,
  'CREATE UNIQUE INDEX IF NOT EXISTS sessions_id ON sessions ("id")',
  // Exactly the condition of the sweep (server/audit/store.ts).
  `CREATE INDEX IF NOT EXISTS audit_log_short_lived ON audit_log ("at")
    WHERE "action" IN ('signed_in', 'sign_in_failed', 'viewed')`,
];
