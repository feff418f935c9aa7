import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import type { Precision } from '../../contract/places.ts';
import type { RoutesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of routes and of the pickups as a route sees them. Pickups are the truth; a route names them (DECISIONS, Routes). */

export type RouteRow = Selectable<RoutesTable>;

export interface StopRow {
  id: string;
  customerId: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  address: string;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  bagCount: number;
  amount: string;
  serviceType: ServiceType;
  specialInstructions: string | null;
  status: PickupStatus;
  driverId: string | null;
  routeId: string | null;
  routeOrder: number | null;
  estimatedArrival: Date | null;
  isPinned: boolean;
  completedAt: Date | null;
  createdAt: Date;
  scheduledDay: string;
}

function selectStops(db: Db) {
  return db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select([
      ...(['pickups.id', 'pickups.customerId', 'users.username', 'users.firstName', 'users.lastName'] as const),
      ...(['pickups.address', 'pickups.coordinates', 'pickups.coordinatesPrecision'] as const),
      ...(['pickups.bagCount', 'pickups.amount', 'pickups.serviceType', 'pickups.specialInstructions'] as const),
      ...(['pickups.status', 'pickups.driverId', 'pickups.routeId', 'pickups.routeOrder'] as const),
      ...(['pickups.estimatedArrival', 'pickups.isPinned', 'pickups.completedAt', 'pickups.createdAt'] as const),
    ])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'));
}

/** Pending pickups that no route has, the earliest days first. */
export async function listUnrouted(db: Db, most: number): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.routeId', 'is', null)
    .where('pickups.scheduledDay', 'is not', null)
    .orderBy('pickups.scheduledDay')
    .orderBy('pickups.id')
    .limit(most)
    .execute();
}

export type RouteType = 'subscription' | 'package';

function ofType(type: RouteType) {
  return type === 'subscription'
    ? sql<boolean>`pickups."serviceType" = 'subscription'`
    : sql<boolean>`pickups."serviceType" <> 'subscription'`;
}

/** The first day from `today` on that has open stops of the type; undefined when none has. */
export async function findNextDay(db: Db, type: RouteType, today: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pickups')
    .select('scheduledDay')
    .where('status', 'in', ['pending', 'assigned'])
    .where(ofType(type))
    .where('scheduledDay', '>=', today)
    .orderBy('scheduledDay')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduledDay ?? undefined;
}

/** Pending pickups that no route has, by their ids. */
export async function listUnroutedOf(db: Db, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return [];
  return await selectStops(db)
    .where('pickups.id', 'in', ids)
    .where('pickups.status', '=', 'pending')
    .where('pickups.routeId', 'is', null)
    .orderBy('pickups.id')
    .execute();
}

/** The pending stops of a type on a day. */
export async function listPending(db: Db, type: RouteType, day: string): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.scheduledDay', '=', day)
    .where(ofType(type))
    .orderBy('pickups.id')
    .execute();
}

export async function findDriver(db: Db, id: string): Promise<{ isActive: boolean } | undefined> {
  return await db
    .selectFrom('users')
    .select('isActive')
    .where('id', '=', id)
    .where('role', '=', 'driver')
    .executeTakeFirst();
}

/** Every active driver, by name. */
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

/** What these drivers have on a day: what is still to be done, and what is settled already. */
export async function listDriversStops(db: Db, driverIds: readonly string[], day: string): Promise<StopRow[]> {
  if (driverIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.driverId', 'in', driverIds)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', 'in', ['assigned', 'completed', 'issue', 'incomplete'])
    .orderBy('pickups.id')
    .execute();
}

/** Locks stops in the order of their ids, as everybody does who changes several. */
export async function lockStops(trx: Db, ids: readonly string[]): Promise<void> {
  await sql`SELECT "id" FROM pickups WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE`.execute(trx);
}

/** Lets one plan of a day be made at a time, until the transaction ends. */
export async function lockDay(trx: Db, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`routes of ${day}`}, 0))`.execute(trx);
}

/** From the stop before to this one, as planned. */
export interface Leg {
  pickupId: string;
  seconds: number;
  meters: number;
}

/** Writes the one route that a driver has on a day. */
export async function saveRoute(
  trx: Db,
  route: Pick<
    RouteRow,
    'id' | 'driverId' | 'date' | 'pickupIds' | 'estimatedTime' | 'totalDistance' | 'googleMapsUrl'
  > & { legs: readonly Leg[] },
  now: Date,
): Promise<string> {
  const { id, driverId, date, legs, ...plan } = route;
  const written = {
    ...plan,
    optimizedOrder: JSON.stringify(plan.pickupIds),
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

/** A stop's place in a route. */
export interface StopPlace {
  id: string;
  routeOrder: number;
  estimatedArrival: Date;
  /** Minutes. */
  estimatedDuration: number;
  isPinned: boolean;
}

/** Gives open stops their places in a route. */
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

/** Numbers what is settled of a day from 1, in front of what is still to be done. */
export async function numberSettled(trx: Db, routeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE pickups SET "routeId" = ${routeId}, "routeOrder" = p."routeOrder"
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS p("id", "routeOrder")
    WHERE pickups."id" = p."id" AND pickups."status" NOT IN ('assigned', 'pending', 'cancelled')`.execute(trx);
}

