import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { closeGaps } from '../places.store.ts';
import { type DayStops, readDriverDays } from './read-day.ts';
import { planInOrder } from './route-plan.ts';
import { inOldOrder } from './route-rules.ts';
import { saveTravel } from './save-route-plans.ts';
import { writeIfUnchanged } from './write-if-unchanged.ts';

interface DriverDate {
  driverId: string;
  day: string;
}

/**
 * Recomputes a route after stops were resolved or left the route: legs, miles, minutes, directions link, and the
 * arrival times at the open stops, from where the driver is now. The order stays; the stops are numbered without gaps.
 * Throws 409 when the route keeps changing; the job is then retried.
 */
export async function refreshArrivals(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'roads' | 'settings' | 'log'>,
  { driverId, day }: DriverDate,
): Promise<void> {
  await writeIfUnchanged(services, day, {
    read: (db) => readRoutedStops(db, services.settings, { driverId, day }),
    plan: ({ drivers }) => Promise.all(drivers.map((driver) => planInOrder(services, driver, inOldOrder(driver.open)))),
    write: async (trx, plans) => {
      for (const plan of plans) {
        await closeGaps(trx, plan.driverId, day);
        const hasOtherMiles = await saveTravel(services, trx, day, plan);
        // A driver's figures include the miles of past days and today only.
        if (!hasOtherMiles || day > dateKeyOf(services.clock())) continue;
        await services.jobs.enqueue(trx, 'count-driver-day', { driverId, date: day });
      }
    },
  });
}

/** Reads the driver's day, without open stops that have no route yet. */
async function readRoutedStops(
  db: Db,
  settings: Services['settings'],
  { driverId, day }: DriverDate,
): Promise<DayStops> {
  const days = await readDriverDays(db, settings, [driverId], day);
  const routed = days.map((driver) => ({ ...driver, open: driver.open.filter(({ routeId }) => routeId !== null) }));
  return { drivers: routed, pending: [] };
}
