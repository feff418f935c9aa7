import { type Kysely, sql } from 'kysely';

/** A refund of a pickup's charge names a pickup that exists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE charge_refunds ADD CONSTRAINT charge_refunds_pickup
    FOREIGN KEY ("pickupId") REFERENCES pickups ("id")`.execute(db);
}
