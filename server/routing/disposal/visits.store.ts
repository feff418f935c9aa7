import { type Selectable, sql } from 'kysely';
import type { DisposalSitesTable, DisposalVisitsTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of visits to disposal sites. */

export interface VisitRow extends Selectable<DisposalVisitsTable> {
  siteName: string;
  address: string;
  coordinates: string | null;
  coordinatesPrecision: DisposalSitesTable['coordinatesPrecision'];
  minutes: number;
}

/** Returns the visits of these drivers on a date, done and planned, in route order. */
export async function listVisits(db: Db, driverIds: readonly string[], date: string): Promise<VisitRow[]> {
  if (driverIds.length === 0) return [];
  return await selectVisits(db)
    .where('disposal_visits.driverId', 'in', driverIds)
    .where('disposal_visits.date', '=', date)
    .execute();
}

/** Returns the visits of a driver from a date on. */
export async function listVisitsFrom(db: Db, driverId: string, date: string): Promise<VisitRow[]> {
  return await selectVisits(db)
    .where('disposal_visits.driverId', '=', driverId)
    .where('disposal_visits.date', '>=', date)
    .execute();
}

/** Returns the visits of these routes' drivers on the routes' dates. */
export async function listRouteVisits(
  db: Db,
  routeIds: readonly string[],
): Promise<(VisitRow & { routeId: string })[]> {
  if (routeIds.length === 0) return [];
  return await selectVisits(db)
    .innerJoin('routes', (join) =>
      join.onRef('routes.driverId', '=', 'disposal_visits.driverId').onRef('routes.date', '=', 'disposal_visits.date'),
    )
    .select('routes.id as routeId')
    .where('routes.id', 'in', routeIds)
    .execute();
}

/** Locks a visit until the transaction ends. Returns undefined if there is none. */
export async function lockVisit(trx: Db, id: string): Promise<Selectable<DisposalVisitsTable> | undefined> {
  return await trx.selectFrom('disposal_visits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Returns a visit with its site. */
export async function findVisit(db: Db, id: string): Promise<VisitRow | undefined> {
  return await selectVisits(db).where('disposal_visits.id', '=', id).executeTakeFirst();
}

/** Returns the name of a site, active or not; undefined if there is none. */
export async function findSiteName(db: Db, siteId: string): Promise<string | undefined> {
  const site = await db.selectFrom('disposal_sites').select('name').where('id', '=', siteId).executeTakeFirst();
  return site?.name;
}

/** Inserts a visit that no route plan has made. Changes nothing if the visit exists. */
export async function insertVisit(
  trx: Db,
  visit: Pick<VisitRow, 'id' | 'driverId' | 'date' | 'siteId' | 'createdAt'>,
): Promise<void> {
  await trx
    .insertInto('disposal_visits')
    .values({ ...visit, afterStops: 0, bags: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a visit that the caller has locked. */
export async function changeVisit(
  trx: Db,
  id: string,
  change: Partial<Pick<VisitRow, 'siteId' | 'afterStops' | 'bags' | 'emptiedAt' | 'tons' | 'ticketKey'>>,
): Promise<void> {
  await trx.updateTable('disposal_visits').set(change).where('id', '=', id).execute();
}

/**
 * Returns how many of the day's stops the driver had resolved by `at`, and how many bags came on board after the truck
 * was last emptied, but not before `from`. Counted bags take precedence over booked ones.
 */
export async function readTruck(
  trx: Db,
  { driverId, date }: { driverId: string; date: string },
  { from, at }: { from: Date; at: Date },
): Promise<{ afterStops: number; bags: number }> {
  const { rows } = await sql<{ afterStops: number; bags: number }>`
    SELECT
      (SELECT count(*)::int FROM pickups WHERE "driverId" = ${driverId} AND "scheduledDay" = ${date}
        AND "status" IN ('completed', 'issue', 'incomplete') AND "settledAt" <= ${at}) AS "afterStops",
      (SELECT coalesce(sum(coalesce("countedBags", "bagCount")), 0)::int FROM pickups
        WHERE "driverId" = ${driverId} AND "status" = 'completed' AND "completedAt" <= ${at} AND "completedAt" >= ${from}
          AND "completedAt" > coalesce(
            (SELECT max("emptiedAt") FROM disposal_visits WHERE "driverId" = ${driverId} AND "emptiedAt" < ${at}),
            '-infinity')) AS "bags"`.execute(trx);
  return rows[0] ?? { afterStops: 0, bags: 0 };
}

function selectVisits(db: Db) {
  return db
    .selectFrom('disposal_visits')
    .innerJoin('disposal_sites', 'disposal_sites.id', 'disposal_visits.siteId')
    .selectAll('disposal_visits')
    .select(['disposal_sites.name as siteName', 'disposal_sites.address', 'disposal_sites.minutes'])
    .select(['disposal_sites.coordinates', 'disposal_sites.coordinatesPrecision'])
    .orderBy('disposal_visits.driverId')
    .orderBy('disposal_visits.date')
    .orderBy('disposal_visits.afterStops')
    .orderBy('disposal_visits.emptiedAt')
    .orderBy('disposal_visits.id');
}
