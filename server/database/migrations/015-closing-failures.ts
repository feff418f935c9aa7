import { type Kysely, sql } from 'kysely';

/** Why a closing isn't finished: an admin sees the ones that are open for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE plan_closings ADD COLUMN "failure" text`.execute(db);
}
