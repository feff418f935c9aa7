import { sql } from 'kysely';
import { promisedWindowText } from '../database/promised-window.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL that writes stops' places, times and windows. */

/**
 * Numbers a route's stops in this order, and puts the `restored` stops back into the route with their pins, times and
 * windows. Other stops that have left the route stay out of it.
 */
export async function restorePlaces(
  trx: Db,
  routeId: string,
  order: readonly string[],
  restored: readonly {
    id: string;
    isPinned: boolean;
    estimatedArrival: string | null;
    pickupWindow: string | null;
  }[],
): Promise<void> {
  await sql`
    UPDATE pickups SET "routeId" = ${routeId}, "routeOrder" = p."number"
    FROM unnest(${order}::uuid[]) WITH ORDINALITY AS p("id", "number")
    WHERE pickups."id" = p."id"
      AND (pickups."routeId" = ${routeId} OR pickups."id" = ANY(${restored.map(({ id }) => id)}::uuid[]))`.execute(trx);
  await sql`
    UPDATE pickups
    SET "isPinned" = p."isPinned", "estimatedArrival" = p."estimatedArrival",
      "pickupWindow" = coalesce(${promisedWindowText}, p."pickupWindow")
    FROM unnest(
      ${restored.map(({ id }) => id)}::uuid[],
      ${restored.map(({ isPinned }) => isPinned)}::boolean[],
      ${restored.map(({ estimatedArrival }) => estimatedArrival)}::timestamptz[],
      ${restored.map(({ pickupWindow }) => pickupWindow)}::text[]
    ) AS p("id", "isPinned", "estimatedArrival", "pickupWindow")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned'`.execute(trx);
}

/** Locks stops in the order of their ids. All code that changes several stops does this, which avoids deadlocks. */
export async function lockStops(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`SELECT "id" FROM pickups WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`.execute(trx);
}

/** A stop's place in a route. */
export interface StopPlace {
  id: string;
  routeOrder: number;
  estimatedArrival: Date;
  /** Minutes. */
  estimatedDuration: number;
  isPinned: boolean;
}

/** Writes open stops' places in a route. */
export async function setPlaces(trx: Db, routeId: string, places: readonly StopPlace[]): Promise<void> {
  if (places.length === 0) return;
  await sql`
    UPDATE pickups
    SET "routeId" = ${routeId}, "routeOrder" = p."routeOrder", "estimatedArrival" = p."estimatedArrival",
      "estimatedDuration" = p."estimatedDuration", "isPinned" = p."isPinned"
    FROM unnest(
      ${places.map((place) => place.id)}::uuid[],
      ${places.map((place) => place.routeOrder)}::int[],
      ${places.map((place) => place.estimatedArrival.toISOString())}::timestamptz[],
      ${places.map((place) => place.estimatedDuration)}::int[],
      ${places.map((place) => place.isPinned)}::boolean[]
    ) AS p("id", "routeOrder", "estimatedArrival", "estimatedDuration", "isPinned")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned'`.execute(trx);
}

/** Puts the resolved stops of a day into a route and numbers them from 1, before the open ones. */
export async function numberResolved(trx: Db, routeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE pickups SET "routeId" = ${routeId}, "routeOrder" = p."routeOrder"
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS p("id", "routeOrder")
    WHERE pickups."id" = p."id" AND pickups."status" NOT IN ('assigned', 'pending', 'cancelled')`.execute(trx);
}

/** Renumbers the stops of a driver's route from 1 after some have left it. The order stays. */
export async function closeGaps(trx: Db, driverId: string, day: string): Promise<void> {
  await sql`
    UPDATE pickups SET "routeOrder" = p."number"
    FROM (
      SELECT s."id", row_number() OVER (ORDER BY s."routeOrder", s."id") AS "number"
      FROM pickups AS s INNER JOIN routes ON routes."id" = s."routeId"
      WHERE routes."driverId" = ${driverId} AND routes."date" = ${day} AND s."status" <> 'cancelled'
    ) AS p
    WHERE pickups."id" = p."id" AND pickups."routeOrder" <> p."number"`.execute(trx);
}

/** Writes the arrival and service times of open stops, whatever their current place in the route. */
export async function setTimes(
  db: Db,
  times: readonly Pick<StopPlace, 'id' | 'estimatedArrival' | 'estimatedDuration'>[],
): Promise<void> {
  if (times.length === 0) return;
  await sql`
    UPDATE pickups SET "estimatedArrival" = p."estimatedArrival", "estimatedDuration" = p."estimatedDuration"
    FROM unnest(
      ${times.map((time) => time.id)}::uuid[],
      ${times.map((time) => time.estimatedArrival.toISOString())}::timestamptz[],
      ${times.map((time) => time.estimatedDuration)}::int[]
    ) AS p("id", "estimatedArrival", "estimatedDuration")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned' AND pickups."routeId" IS NOT NULL`.execute(db);
}

/**
 * Writes the windows of open stops. A window that was promised for the stop's day stays, even if the stop has another
 * driver now.
 */
export async function setWindows(db: Db, windows: readonly { id: string; pickupWindow: string }[]): Promise<void> {
  if (windows.length === 0) return;
  await sql`
    UPDATE pickups SET "pickupWindow" = coalesce(${promisedWindowText}, p."pickupWindow")
    FROM unnest(
      ${windows.map(({ id }) => id)}::uuid[],
      ${windows.map(({ pickupWindow }) => pickupWindow)}::text[]
    ) AS p("id", "pickupWindow")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned'`.execute(db);
}
