import { type Kysely, sql } from 'kysely';

/**
 * What a pause and a change of days do to a charged month. All columns are null where nothing has happened, as an older
 * server leaves them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE subscriptions ADD COLUMN "unservedFrom" date, ADD COLUMN "renewsAt" timestamptz`.execute(db);
  await sql`
    ALTER TABLE plan_months
      ADD COLUMN "recountedValue" numeric(10,2),
      ADD COLUMN "recountedVisits" integer,
      ADD COLUMN "recountedCredits" integer`.execute(db);
  await sql`ALTER TABLE simulated_subscriptions ADD COLUMN "billingAnchor" timestamptz`.execute(db);
}
