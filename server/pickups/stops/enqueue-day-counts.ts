import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';

/**
 * Has the drivers' days counted again (server/drivers/count-day.ts) that these stops belong to, as they were or as they are: the one
 * they are scheduled for, unless it has not come, and the one they were done on. One job a driver and day of this transaction; a job
 * that waits already is not relied upon, for it may be worked off before this transaction commits.
 */
export async function enqueueDayCounts(
  services: Pick<Services, 'jobs' | 'clock'>,
  trx: Db,
  stops: readonly Pick<PickupRow, 'driverId' | 'scheduledDay' | 'completedAt'>[],
): Promise<void> {
  const today = dateKeyOf(services.clock());
  const days = new Map<string, { driverId: string; date: string }>();
  for (const { driverId, scheduledDay, completedAt } of stops) {
    for (const date of [scheduledDay, completedAt && dateKeyOf(completedAt)]) {
      if (driverId && date && date <= today) days.set(`${driverId} ${date}`, { driverId, date });
    }
  }
  await services.jobs.enqueueAll(trx, 'count-driver-day', [...days.values()]);
}
