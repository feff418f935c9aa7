import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import { updateRoutes } from '../../routing/update-routes.ts';
import type { Services } from '../../services.ts';
import { enqueueDayCounts } from './enqueue-day-counts.ts';
import { clearDriver } from './store.ts';

/**
 * Returns a driver's open stops to pending, in the transaction that takes the role or the account away
 * (ACC-39). `actorId` is who took it; null for the service itself. Answers how many there were.
 */
export async function unassignStops(
  services: Pick<Services, 'clock'> & Partial<Pick<Services, 'jobs'>>,
  trx: Db,
  driverId: string,
  actorId: string | null,
): Promise<number> {
  const stops = await clearDriver(trx, driverId);
  await updateRoutes(services, trx, stops);
  // From the command line there is no queue; the hourly sweep counts then.
  if (services.jobs) await enqueueDayCounts({ ...services, jobs: services.jobs }, trx, stops);
  await recordChanges(
    services,
    trx,
    stops.map(({ id }) => ({ actorId, action: 'given_back', subject: 'pickup', subjectId: id })),
  );
  return stops.length;
}
