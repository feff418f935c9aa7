import { type Kysely, sql } from 'kysely';

/**
 * Payments say what they are for, and their lines what the amount is made of. A server of the previous release goes on
 * writing payments without lines, and payments that name nothing as bookings without a draft.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payments
    DROP CONSTRAINT payments_purpose_check,
    -- 018-filled-lines validates it.
    ADD CONSTRAINT payments_purpose_check
      CHECK ("purpose" IN ('booking', 'pickup', 'subscription', 'addition', 'unassigned')) NOT VALID,
    ADD COLUMN "priceVersion" integer NOT NULL DEFAULT 1`.execute(db);
  await sql`CREATE TABLE charge_lines (
    "id" uuid PRIMARY KEY,
    "paymentId" uuid REFERENCES payments ("id") ON DELETE CASCADE,
    "chargeId" uuid,
    "position" integer NOT NULL,
    -- The kinds are in contract/values/charge-lines.ts. A check would be another migration for each new one.
    "kind" text NOT NULL,
    "quantity" integer NOT NULL DEFAULT 1 CHECK ("quantity" > 0),
    "cents" integer NOT NULL,
    "taxCents" integer NOT NULL DEFAULT 0,
    "pickupId" uuid,
    "subscriptionId" uuid,
    CHECK (num_nonnulls("paymentId", "chargeId") = 1),
    UNIQUE ("paymentId", "position"),
    UNIQUE ("chargeId", "position")
  )`.execute(db);
}
