import { type Kysely, sql } from 'kysely';

/** Promises of stops that were completed before promises were recorded, and indexes for a year's reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Before this migration, stops were measured against the window at their completion, so that window is their promise.
  String.raw`INSERT INTO promised_windows ("pickupId", "date", "startsAt", "endsAt", "promisedAt")
    SELECT "id", "scheduledDay", ("scheduledDay" + "from") AT TIME ZONE 'America/New_York',
      ("scheduledDay" + "to" + CASE WHEN "to" <= "from" THEN interval '1 day' ELSE interval '0' END) AT TIME ZONE 'America/New_York',
      greatest("createdAt", ("scheduledDay" - 1 + time '17:00') AT TIME ZONE 'America/New_York')
    FROM (
      SELECT "id", "scheduledDay", "createdAt", split_part("pickupWindow", ' – ', 1)::time AS "from",
        split_part("pickupWindow", ' – ', 2)::time AS "to"
      -- The windows that route planning wrote. Any other text isn't a window.
      FROM (SELECT * FROM pickups WHERE "pickupWindow" ~ '^(1[0-2]|[1-9]):[0-5]\d [AP]M – (1[0-2]|[1-9]):[0-5]\d [AP]M$' OFFSET 0) AS planned
      WHERE "status" = 'completed' AND "scheduledDay" IS NOT NULL
    ) AS completed
    ON CONFLICT DO NOTHING`,
  // The reports of stops and drivers read a year only from these two indexes, both in the order of day and stop.
  'DROP INDEX IF EXISTS pickups_day',
  `CREATE INDEX pickups_day ON pickups ("scheduledDay", "id")
    INCLUDE ("status", "driverId", "settledAt", "incompleteReason", "bagCount", "countedBags")`,
  'DROP INDEX IF EXISTS promised_windows_date',
  'CREATE INDEX promised_windows_day ON promised_windows ("date", "pickupId") INCLUDE ("startsAt", "endsAt")',
  // The report of areas reads a year of bookings only from this index. "address" is in it because the planner asks for
  // every column.
  String.raw`CREATE INDEX pickups_bookings_by_area ON pickups ("createdAt", substring("address" FROM '^.+\m([0-9]{5})\M'))
    INCLUDE ("address", "status") WHERE "serviceType" <> 'subscription' AND "recoveryOf" IS NULL`,
  'ALTER TABLE service_times DROP COLUMN "inUseSince"',
];
