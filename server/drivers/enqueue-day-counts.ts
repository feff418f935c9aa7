import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';

/**
 * Enqueues a new count (count-day.ts) of the drivers' days that these stops belong to: the day a stop is scheduled for,
 * unless it is in the future, and the day it was completed on. Enqueues one job per driver and day even if one is
 * already waiting, because that one may run before this transaction commits.
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
