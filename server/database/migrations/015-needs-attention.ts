import { type Kysely, sql } from 'kysely';

/** What the dispatcher's list reads: when a problem began, work of drivers for stops that were taken away, and dismissals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "problemAt" timestamptz(3)',
  `UPDATE pickups SET "problemAt" = coalesce("settledAt", "updatedAt") WHERE "status" IN ('issue', 'incomplete')`,
  // A server of the earlier version doesn't write "problemAt". The included columns let the count read the index alone.
  `CREATE INDEX pickups_problems ON pickups (coalesce("problemAt", "updatedAt") DESC, "id" DESC)
    INCLUDE ("problemAt", "updatedAt", "status") WHERE "status" IN ('issue', 'incomplete')`,
  `CREATE INDEX pickups_same_day_pending ON pickups ("scheduledDay")
    WHERE "status" = 'pending' AND "serviceType" = 'same-day'`,
  `CREATE INDEX pickups_open_unplaced ON pickups ("scheduledDay", "id")
    WHERE ("coordinates" IS NULL OR "coordinatesPrecision" = 'area') AND "status" IN ('pending', 'assigned')`,
  'CREATE INDEX places_address ON places ("address")',

  `CREATE INDEX payment_history_disputed ON payment_history ("disputedAt" DESC) WHERE "disputedAt" IS NOT NULL`,
  `CREATE INDEX payment_history_refund_failed ON payment_history ("createdAt" DESC) WHERE "status" = 'refund_failed'`,
  `CREATE INDEX refunds_failed ON refunds ("updatedAt" DESC) WHERE "status" = 'failed'`,

  // What a phone sent for a stop that was no longer its driver's. One row for each kind of work.
  `CREATE TABLE late_work (
    "id" uuid PRIMARY KEY,
    "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
    "driverId" uuid NOT NULL REFERENCES users ("id"),
    "kind" text NOT NULL CHECK ("kind" IN ('complete', 'incomplete', 'note', 'photo')),
    "taken" text NOT NULL CHECK ("taken" IN ('reassigned', 'unassigned', 'rescheduled', 'cancelled')),
    "receivedAt" timestamptz(3) NOT NULL,
    UNIQUE ("pickupId", "driverId", "kind")
  )`,
  `CREATE INDEX late_work_newest ON late_work ("receivedAt" DESC)`,

  // A dismissal is for one state of an item: in another state the item is back.
  `CREATE TABLE attention_dismissals (
    "kind" text NOT NULL,
    "subject" text NOT NULL,
    "state" text NOT NULL,
    "word" text NOT NULL,
    "dismissedBy" uuid NOT NULL REFERENCES users ("id"),
    "dismissedAt" timestamptz(3) NOT NULL,
    PRIMARY KEY ("kind", "subject", "state")
  )`,
];