/** Writes when open stops are reached, wherever they stand by now. */
export async function setTimes(db: Db, times: readonly Pick<StopPlace, 'id' | 'estimatedArrival'>[]): Promise<void> {
  if (times.length === 0) return;
  await sql`
    UPDATE pickups SET "estimatedArrival" = p."estimatedArrival"
    FROM unnest(
      ${times.map((time) => time.id)}::uuid[],
      ${times.map((time) => time.estimatedArrival.toISOString())}::timestamptz[]
    ) AS p("id", "estimatedArrival")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned' AND pickups."routeId" IS NOT NULL`.execute(db);
}

/**
 * Brings routes in line with their pickups, which are the truth: whom they hold, and pending → active (first completion) →
 * completed (nothing is left to be done). Locks in the order of the ids.
 */
export async function refreshRoutes(trx: Db, routeIds: readonly string[], now: Date): Promise<void> {
  for (const id of [...new Set(routeIds)].sort()) {
    // First the lock, then the count, which then sees what whoever held it has done.
    await trx.selectFrom('routes').select('id').where('id', '=', id).forUpdate().execute();
    await sql`
      UPDATE routes
      SET "pickupIds" = facts."ids", "optimizedOrder" = to_jsonb(facts."ids"), "startedAt" = facts."first",
        -- Nobody drives what a route without stops was planned to be.
        "totalDistance" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."totalDistance" END,
        "estimatedTime" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."estimatedTime" END,
        "googleMapsUrl" = CASE WHEN cardinality(facts."ids") > 0 THEN routes."googleMapsUrl" END,
        "status" = CASE WHEN facts."done" = 0 THEN 'pending' WHEN facts."open" > 0 THEN 'active' ELSE 'completed' END,
        "completedAt" = CASE WHEN facts."done" > 0 AND facts."open" = 0 THEN facts."last" END, "updatedAt" = ${now}
      FROM (
        SELECT coalesce(array_agg("id"::text ORDER BY "routeOrder", "id"), '{}') AS "ids",
          count(*) FILTER (WHERE "status" = 'completed') AS "done",
          count(*) FILTER (WHERE "status" = 'assigned') AS "open",
          min("completedAt") AS "first", max("completedAt") AS "last"
        FROM pickups WHERE "routeId" = ${id} AND "status" <> 'cancelled'
      ) AS facts
      WHERE routes."id" = ${id}`.execute(trx);
  }
}

export interface RouteWithDriver extends RouteRow {
  driverName: string;
}

function selectRoutes(db: Db) {
  return db
    .selectFrom('routes')
    .innerJoin('users', 'users.id', 'routes.driverId')
    .selectAll('routes')
    .select('users.username as driverName');
}

export async function findRoute(db: Db, id: string): Promise<RouteWithDriver | undefined> {
  return await selectRoutes(db).where('routes.id', '=', id).executeTakeFirst();
}

/** Routes that hold stops, from a day on: where there are too many, those nearest to `today`. */
export async function listRoutes(
  db: Db,
  { since, today, most }: { since: string; today: string; most: number },
): Promise<RouteWithDriver[]> {
  return await selectRoutes(db)
    .where('routes.date', '>=', since)
    .where(sql<boolean>`cardinality(routes."pickupIds") > 0`)
    .orderBy(sql`abs(routes."date" - ${today}::date)`)
    .orderBy('routes.id', 'desc')
    .limit(most)
    .execute();
}

/** The routes that some drivers have on a day. */
export async function listRoutesOf(db: Db, driverIds: readonly string[], day: string): Promise<RouteWithDriver[]> {
  if (driverIds.length === 0) return [];
  return await selectRoutes(db)
    .where('routes.driverId', 'in', driverIds)
    .where('routes.date', '=', day)
    .orderBy(sql`lower(users."username")`)
    .execute();
}

/** The stops of some routes in their order, whatever has become of them but cancelled. */
export async function listStopsOf(db: Db, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.routeId', 'in', routeIds)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.routeOrder')
    .orderBy('pickups.id')
    .execute();
}

/** The planned ways of some routes. */
export async function listLegs(db: Db, routeIds: readonly string[]): Promise<Leg[]> {
  if (routeIds.length === 0) return [];
  const rows = await db.selectFrom('routes').select('routeInstructions').where('id', 'in', routeIds).execute();
  return rows.flatMap((row) => (row.routeInstructions ?? []) as Leg[]);
}
