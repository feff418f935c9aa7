import { type Kysely, sql } from 'kysely';

/** Messages are also about plans, accounts and imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages DROP CONSTRAINT "messages_subject_check", ADD CONSTRAINT "messages_subject_check"
    CHECK ("subject" IN ('pickup', 'payment', 'plan', 'account', 'import'))`.execute(db);
}
