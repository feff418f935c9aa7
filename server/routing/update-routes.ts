import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { refreshRoutes } from './routing.store.ts';

/**
 * Updates routes after pickups were resolved, left their routes, or take longer, in the transaction that changed them.
 * `pickups` have the routes, drivers and days from before the change. Enqueues a job per driver and day that refreshes
 * the miles and arrival times.
 */
export async function updateRoutes(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  pickups: readonly Pick<PickupRow, 'routeId' | 'driverId' | 'scheduledDay'>[],
): Promise<void> {
  const ids = pickups.map(({ routeId }) => routeId).filter((id) => id !== null);
  await refreshRoutes(trx, ids, clock());
  const routed = pickups.filter(({ routeId }) => routeId !== null);
  const days = new Map(routed.map(({ driverId, scheduledDay: day }) => [`${driverId} ${day}`, { driverId, day }]));
  for (const { driverId, day } of days.values()) {
    if (driverId && day) await jobs.enqueue(trx, 'refresh-arrivals', { driverId, day });
  }
}
