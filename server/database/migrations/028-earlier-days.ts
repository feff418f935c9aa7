import { type Kysely, sql } from 'kysely';

/** The weekdays that a plan was served on before they last changed: a rule about seven days meets both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE subscriptions ADD COLUMN "earlierDays" jsonb NOT NULL DEFAULT '[]'`.execute(db);
}
