import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { closeGaps } from '../places.store.ts';
import { toRoutePlan } from './plan/route-plan.ts';
import { inOldOrder } from './plan/route-rules.ts';
import type { DayStops } from './read/day.ts';
import { readDayStops } from './read/read-day.ts';
import { replanDay } from './replan-day.ts';
import { saveTravel } from './write/save-route-plans.ts';

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
  { driverId, day: date }: DriverDate,
): Promise<void> {
  await replanDay(services, {
    read: (db) => readRoutedStops(db, services.settings, driverId, date),
    plan: (day) => ({ plans: day.drivers.map((driver) => toRoutePlan(day, driver, inOldOrder(driver.open))) }),
    write: async (trx, { plans }) => {
      for (const plan of plans) {
        await closeGaps(trx, driverId, date);
        const hasOtherMiles = await saveTravel(services, trx, plan);
        // A driver's figures include the miles of past days and today only.
        if (!hasOtherMiles || date > dateKeyOf(services.clock())) continue;
        await services.jobs.enqueue(trx, 'count-driver-day', { driverId, date });
      }
    },
  });
}

/** Reads the driver's day, without open stops that have no route yet. */
async function readRoutedStops(
  db: Db,
  settings: Services['settings'],
  driverId: string,
  date: string,
): Promise<DayStops> {
  const day = await readDayStops(db, settings, { date, driverIds: [driverId] });
  const isRouted = ({ routeId }: { routeId: string | null }) => routeId !== null;
  return { ...day, drivers: day.drivers.map((driver) => ({ ...driver, open: driver.open.filter(isRouted) })) };
}
