import { type Kysely, sql } from 'kysely';

/**
 * Visits of plans that were moved before they have a stop, and indexes for queries that were slow with a million
 * pickups.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A visit may be moved several times: the newest row of an occurrence counts. Undoing a move deletes its rows.
  `CREATE TABLE visit_moves (
    "id" uuid PRIMARY KEY,
    "subscriptionId" uuid NOT NULL REFERENCES subscriptions ("id") ON DELETE CASCADE,
    "occurrenceDate" date NOT NULL,
    "toDay" date NOT NULL,
    "reason" text,
    "actorId" uuid NOT NULL,
    "actionId" uuid NOT NULL,
    "createdAt" timestamptz(3) NOT NULL
  )`,
  'CREATE INDEX visit_moves_of_plan ON visit_moves ("subscriptionId", "occurrenceDate", "createdAt" DESC)',
  'CREATE INDEX visit_moves_by_day ON visit_moves ("toDay")',
  'CREATE INDEX visit_moves_of_action ON visit_moves ("actionId")',

  // Requests without a driver, by service date. Almost every stop with a problem has a driver.
  `CREATE INDEX pickups_undriven_requests ON pickups ("status", "scheduledDate" DESC, "id" DESC)
    WHERE "driverId" IS NULL AND "serviceType" <> 'subscription'`,

  // The newest pickups of a few people, without the table.
  'DROP INDEX IF EXISTS pickups_customer',
  `CREATE INDEX pickups_customer ON pickups ("customerId", "scheduledDate" DESC, "id" DESC) INCLUDE ("status", "createdAt", "serviceType")`,

  // The sums of a driver's bags, as counted or else as booked.
  'DROP INDEX IF EXISTS pickups_driver_newest',
  `CREATE INDEX pickups_driver_newest ON pickups ("driverId", "scheduledDate" DESC, "id" DESC)
    INCLUDE ("status", "bagCount", "countedBags", "customerId", "address") WHERE "driverId" IS NOT NULL`,
];
