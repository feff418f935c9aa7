import { type Kysely, sql } from 'kysely';

/**
 * A dearer price of a plan waits for its month, and a pending package keeps the price that it was agreed at. A closing
 * says why it isn't finished: an admin sees the ones that are open for a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE subscriptions
    ADD COLUMN "pendingPackagePrice" numeric(10,2),
    ADD COLUMN "pendingPrice" numeric(10,2),
    ADD COLUMN "pendingPriceFrom" timestamptz(3)`.execute(db);
  // A plan has a closing when it ends, so this small table is hardly ever in use.
  await sql`ALTER TABLE plan_closings ADD COLUMN "failure" text`.execute(db);
}
