import type { Selectable } from 'kysely';
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

/** The visits of these drivers on a date, done and planned, in the order of their days. */
export async function listVisits(db: Db, driverIds: readonly string[], date: string): Promise<VisitRow[]> {
  if (driverIds.length === 0) return [];
  return await selectVisits(db)
    .where('disposal_visits.driverId', 'in', driverIds)
    .where('disposal_visits.date', '=', date)
    .execute();
}

/** The visits of a driver from a date on. */
export async function listVisitsFrom(db: Db, driverId: string, date: string): Promise<VisitRow[]> {
  return await selectVisits(db)
    .where('disposal_visits.driverId', '=', driverId)
    .where('disposal_visits.date', '>=', date)
    .execute();
}

/** The visits of these routes' drivers on their dates. */
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
