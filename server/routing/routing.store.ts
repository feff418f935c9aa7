import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { RoutesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of routes and their drivers. */

export type RouteRow = Selectable<RoutesTable>;

export async function findDriver(
  db: Db,
  id: string,
): Promise<Pick<BoardDriver, 'isActive' | 'username' | 'firstName' | 'lastName'> | undefined> {
  return await db
    .selectFrom('users')
    .select(['isActive', 'username', 'firstName', 'lastName'])
    .where('id', '=', id)
    .where('role', '=', 'driver')
    .executeTakeFirst();
}

/** Returns every active driver, sorted by username. */
export async function listActiveDrivers(db: Db): Promise<{ id: string; username: string }[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', 'driver')
    .where('isActive', '=', true)
    .orderBy(sql`lower("username")`)
    .orderBy('id')
    .execute();
}

export interface BoardDriver {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  isActive: boolean;
}

/** Returns every active driver and everyone in `others`, sorted by name. */
export async function listBoardDrivers(db: Db, others: readonly string[]): Promise<BoardDriver[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'username', 'firstName', 'lastName', 'isActive'])
    .where((eb) =>
      eb.or([
        eb.and([eb('role', '=', 'driver'), eb('isActive', '=', true)]),
        ...(others.length > 0 ? [eb('id', 'in', others)] : []),
      ]),
    )
    .orderBy(sql`lower(coalesce(nullif(concat_ws(' ', "firstName", "lastName"), ''), "username"))`)
    .orderBy('id')
    .execute();
}

