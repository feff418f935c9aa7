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
 * in that change's own transaction. Brings the routes in line, and leaves a job that tells the stops ahead when to expect
 * the driver now.
 */
export async function followRoute(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  pickups: readonly Followed[],
): Promise<void> {
  await bringRoutesInLine(services, trx, pickups);
  const routed = pickups.filter(({ routeId }) => routeId !== null);
  const days = new Map(routed.map(({ driverId, scheduledDay: day }) => [`${driverId} ${day}`, { driverId, day }]));
  for (const { driverId, day } of days.values()) {
    if (driverId && day) await services.jobs.enqueue(trx, 'refresh-arrivals', { driverId, day });
  }
}

/** The same where nobody drives on: a driver who has left. */
export async function bringRoutesInLine(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  pickups: readonly Followed[],
): Promise<void> {
  const ids = pickups.map(({ routeId }) => routeId).filter((id) => id !== null);
  await refreshRoutes(trx, ids, clock());
}
