import { type Kysely, sql } from 'kysely';

/** Reports of missed pickups, and the pickups that make up for one: return trips and free ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "returnOf" uuid REFERENCES pickups ("id")',
  'ALTER TABLE pickups ADD COLUMN "recoveryOf" uuid REFERENCES pickups ("id")',
  // No row has either column yet, so building the indexes only reads the table. A return trip that was resolved or
  // cancelled can be booked again.
  `CREATE UNIQUE INDEX pickups_return_of ON pickups ("returnOf")
    WHERE "returnOf" IS NOT NULL AND "status" IN ('pending', 'assigned')`,
  `CREATE UNIQUE INDEX pickups_recovery_of ON pickups ("recoveryOf") WHERE "recoveryOf" IS NOT NULL AND "status" <> 'cancelled'`,
  // Unpaid return trips are held at their cut-off, as bookings by phone are.
  `CREATE INDEX pickups_unpaid_returns ON pickups ("scheduledDay", "id")
    WHERE "returnOf" IS NOT NULL AND "paymentStatus" = 'pending' AND "status" IN ('pending', 'assigned')`,
  `CREATE TABLE missed_reports (
    "id" uuid PRIMARY KEY,
    "pickupId" uuid NOT NULL REFERENCES pickups ("id"),
    "customerId" uuid NOT NULL REFERENCES users ("id"),
    "day" date NOT NULL,
    "state" text NOT NULL CHECK ("state" IN ('recovered', 'open', 'missed', 'not-missed', 'closed')),
    "message" text,
    "recoveryPickupId" uuid REFERENCES pickups ("id"),
    "recoveryDay" date,
    "reason" text,
    "decidedBy" uuid REFERENCES users ("id"),
    "decidedAt" timestamptz(3),
    "createdAt" timestamptz(3) NOT NULL
  )`,
  `CREATE UNIQUE INDEX missed_reports_one_open ON missed_reports ("pickupId") WHERE "state" = 'open'`,
  // Each visit is decided once. A pickup that was rescheduled because of it may come back to the same day.
  `CREATE UNIQUE INDEX missed_reports_one_per_visit ON missed_reports ("pickupId", "day")
    WHERE "state" IN ('open', 'not-missed') OR ("state" = 'missed' AND "recoveryPickupId" <> "pickupId")`,
  'CREATE INDEX missed_reports_of_pickup ON missed_reports ("pickupId", "createdAt" DESC, "id" DESC)',
  `CREATE INDEX missed_reports_open ON missed_reports ("createdAt") WHERE "state" = 'open'`,
];
