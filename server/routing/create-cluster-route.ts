import type { z } from 'zod/mini';
import type { AddressCluster } from '../../contract/routing.ts';
import { inTransaction } from '../database/transaction.ts';
import { assignWithin } from '../pickups/assign-pickup.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listClusters } from './list-clusters.ts';
import { planDay } from './plan-day.ts';
import { lockDay } from './store.ts';

/**
 * Gives a whole area to one driver and plans the days it touches, in one transaction: all of it or nothing. Throws 404 (no
 * such driver), 409 (the area is not what it was, or the driver is not active).
 */
export async function createClusterRoute(
  services: Services,
  actorId: string,
  { clusterId, driverId }: { clusterId: string; driverId: string },
): Promise<{ totalStops: number; cluster: z.input<typeof AddressCluster> }> {
  return await inTransaction(services.db, async (trx) => {
    const cluster = (await listClusters(trx)).find(({ shape }) => shape.id === clusterId);
    if (!cluster) throw areaChanged();
    const days = [...new Set(cluster.stops.map((stop) => stop.scheduledDay))].sort();
    for (const day of days) await lockDay(trx, day);
    for (const id of cluster.stops.map((stop) => stop.id).sort())
      await assignWithin(services, trx, actorId, id, driverId);
    for (const day of days) await planDay(services, trx, driverId, day);
    return { totalStops: cluster.stops.length, cluster: { ...cluster.shape, status: 'assigned' } };
  });
}

function areaChanged(): Refusal {
  return new Refusal(409, 'This area has changed meanwhile. Please look at it again.', { code: 'stale_cluster' });
}
