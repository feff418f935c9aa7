import { type Kysely, sql } from 'kysely';

/** Covering indexes for queries that were slow with a million pickups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Whether a problem has a return trip.
  'CREATE INDEX IF NOT EXISTS pickups_trips ON pickups ("returnOf") WHERE "returnOf" IS NOT NULL',

  // What needs attention: counts problems, and looks for their reports by day.
  'DROP INDEX IF EXISTS pickups_problems',
  `CREATE INDEX pickups_problems ON pickups ((coalesce("problemAt", "updatedAt")) DESC, "id" DESC)
    INCLUDE ("problemAt", "updatedAt", "status", "scheduledDay") WHERE "status" IN ('issue', 'incomplete')`,

  // A driver's search through addresses, and the sums of all that the driver has completed.
  'DROP INDEX IF EXISTS pickups_driver_newest',
  `CREATE INDEX pickups_driver_newest ON pickups ("driverId", "scheduledDate" DESC, "id" DESC)
    INCLUDE ("status", "bagCount", "customerId", "address") WHERE "driverId" IS NOT NULL`,
];
