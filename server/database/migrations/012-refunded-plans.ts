import { type Kysely, sql } from 'kysely';

/** A refund of a plan's charge names a plan that exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE charge_refunds ADD CONSTRAINT charge_refunds_plan
    FOREIGN KEY ("subscriptionId") REFERENCES subscriptions ("id") ON DELETE CASCADE`.execute(db);
}
