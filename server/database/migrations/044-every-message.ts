import { type Kysely, sql } from 'kysely';

/** Messages are also notices of the bell, and emails to people on the waiting list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE messages
    DROP CONSTRAINT "messages_channel_check", ADD CONSTRAINT "messages_channel_check"
      CHECK ("channel" IN ('email', 'push', 'sms', 'bell')),
    DROP CONSTRAINT "messages_subject_check", ADD CONSTRAINT "messages_subject_check"
      CHECK ("subject" IN ('pickup', 'payment', 'plan', 'account', 'import', 'waiting-list'))`.execute(db);
}
