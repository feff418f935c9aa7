import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The SQL of the times when drivers started their days. */

/** Records the start of a driver's day. Changes nothing if a start is already recorded. */
export async function insertRouteStart(
  trx: Db,
  start: { driverId: string; date: string; startedAt: Date },
): Promise<void> {
  await trx
    .insertInto('route_starts')
    .values(start)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findRouteStart(db: Db, driverId: string, date: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('route_starts')
    .select('startedAt')
    .where('driverId', '=', driverId)
    .where('date', '=', date)
    .executeTakeFirst();
  return row?.startedAt;
}

/**
 * Returns the same as `findRouteStart` and `countStopsBefore` for many stops, in one statement. Stops without a driver
 * or a day are left out.
 */
export async function listProgress(
  db: Db,
  pickupIds: readonly string[],
): Promise<{ id: string; hasStarted: boolean; stopsAhead: number }[]> {
  const { rows } = await sql<{ id: string; hasStarted: boolean; stopsAhead: number }>`
    SELECT stop."id", route_starts."startedAt" IS NOT NULL AS "hasStarted", (
      SELECT count(*)::integer FROM pickups
      WHERE pickups."driverId" = stop."driverId" AND pickups."scheduledDay" = stop."scheduledDay" AND pickups."status" = 'assigned'
        AND (pickups."routeOrder" IS NULL, coalesce(pickups."routeOrder", 0), pickups."createdAt", pickups."id")
          < (stop."routeOrder" IS NULL, coalesce(stop."routeOrder", 0), stop."createdAt", stop."id")
    ) AS "stopsAhead"
    FROM pickups AS stop
    LEFT JOIN route_starts ON route_starts."driverId" = stop."driverId" AND route_starts."date" = stop."scheduledDay"
    WHERE stop."id" = ANY(${pickupIds as string[]}::uuid[]) AND stop."driverId" IS NOT NULL AND stop."scheduledDay" IS NOT NULL`.execute(
    db,
  );
  return rows;
}

/** Returns how many open stops precede this one in the driver's list. Stops without a place in a route come last. */
export async function countStopsBefore(
  db: Db,
  stop: { id: string; driverId: string; date: string; routeOrder: number | null; createdAt: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS "count" FROM pickups
    WHERE "driverId" = ${stop.driverId} AND "scheduledDay" = ${stop.date} AND "status" = 'assigned'
      AND ("routeOrder" IS NULL, coalesce("routeOrder", 0), "createdAt", "id")
        < (${stop.routeOrder === null}, ${stop.routeOrder ?? 0}::integer, ${stop.createdAt}::timestamptz, ${stop.id}::uuid)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
