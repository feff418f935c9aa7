import { type Kysely, sql } from 'kysely';
import { buildIndex } from '../migration.ts';

export const disableTransactions = true;

/**
 * Gives the charges that exist their lines, and the payments that name nothing their purpose. Each statement is a
 * transaction of its own and can be repeated. Nothing else writes lines before this has ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`SELECT set_config('lock_timeout', '2s', false)`.execute(db);
  try {
    await addColumns(db);
    await sql`ALTER TABLE payments VALIDATE CONSTRAINT payments_purpose_check`.execute(db);
    await inBatches(db, namePurposes);
    await inBatches(db, fillLines);
  } finally {
    await sql`RESET lock_timeout`.execute(db);
  }
  await allowSeveralCharges(db);
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE bookings ADD COLUMN IF NOT EXISTS "priceVersion" integer NOT NULL DEFAULT 1`.execute(db);
  await sql`ALTER TABLE simulated_invoices ADD COLUMN IF NOT EXISTS "packageType" text`.execute(db);
  await addReference(db, 'chargeId', 'payment_history', 'CASCADE');
  await addReference(db, 'pickupId', 'pickups', 'SET NULL');
  await addReference(db, 'subscriptionId', 'subscriptions', 'SET NULL');
}

/** Adds a foreign key while the table of the lines is empty. */
async function addReference(
  db: Kysely<unknown>,
  column: string,
  table: string,
  onDelete: 'CASCADE' | 'SET NULL',
): Promise<void> {
  const name = `charge_lines_${column}_fkey`;
  const { rows } = await sql`SELECT FROM pg_constraint WHERE conname = ${name}`.execute(db);
  if (rows.length > 0) return;
  await sql`ALTER TABLE charge_lines ADD CONSTRAINT ${sql.ref(name)}
    FOREIGN KEY (${sql.ref(column)}) REFERENCES ${sql.table(table)} ("id") ON DELETE ${sql.raw(onDelete)}`.execute(db);
}

/** A pickup may have several charges: one that pays for it, and additions to it. */
async function allowSeveralCharges(db: Kysely<unknown>): Promise<void> {
  const isLive = `"status" IN ('creating', 'open', 'succeeded')`;
  await buildIndex(
    db,
    'payments_one_paying_per_pickup',
    `ON payments ("pickupId") WHERE ${isLive} AND "purpose" <> 'addition'`,
    { isUnique: true },
  );
  await buildIndex(db, 'payments_of_pickup', 'ON payments ("pickupId") WHERE "pickupId" IS NOT NULL');
  await buildIndex(db, 'charge_lines_pickup', 'ON charge_lines ("pickupId") WHERE "pickupId" IS NOT NULL');
  await buildIndex(db, 'charge_lines_plan', 'ON charge_lines ("subscriptionId") WHERE "subscriptionId" IS NOT NULL');
  await sql`DROP INDEX CONCURRENTLY IF EXISTS payments_one_live_per_pickup`.execute(db);
}

const batchSize = 5_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Runs a step for the rows after an id until it returns none. A step returns the last id that it has read. */
async function inBatches(
  db: Kysely<unknown>,
  step: (db: Kysely<unknown>, after: string) => Promise<string | null>,
): Promise<void> {
  for (let after: string | null = beforeAll; after !== null; ) after = await step(db, after);
}

/**
 * Payments of the last two days stay as they are: a server of the previous release finds those that are unspent by their
 * old purpose. All others have bought something or are refunded.
 */
async function namePurposes(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string }>`
    WITH batch AS (
      SELECT "id" FROM payments WHERE "id" > ${after} ORDER BY "id" LIMIT ${batchSize}
    ), named AS (
      UPDATE payments SET "purpose" = 'unassigned' WHERE "id" IN (SELECT "id" FROM batch)
        AND "purpose" = 'booking' AND "bookingId" IS NULL AND "createdAt" < now() - interval '2 days'
    )
    SELECT "id" AS "last" FROM batch ORDER BY "id" DESC LIMIT 1`.execute(db);
  return rows[0]?.last ?? null;
}

/** A month has a line for its price and one for the plan credit that it used. Every other charge has one line. */
async function fillLines(db: Kysely<unknown>, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string }>`
    WITH batch AS (
      SELECT "id", "stripePaymentIntentId", "amount", "credit", "pickupId", "subscriptionId", "packageType" FROM payment_history
      WHERE "id" > ${after} AND "status" = 'succeeded' ORDER BY "id" LIMIT ${batchSize}
    ), facts AS (
      SELECT batch.*, payments."id" AS "paymentId", CASE
          WHEN batch."pickupId" IS NOT NULL OR payments."bookingId" IS NOT NULL THEN 'pickup'
          WHEN batch."subscriptionId" IS NOT NULL OR batch."packageType" IS NOT NULL
            OR payments."subscriptionOrderId" IS NOT NULL THEN 'plan-month'
          ELSE 'other' END AS "kind"
      FROM batch LEFT JOIN payments ON payments."stripePaymentIntentId" = batch."stripePaymentIntentId"
    ), filled AS (
      INSERT INTO charge_lines ("id", "paymentId", "chargeId", "position", "kind", "cents", "pickupId", "subscriptionId")
      SELECT gen_random_uuid(), "paymentId", CASE WHEN "paymentId" IS NULL THEN facts."id" END, line."position", line."kind",
        round(line."amount" * 100)::integer, "pickupId", "subscriptionId"
      FROM facts CROSS JOIN LATERAL (VALUES
        (0, facts."kind", facts."amount" + facts."credit"),
        (1, 'credit', -facts."credit")) AS line ("position", "kind", "amount")
      WHERE line."position" = 0 OR line."amount" <> 0
      ON CONFLICT DO NOTHING
    )
    SELECT "id" AS "last" FROM batch ORDER BY "id" DESC LIMIT 1`.execute(db);
  return rows[0]?.last ?? null;
}
