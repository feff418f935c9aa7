import type { JobPayloads } from '../../jobs/job-kinds.ts';
import type { Services } from '../../services.ts';
import type { StopRow } from '../stops.store.ts';
import { toRoutePlan } from './plan/route-plan.ts';
import { inOldOrder } from './plan/route-rules.ts';
import type { DriverDay } from './read/day.ts';
import { readDayStops } from './read/read-day.ts';
import { replanDay } from './replan-day.ts';
import { saveRoutePlans } from './write/save-route-plans.ts';

/**
 * Puts a pinned stop without a route first in its driver's planned route of a day; the other stops keep their order.
 * Does nothing if the driver has no planned route, because the next planning puts the stop first, or if the stop has
 * been moved in the meantime. Throws 409 when the route keeps changing; the job is then retried.
 */
export async function putFirst(
  services: Services,
  { pickupId, driverId, day: date }: JobPayloads['put-first'],
): Promise<void> {
  await replanDay(services, {
    read: async (db) => {
      const day = await readDayStops(db, services.settings, { date, driverIds: [driverId] });
      return { ...day, drivers: day.drivers.filter((driver) => isWaiting(driver, pickupId)) };
    },
    plan: (day) => ({ plans: day.drivers.map((driver) => toRoutePlan(day, driver, withFirst(driver, pickupId))) }),
    write: async (trx, { plans }) => {
      if (plans.length > 0) await saveRoutePlans(services, trx, driverId, plans, { keepsWindows: true });
    },
  });
}

/** Returns true if the pinned stop still has no route and the driver has one. */
function isWaiting({ open }: DriverDay, pickupId: string): boolean {
  const stop = open.find(({ id }) => id === pickupId);
  const isLoose = stop?.isPinned === true && stop.routeId === null;
  return isLoose && open.some(({ routeId }) => routeId !== null);
}

/** Returns the stop followed by the routed stops. Other stops without a route stay without one. */
function withFirst({ open }: DriverDay, pickupId: string): StopRow[] {
  const inFront = open.filter(({ id }) => id === pickupId);
  return [...inFront, ...inOldOrder(open.filter(({ routeId }) => routeId !== null))];
}
