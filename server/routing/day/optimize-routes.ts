import type { z } from 'zod/mini';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import { findNextDay, listPending, type RouteType, type StopRow } from '../stops.store.ts';
import { listActiveDrivers } from '../store.ts';
import { milesOf } from '../travel/travel-rules.ts';
import { planRoutes } from './plan-routes.ts';
import { type DayStops, readDriverDays } from './read-day.ts';
import type { RoutePlan } from './route-plan.ts';
import { saveRoutePlans } from './save-route-plans.ts';
import { writeIfUnchanged } from './write-if-unchanged.ts';

/** A larger travel matrix would not fit in the server's memory. */
const maxStops = 3_000;

/**
 * Plans the routes of the first day, from today on, that has open stops of a type. Pending stops of the type go to the drivers
 * where they cost least, balanced; assigned stops keep their driver. Every driver with open stops of the type gets the whole
 * day put in order. Planning again changes nothing. Throws 422 without a stop or an active driver, or with more than 3,000
 * stops; 409 when the day keeps changing.
 */
export async function optimizeRoutes(
  services: Services,
  actorId: string,
  type: RouteType,
): Promise<z.input<typeof OptimizedRoutes>> {
  const { db } = services;
  const day = await findNextDay(db, type, dateKeyOf(services.clock()));
  if (!day) throw new Refusal(422, `There are no ${type} stops to plan.`, { code: 'nothing_to_plan' });
  const isOfType = (stop: StopRow) => (stop.serviceType === 'subscription') === (type === 'subscription');
  const plans = await writeIfUnchanged(services, day, {
    read: (from) => readDay(from, day, type),
    plan: (stops) => planRoutes(services, stops, ({ open }) => open.some(isOfType)),
    write: (trx, planned) => saveRoutePlans(services, trx, actorId, day, planned),
  });
  const driverIds = plans.map(({ driverId }) => driverId);
  const routes = await presentRoutesOf(db, driverIds, day);
  const totalStops = sumOf(routes, (route) => route.totalStops);
  return { type, date: day, totalStops, routes, unassigned: [], overloads: [], ...totalsOf(plans, routes) };
}

/** Puts one driver's open stops of a day in order. Does nothing without open stops. */
export async function planDriverDay(services: Services, actorId: string, driverId: string, day: string): Promise<void> {
  await writeIfUnchanged(services, day, {
    read: async (db) => ({ drivers: await readDriverDays(db, [driverId], day), pending: [] }),
    plan: (stops) => planRoutes(services, stops, () => true),
    write: (trx, plans) => saveRoutePlans(services, trx, actorId, day, plans),
  });
}

async function readDay(db: Db, day: string, type: RouteType): Promise<DayStops> {
  const active = await listActiveDrivers(db);
  if (active.length === 0) throw new Refusal(422, 'There is no active driver to plan for.', { code: 'no_driver' });
  const driverIds = active.map(({ id }) => id);
  const drivers = await readDriverDays(db, driverIds, day);
  const pending = await listPending(db, type, day);
  const stops = drivers.reduce((sum, { open }) => sum + open.length, pending.length);
  if (stops > maxStops) {
    const message = `There are more than ${maxStops.toLocaleString('en-US')} stops on that day. Please create routes from areas first.`;
    throw new Refusal(422, message, { code: 'too_many_stops' });
  }
  return { drivers, pending };
}

function totalsOf(plans: readonly RoutePlan[], routes: readonly { estimatedTime?: number | null }[]) {
  const saved = (unit: 'meters' | 'seconds') =>
    sumOf(plans, ({ before, after }) => Math.max(0, before[unit] - after[unit]));
  return {
    totalMiles: milesOf(sumOf(plans, ({ total }) => total.meters)),
    totalMinutes: sumOf(routes, ({ estimatedTime }) => estimatedTime ?? 0),
    savedMiles: milesOf(saved('meters')),
    savedMinutes: Math.round(saved('seconds') / 60),
  };
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
