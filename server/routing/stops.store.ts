import { type Selectable, sql } from 'kysely';
import { openStatuses } from '../../contract/pickups.ts';
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
    'countedBags',
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
  /** When the window begins that was promised for the stop's day; null if none was. */
  promisedFrom: Date | null;
  promisedUntil: Date | null;
  /** The time of day that the stop's plan prefers, such as "morning". */
  preferredTime: string | null;
}

function selectStops(db: Db) {
  return db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select(pickupColumns.map((column) => `pickups.${column}` as const))
    .select(['users.username', 'users.firstName', 'users.lastName', 'users.phone'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'))
    .leftJoin('promised_windows as promised', (join) =>
      join.onRef('promised.pickupId', '=', 'pickups.id').onRef('promised.date', '=', 'pickups.scheduledDay'),
    )
    .select(['promised.startsAt as promisedFrom', 'promised.endsAt as promisedUntil'])
    .leftJoin('subscriptions', 'subscriptions.id', 'pickups.subscriptionId')
    .select('subscriptions.preferredTime');
}

export type UnroutedRow = Awaited<ReturnType<typeof listUnrouted>>[number];

/** Selects pending pickups without a route, except held ones. */
function selectUnrouted(db: Db) {
  return db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .where('pickups.status', '=', 'pending')
    .where('pickups.heldAt', 'is', null)
    .where('pickups.routeId', 'is', null)
    .where('pickups.scheduledDay', 'is not', null);
}

/** Returns unrouted pickups, the earliest day first. There may be thousands, so only what an area shows is read. */
export async function listUnrouted(db: Db, limit: number) {
  return await selectUnrouted(db)
    .select(['pickups.id', 'pickups.customerId', 'pickups.address', 'coordinates', 'coordinatesPrecision'])
    .select(['bagCount', 'amount', 'serviceType', 'status', 'scheduledDate'])
    .select(['users.username', 'users.firstName', 'users.lastName'])
    .select((eb) => eb.ref('pickups.scheduledDay').$notNull().as('scheduledDay'))
    .orderBy('pickups.scheduledDay')
    .orderBy('pickups.id')
    .limit(limit)
    .execute();
}

/** Returns a text that changes whenever an unrouted pickup or its customer changes: a sum over their row versions. */
export async function readUnroutedVersion(db: Db): Promise<string> {
  const rowVersion = sql`hashtextextended(concat(pickups."id", ' ', pickups.xmin, ' ', users.xmin), 0)`;
  const { version } = await selectUnrouted(db)
    .select(sql<string>`concat(count(*), ' ', sum(${rowVersion}))`.as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

export type RouteType = 'subscription' | 'package';

function ofType(type: RouteType) {
  return type === 'subscription'
    ? sql<boolean>`pickups."serviceType" = 'subscription'`
    : sql<boolean>`pickups."serviceType" <> 'subscription'`;
}

/** Returns the first day from `today` on with open stops, of the type if one is given; undefined if there is none. */
export async function findNextDay(db: Db, today: string, type?: RouteType): Promise<string | undefined> {
  const row = await db
    .selectFrom('pickups')
    .select('scheduledDay')
    .where('status', 'in', openStatuses)
    .where('heldAt', 'is', null)
    .where('scheduledDay', '>=', today)
    .where((eb) => (type ? ofType(type) : eb.lit(true)))
    .orderBy('scheduledDay')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduledDay ?? undefined;
}

/** Returns the stops of a day, open and resolved, without held ones. */
export async function listDayStops(db: Db, day: string, limit: number): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', '<>', 'cancelled')
    .where('pickups.heldAt', 'is', null)
    .orderBy('pickups.id')
    .limit(limit)
    .execute();
}

/** Returns those of these pickups that are pending, not held, and without a route. */
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

/** Returns the pending stops of a type on a day, without held ones. */
export async function listPending(db: Db, type: RouteType, day: string): Promise<StopRow[]> {
  return await selectStops(db)
    .where('pickups.status', '=', 'pending')
    .where('pickups.heldAt', 'is', null)
    .where('pickups.scheduledDay', '=', day)
    .where(ofType(type))
    .orderBy('pickups.id')
    .execute();
}

/** Returns the stops of these drivers on a day, both open and resolved. */
export async function listDriversStops(db: Db, driverIds: readonly string[], day: string): Promise<StopRow[]> {
  if (driverIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.driverId', 'in', driverIds)
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', 'in', ['assigned', 'completed', 'issue', 'incomplete'])
    .orderBy('pickups.id')
    .execute();
}

/** Returns these pickups, whatever their status, in the order of their ids. */
export async function listStopsById(db: Db, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return [];
  return await selectStops(db).where('pickups.id', 'in', ids).orderBy('pickups.id').execute();
}

/** Returns the ids of a route's stops in route order, except cancelled ones. */
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

/** Returns the stops of these routes in route order, except cancelled ones. */
export async function listStopsOf(db: Db, routeIds: readonly string[]): Promise<StopRow[]> {
  if (routeIds.length === 0) return [];
  return await selectStops(db)
    .where('pickups.routeId', 'in', routeIds)
    .where('pickups.status', '<>', 'cancelled')
    .orderBy('pickups.routeOrder')
    .orderBy('pickups.id')
    .execute();
}