/** Locks a day's routes until the transaction ends, so that one route plan of a day is written at a time. */
export async function lockDay(trx: Db, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`routes of ${day}`}, 0))`.execute(trx);
}

/** The planned drive to a stop from the stop or the disposal site before it. */
export interface Leg {
  /** Null for the drive to the end of the route. */
  pickupId: string | null;
  seconds: number;
  meters: number;
}

/** The legs of a route and their totals. */
export type RouteTravel = Pick<
  RouteRow,
  'estimatedTime' | 'totalDistance' | 'googleMapsUrl' | 'startLocation' | 'endLocation'
> & {
  legs: readonly Leg[];
};

/** Inserts or updates a driver's route of a day, of which there is at most one. Returns the route's ID. */
export async function saveRoute(
  trx: Db,
  route: Pick<RouteRow, 'id' | 'driverId' | 'date' | 'pickupIds'> & RouteTravel,
  now: Date,
): Promise<string> {
  const { id, driverId, date, legs, ...rest } = route;
  const written = {
    ...rest,
    optimizedOrder: JSON.stringify(rest.pickupIds),
    routeInstructions: JSON.stringify(legs),
    updatedAt: now,
  };
  const saved = await trx
    .insertInto('routes')
    .values({ id, driverId, date, createdAt: now, ...written })
    .onConflict((conflict) => conflict.columns(['driverId', 'date']).doUpdateSet(written))
    .returning('id')
    .executeTakeFirstOrThrow();
  return saved.id;
}

/** Updates the travel of a driver's route if the route has stops. Returns true if its miles have changed. */
export async function setTravel(
  trx: Db,
  { driverId, date }: Pick<RouteRow, 'driverId' | 'date'>,
  { legs, ...travel }: RouteTravel,
  now: Date,
): Promise<boolean> {
  const before = await trx
    .selectFrom('routes')
    .select(['id', 'totalDistance'])
    .where('driverId', '=', driverId)
    .where('date', '=', date)
    .where(sql<boolean>`cardinality("pickupIds") > 0`)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return false;
  await trx
    .updateTable('routes')
    .set({ ...travel, routeInstructions: JSON.stringify(legs), updatedAt: now })
    .where('id', '=', before.id)
    .execute();
  return before.totalDistance !== travel.totalDistance;
}

/**
 * Recomputes the stops and status of routes from their pickups, the source of truth: pending → active (first
 * completion) → completed (no open stop is left, whatever the outcomes). Locks the routes in the order of their ids.
 */
export async function refreshRoutes(trx: Db, routeIds: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(routeIds)].sort()) {
    // Lock before counting, so the count sees what the previous holder of the lock has written.
    await trx.selectFrom('routes').select('id').where('id', '=', id).forUpdate().execute();
    await sql`
      UPDATE routes
      SET "pickupIds" = facts."ids", "optimizedOrder" = to_jsonb(facts."ids"), "startedAt" = facts."first",
        -- A route without stops has no distance.
        "totalDistance" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."totalDistance" END,
        "estimatedTime" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."estimatedTime" END,
        "googleMapsUrl" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."googleMapsUrl" END,
        "status" = CASE WHEN facts."open" = 0 AND cardinality(facts."ids") > 0 THEN 'completed'
          WHEN facts."done" > 0 THEN 'active' ELSE 'pending' END,
        "completedAt" = CASE WHEN facts."open" = 0 AND cardinality(facts."ids") > 0
          THEN coalesce(facts."last", routes."completedAt", ${now}) END, "updatedAt" = ${now}
      FROM (
        SELECT coalesce(array_agg("id"::text ORDER BY "routeOrder", "id"), '{}') AS "ids",
          count(*) FILTER (WHERE "status" = 'completed') AS "done",
          count(*) FILTER (WHERE "status" = 'assigned') AS "open",
          min("completedAt") AS "first", greatest(max("completedAt"), max("settledAt")) AS "last"
        FROM pickups WHERE "routeId" = ${id} AND "status" <> 'cancelled'
      ) AS facts
      WHERE routes."id" = ${id}`.execute(trx);
  }
}

export interface RouteWithDriver extends RouteRow {
  driverName: string;
}

function selectRoutes(db: Db) {
  return (
    db
      .selectFrom('routes')
      .innerJoin('users', 'users.id', 'routes.driverId')
      .selectAll('routes')
      // "First Last", or the username.
      .select(
        sql<string>`coalesce(nullif(concat_ws(' ', nullif("firstName", ''), nullif("lastName", '')), ''), "username")`.as(
          'driverName',
        ),
      )
  );
}

export async function findRoute(db: Db, id: string): Promise<RouteWithDriver | undefined> {
  return await selectRoutes(db).where('routes.id', '=', id).executeTakeFirst();
}

/** Returns the id of a driver's route on a date. */
export async function findRouteId(
  db: Db,
  { driverId, date }: Pick<RouteRow, 'driverId' | 'date'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('routes')
    .select('id')
    .where('driverId', '=', driverId)
    .where('date', '=', date)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the routes with stops from the day `since` on: at most `limit`, those nearest to `today`. */
export async function listRoutes(
  db: Db,
  { since, today, limit }: { since: string; today: string; limit: number },
): Promise<RouteWithDriver[]> {
  return await selectRoutes(db)
    .where('routes.date', '>=', since)
    .where(sql<boolean>`cardinality(routes."pickupIds") > 0`)
    .orderBy(sql`abs(routes."date" - ${today}::date)`)
    .orderBy('routes.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the routes of these drivers on a day, sorted by username. */
export async function listRoutesOf(db: Db, driverIds: readonly string[], day: string): Promise<RouteWithDriver[]> {
  if (driverIds.length === 0) return [];
  return await selectRoutes(db)
    .where('routes.driverId', 'in', driverIds)
    .where('routes.date', '=', day)
    .orderBy(sql`lower(users."username")`)
    .execute();
}

/** Returns the planned legs of these routes. */
export async function listLegs(db: Db, routeIds: readonly string[]): Promise<Leg[]> {
  if (routeIds.length === 0) return [];
  const rows = await db.selectFrom('routes').select('routeInstructions').where('id', 'in', routeIds).execute();
  return rows.flatMap((row) => (row.routeInstructions ?? []) as Leg[]);
}
