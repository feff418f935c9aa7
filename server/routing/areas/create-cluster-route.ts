import type { z } from 'zod/mini';
import type { AddressCluster } from '../../../contract/routing.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { planRoutes } from '../day/plan-routes.ts';
import { planUnchanged } from '../day/plan-unchanged.ts';
import { readDriverDays } from '../day/read-day.ts';
import { listUnroutedOf } from '../stops.store.ts';
import { findDriver } from '../store.ts';
import { listClusters } from './list-clusters.ts';

/**
 * Gives a whole area to one driver and puts the driver's day in order, in one transaction: all of it or nothing. Throws 404
 * (no such driver), 409 (the area is not what it was, or the driver is not active).
 */
export async function createClusterRoute(
  services: Services,
  actorId: string,
  { clusterId, driverId }: { clusterId: string; driverId: string },
): Promise<{ totalStops: number; cluster: z.input<typeof AddressCluster> }> {
  const cluster = (await listClusters(services)).find(({ shape }) => shape.id === clusterId);
  if (!cluster) throw areaChanged();
  const { shape, stopIds } = cluster;
  await planUnchanged(services, actorId, shape.date, {
    read: (db) => readArea(db, stopIds, driverId, shape.date),
    plan: (facts) => planRoutes(services, { ...facts, isTouched: () => true }),
  });
  return { totalStops: stopIds.length, cluster: { ...shape, status: 'assigned' } };
}

async function readArea(db: Db, stopIds: readonly string[], driverId: string, day: string) {
  const driver = await findDriver(db, driverId);
  if (!driver) throw new Refusal(404, 'Driver not found');
  if (!driver.isActive) throw new Refusal(409, 'This driver is not active any more.');
  const pending = (await listUnroutedOf(db, stopIds)).filter((stop) => stop.scheduledDay === day);
  if (pending.length < stopIds.length) throw areaChanged();
  return { drivers: await readDriverDays(db, [driverId], day), pending };
}

function areaChanged(): Refusal {
  return new Refusal(409, 'This area has changed meanwhile. Please look at it again.', { code: 'stale_cluster' });
}
