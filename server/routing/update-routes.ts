import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { refreshRoutes } from './store.ts';

interface Followed {
  readonly routeId: string | null;
  readonly driverId: string | null;
  readonly scheduledDay: string | null;
}

/**
 * What routes have to know of their pickups: called with pickups as they were in their routes when some were settled or left,
 * or take longer now, in that change's own transaction. Brings the routes in line, and leaves a job that reckons their miles, and when the stops
 * ahead may expect the driver now. From the command line there is no queue, and the miles stay until the next change.
 */
export async function updateRoutes(
  { clock, jobs }: Pick<Services, 'clock'> & Partial<Pick<Services, 'jobs'>>,
  trx: Db,
  pickups: readonly Followed[],
): Promise<void> {
  const ids = pickups.map(({ routeId }) => routeId).filter((id) => id !== null);
  await refreshRoutes(trx, ids, clock());
  const routed = pickups.filter(({ routeId }) => routeId !== null);
  const days = new Map(routed.map(({ driverId, scheduledDay: day }) => [`${driverId} ${day}`, { driverId, day }]));
  for (const { driverId, day } of days.values()) {
    if (driverId && day) await jobs?.enqueue(trx, 'refresh-arrivals', { driverId, day });
  }
}
