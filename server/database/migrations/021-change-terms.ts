import { type Kysely, sql } from 'kysely';

/** The terms that bookings were made under, and when drivers' routes started. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE pickups ADD COLUMN "changeCutoff" text, ADD COLUMN "lateRefundPercent" integer',
  'ALTER TABLE bookings ADD COLUMN "changeCutoff" text, ADD COLUMN "lateRefundPercent" integer',
  `CREATE TABLE route_starts (
    "driverId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
    "date" date NOT NULL,
    "startedAt" timestamptz(3) NOT NULL,
    PRIMARY KEY ("driverId", "date")
  )`,
  // Earlier days are over, so nobody asks whether their routes have started.
  `INSERT INTO route_starts ("driverId", "date", "startedAt")
    SELECT "driverId", "scheduledDay", min(coalesce("resolvedAt", "completedAt", "updatedAt")) FROM pickups
    WHERE "status" IN ('completed', 'issue', 'incomplete') AND "driverId" IS NOT NULL AND "scheduledDay" >= CURRENT_DATE - 1
    GROUP BY "driverId", "scheduledDay"`,
];
