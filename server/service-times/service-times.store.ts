import { type Selectable, sql } from 'kysely';
import type { ServiceTimesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { Press } from './rules.ts';

/** SQL of measured service times. */

export type ServiceTimesRow = Selectable<ServiceTimesTable>;

interface Span {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the presses with which drivers resolved stops in a span of days, ordered by driver, day and visit (as
 * `inResolvedOrder`). Leaves out a press on another day than the stop's, because it wasn't made on the route.
 */
export async function listPresses(db: Db, { from, until }: Span): Promise<Press[]> {
  const { rows } = await sql<Press>`
    WITH legs AS (
      SELECT routes."driverId", routes."date", leg."pickupId", leg."seconds"
      FROM routes, jsonb_to_recordset(routes."routeInstructions") AS leg ("pickupId" uuid, "seconds" float8)
      WHERE routes."date" BETWEEN ${from} AND ${until} AND jsonb_typeof(routes."routeInstructions") = 'array'
    )
    SELECT pickups."driverId", pickups."scheduledDay" AS "day", pickups."settledAt" AS "at",
      pickups."status" = 'completed' AS "isCompleted", coalesce(pickups."countedBags", pickups."bagCount") AS "bags",
      legs."seconds" AS "legSeconds"
    FROM pickups LEFT JOIN legs
      ON legs."pickupId" = pickups."id" AND legs."driverId" = pickups."driverId" AND legs."date" = pickups."scheduledDay"
    WHERE pickups."scheduledDay" BETWEEN ${from} AND ${until} AND pickups."status" IN ('completed', 'incomplete', 'issue')
      AND pickups."driverId" IS NOT NULL
      AND (pickups."settledAt" AT TIME ZONE 'America/New_York')::date = pickups."scheduledDay"
    ORDER BY pickups."driverId", pickups."scheduledDay", pickups."settledAt", pickups."routeOrder" NULLS FIRST, pickups."id"`.execute(
    db,
  );
  return rows;
}

/** Returns when trucks were emptied on the days of a span, with their drivers. */
export async function listEmptied(db: Db, { from, until }: Span): Promise<{ driverId: string; at: Date }[]> {
  const { rows } = await sql<{ driverId: string; at: Date }>`
    SELECT "driverId", "emptiedAt" AS "at" FROM disposal_visits
    WHERE "date" BETWEEN ${from} AND ${until} AND "emptiedAt" IS NOT NULL`.execute(db);
  return rows;
}

/** Returns the length of each driver's pause in minutes. Drivers without a pause are left out. */
export async function listPauses(db: Db): Promise<{ driverId: string; minutes: number }[]> {
  return await db
    .selectFrom('trucks')
    .select((eb) => ['driverId', eb.ref('pauseMinutes').$notNull().as('minutes')])
    .where('pauseMinutes', 'is not', null)
    .execute();
}

export async function findNewest(db: Db): Promise<ServiceTimesRow | undefined> {
  return await db
    .selectFrom('service_times')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function isMeasurement(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('service_times').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertMeasurement(db: Db, row: ServiceTimesRow): Promise<void> {
  await db.insertInto('service_times').values(row).execute();
}
