import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { closeGaps } from '../stops.store.ts';
import { applyTravel } from './apply-plan.ts';
import { planInOrder } from './plan-routes.ts';
import { inOldOrder } from './plan-rules.ts';
import { type DayFacts, writeUnchanged } from './plan-unchanged.ts';
import { readDriverDays } from './read-day.ts';

interface DriverDate {
  driverId: string;
  day: string;
}

/**
 * Reckons a route anew when stops of it were settled or have left it: the ways, miles, minutes and the link, and when the
 * driver reaches the stops ahead, from where the driver is and from now on. The order stays; the numbers close up. Throws 409 when
 * the route changes all the time; the job is then tried again later.
 */
export async function refreshArrivals(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'roads' | 'settings' | 'log'>,
  { driverId, day }: DriverDate,
): Promise<void> {
  await writeUnchanged(services, day, {
    read: (db) => readRouted(db, { driverId, day }),
    plan: (facts) => Promise.all(facts.drivers.map((driver) => planInOrder(services, driver, inOldOrder(driver.open)))),
    write: async (trx, planned) => {
      for (const route of planned) {
        await closeGaps(trx, route.driverId, day);
        const hasOtherMiles = await applyTravel(services, trx, day, route);
        // The driver's figures count the miles of a day that has come.
        if (!hasOtherMiles || day > dateKeyOf(services.clock())) continue;
        await services.jobs.enqueue(trx, 'count-driver-day', { driverId, date: day });
      }
    },
  });
}

/** The driver's day without what no route holds yet; nothing where nothing is left of it. */
async function readRouted(db: Db, { driverId, day }: DriverDate): Promise<DayFacts> {
  const days = await readDriverDays(db, [driverId], day);
  const routed = days.map((driver) => ({ ...driver, open: driver.open.filter(({ routeId }) => routeId !== null) }));
  return { drivers: routed.filter(({ settled, open }) => settled.length + open.length > 0), pending: [] };
}
