import { type Selectable, sql } from 'kysely';
import type { PickupsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of pickups as stops of a route. Pickups are the source of truth; a route only lists them. */

const pickupColumns = [
  ...([
    'id',
    'customerId',
    'address',
    'coordinates',
    'coordinatesPrecision',
    'bagCount',
    'amount',
    'serviceType',
  ] as const),
  ...(['scheduledDate', 'completedAt', 'resolvedBy', 'resolvedAt'] as const),
  ...(['specialInstructions', 'status', 'driverId', 'routeId', 'routeOrder', 'estimatedArrival', 'isPinned'] as const),
  ...(['heldAt', 'settledAt', 'createdAt', 'subscriptionId', 'pickupWindow'] as const),
];

export interface StopRow extends Pick<Selectable<PickupsTable>, (typeof pickupColumns)[number]> {
  username: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  scheduledDay: string;
}

function selectStops(db: Db) {
  return db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select(pickupColumns.map((column) => `pickups.${column}` as const))
    .select(['users.username', 'users.firstName', 'users.lastName', 'users.phone'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'));
}

/** Pending pickups without a route that aren't held, the earliest day first. */
export async function listUnrouted(db: Db, limit: number): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.heldAt', 'is', null)
    .where('pickups.routeId', 'is', null)
    .where('pickups.scheduledDay', 'is not', null)
    .orderBy('pickups.scheduledDay')
    .orderBy('pickups.id')
    .limit(limit)
    .execute();
}

export type RouteType = 'subscription' | 'package';

function ofType(type: RouteType) {
  return type === 'subscription'
    ? sql<boolean>`pickups."serviceType" = 'subscription'`
    : sql<boolean>`pickups."serviceType" <> 'subscription'`;
}

/** Returns the first day from `today` on with open stops of the type; undefined if there is none. */
export async function findNextDay(db: Db, type: RouteType, today: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pickups')
    .select('scheduledDay')
    .where('status', 'in', ['pending', 'assigned'])
    .where('heldAt', 'is', null)
    .where(ofType(type))
    .where('scheduledDay', '>=', today)
    .orderBy('scheduledDay')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduledDay ?? undefined;
}

/** Returns the first day from `today` on with open stops; undefined if there is none. */
export async function findNextOpenDay(db: Db, today: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('pickups')
    .select('scheduledDay')
    .where('status', 'in', ['pending', 'assigned'])
    .where('heldAt', 'is', null)
    .where('scheduledDay', '>=', today)
    .orderBy('scheduledDay')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduledDay ?? undefined;
}

/** The stops of a day, open and resolved, without held ones. */
export async function listDayStops(db: Db, day: string, limit: number): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', '<>', 'cancelled')
    .where('pickups.heldAt', 'is', null)
    .orderBy('pickups.id')
    .limit(limit)
    .execute();
}

/** Those of these pickups that are pending and without a route. */
export async function listUnroutedOf(db: Db, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return [];
  return await selectStops(db)
    .where('pickups.id', 'in', ids)
    .where('pickups.status', '=', 'pending')
    .where('pickups.heldAt', 'is', null)
    .where('pickups.routeId', 'is', null)
    .orderBy('pickups.id')
    .execute();
}

/** The pending stops of a type on a day. */
export async function listPending(db: Db, type: RouteType, day: string): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.heldAt', 'is', null)
    .where('pickups.scheduledDay', '=', day)
    .where(ofType(type))
    .orderBy('pickups.id')
    .execute();
}

/** The stops of these drivers on a day, both open and resolved. */
export async function listDriversStops(db: Db, driverIds: readonly string[], day: string): Promise<StopRow[]> {
  if (driverIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.driverId', 'in', driverIds)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', 'in', ['assigned', 'completed', 'issue', 'incomplete'])
    .orderBy('pickups.id')
    .execute();
}

/** These pickups, whatever their status, in the order of their ids. */
export async function listStopsById(db: Db, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return [];
  return await selectStops(db).where('pickups.id', 'in', ids).orderBy('pickups.id').execute();
}

/** The ids of a route's stops in their order. */
export async function listRouteOrder(db: Db, routeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pickups')
    .select('id')
    .where('routeId', '=', routeId)
    .where('status', '<>', 'cancelled')
    .orderBy('routeOrder')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Numbers a route's stops in this order, and returns `restored` ones to the route with what was planned for them. Other stops
 * that have left the route stay out of it.
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
    SET "isPinned" = p."isPinned", "estimatedArrival" = p."estimatedArrival", "pickupWindow" = p."pickupWindow"
    FROM unnest(
      ${restored.map(({ id }) => id)}::uuid[],
      ${restored.map(({ isPinned }) => isPinned)}::boolean[],
      ${restored.map(({ estimatedArrival }) => estimatedArrival)}::timestamptz[],
      ${restored.map(({ pickupWindow }) => pickupWindow)}::text[]
    ) AS p("id", "isPinned", "estimatedArrival", "pickupWindow")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned'`.execute(trx);
}

/** Locks stops in the order of their ids. Everything that changes several stops does, which avoids deadlocks. */
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

/** Numbers the resolved stops of a day from 1, in front of the open ones. */
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

/** Writes the promised windows of open stops. */
export async function setWindows(db: Db, windows: readonly { id: string; pickupWindow: string }[]): Promise<void> {
  if (windows.length === 0) return;
  await sql`
    UPDATE pickups SET "pickupWindow" = p."pickupWindow"
    FROM unnest(
      ${windows.map(({ id }) => id)}::uuid[],
      ${windows.map(({ pickupWindow }) => pickupWindow)}::text[]
    ) AS p("id", "pickupWindow")
    WHERE pickups."id" = p."id" AND pickups."status" = 'assigned'`.execute(db);
}

/** The stops of these routes in route order, except cancelled ones. */
export async function listStopsOf(db: Db, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.routeId', 'in', routeIds)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.routeOrder')
    .orderBy('pickups.id')
    .execute();
}
