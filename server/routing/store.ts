import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { PickupStatus } from '../../contract/pickups.ts';
import type { RoutesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of routes and of the pickups as a route sees them. Pickups are the truth; a route names them (DECISIONS, Routes). */

export type RouteRow = Selectable<RoutesTable>;

export interface StopRow {
  id: string;
  customerId: string;
  username: string;
  address: string;
  bagCount: number;
  amount: string;
  status: PickupStatus;
  driverId: string | null;
  routeId: string | null;
  scheduledDay: string;
}

function selectStops(db: Db) {
  return db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select([
      'pickups.id',
      'pickups.customerId',
      'users.username',
      'pickups.address',
      'pickups.bagCount',
      'pickups.amount',
      'pickups.status',
      'pickups.driverId',
      'pickups.routeId',
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

/** The pending stops of a type on a day. */
export async function listPending(db: Db, type: RouteType, day: string): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.scheduledDay', '=', day)
    .where(ofType(type))
    .orderBy('pickups.id')
    .execute();
}

/** How many assigned stops each active driver has on a day, by name. */
export async function readLoads(db: Db, day: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('pickups', (join) =>
      join
        .onRef('pickups.driverId', '=', 'users.id')
        .on('pickups.scheduledDay', '=', day)
        .on('pickups.status', '=', 'assigned'),
    )
    .select(['users.id', (eb) => eb.fn.count<string>('pickups.id').as('count')])
    .where('users.role', '=', 'driver')
    .where('users.isActive', '=', true)
    .groupBy('users.id')
    .orderBy(sql`lower("username")`)
    .execute();
  return new Map(rows.map((row) => [row.id, Number(row.count)]));
}

/** Lets one plan of a day be made at a time, until the transaction ends. */
export async function lockDay(trx: Db, day: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`routes of ${day}`}, 0))`.execute(trx);
}

/** A driver's stops of a day that are still to be done, locked in the order of their ids. */
export async function lockDriversStops(trx: Db, driverId: string, day: string): Promise<StopRow[]> {
  return await selectStops(trx)
    .where('pickups.driverId', '=', driverId)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', '=', 'assigned')
    .orderBy('pickups.id')
    .forUpdate('pickups')
    .execute();
}

/** Writes the one route that a driver has on a day. */
export async function saveRoute(
  trx: Db,
  route: Pick<RouteRow, 'id' | 'driverId' | 'date' | 'pickupIds' | 'estimatedTime' | 'totalDistance' | 'googleMapsUrl'>,
  now: Date,
): Promise<RouteRow> {
  const { id, driverId, date, ...plan } = route;
  return await trx
    .insertInto('routes')
    .values({
      id,
      driverId,
      date,
      ...plan,
      optimizedOrder: JSON.stringify(plan.pickupIds),
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['driverId', 'date'])
        .doUpdateSet({ ...plan, optimizedOrder: JSON.stringify(plan.pickupIds), updatedAt: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives a stop its place in a route. */
export async function setPlace(
  trx: Db,
  id: string,
  place: { routeId: string; routeOrder: number; estimatedArrival: Date; estimatedDuration: number },
): Promise<void> {
  await trx.updateTable('pickups').set(place).where('id', '=', id).where('status', '=', 'assigned').execute();
}

export interface RouteWithDriver extends RouteRow {
  driverName: string;
}

/** Routes from a day on, the latest day first. */
export async function listRoutes(db: Db, since: string, most: number): Promise<RouteWithDriver[]> {
  return await db
    .selectFrom('routes')
    .innerJoin('users', 'users.id', 'routes.driverId')
    .selectAll('routes')
    .select('users.username as driverName')
    .where('routes.date', '>=', since)
    .orderBy('routes.date', 'desc')
    .orderBy('routes.id', 'desc')
    .limit(most)
    .execute();
}

/** The stops of some routes in their order, whatever has become of them but cancelled. */
export async function listStopsOf(db: Db, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.routeId', 'in', routeIds)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.routeOrder')
    .execute();
}
