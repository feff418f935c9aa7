import { type Kysely, sql } from 'kysely';

/** The weekdays that a plan was served on before its last change. A rule about seven days needs both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE subscriptions ADD COLUMN "earlierDays" jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
