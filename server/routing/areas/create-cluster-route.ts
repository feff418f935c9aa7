import type { z } from 'zod/mini';
import type { optimizeClusterRoute } from '../../../contract/routing.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { planRoutes } from '../day/plan/plan-routes.ts';
import type { DayStops } from '../day/read/day.ts';
import { readDayStops } from '../day/read/read-day.ts';
import { replanDay } from '../day/replan-day.ts';
import { overloadOf } from '../day/shortfalls.ts';
import { saveRoutePlans } from '../day/write/save-route-plans.ts';
import { findDriver } from '../routing.store.ts';
import { listUnroutedOf } from '../stops.store.ts';
import { listClusters } from './list-clusters.ts';

/**
 * Assigns a whole area to one driver and puts the driver's day in order, in one transaction. Throws 404 (no such
 * driver), 409 (the area or the day has changed, or the driver is inactive).
 */
export async function createClusterRoute(
  services: Services,
  actorId: string,
  { clusterId, driverId }: { clusterId: string; driverId: string },
): Promise<z.input<(typeof optimizeClusterRoute)['response']>> {
  const areas = await listClusters(services);
  const shape = areas.shapes.find(({ id }) => id === clusterId);
  const stopIds = areas.stopIds.get(clusterId);
  if (!shape || !stopIds) throw areaChanged();
  const [plan] = await replanDay(services, {
    read: (db) => readArea(db, services.settings, stopIds, driverId, shape.date),
    plan: (day) => planRoutes(day, { isIncluded: () => true, ignoresShifts: true }),
    write: async (trx, { plans }) => {
      await saveRoutePlans(services, trx, actorId, plans);
      return plans;
    },
  });
  const overload = plan ? overloadOf(plan, services.settings.workTimes) : null;
  return { totalStops: stopIds.length, cluster: { ...shape, status: 'assigned' }, overload };
}

async function readArea(
  db: Db,
  settings: Services['settings'],
  stopIds: readonly string[],
  driverId: string,
  date: string,
): Promise<DayStops> {
  const driver = await findDriver(db, driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  if (!driver.isActive) throw new Refusal(409, 'This driver is no longer active.');
  const pending = (await listUnroutedOf(db, stopIds)).filter((stop) => stop.scheduledDay === date);
  if (pending.length < stopIds.length) throw areaChanged();
  return await readDayStops(db, settings, { date, driverIds: [driverId], pending });
}

function areaChanged(): Refusal {
  return new Refusal(409, 'This area has changed. Please review it and try again.', { code: 'stale_cluster' });
}
