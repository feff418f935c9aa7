import { type Kysely, sql } from 'kysely';

/**
 * The device of a push subscription, as its sign-ins know it (`sign_in_devices`). Null for a browser without cookies, and
 * for subscriptions that an older server has saved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE push_subscriptions ADD COLUMN "deviceId" uuid`.execute(db);
}
