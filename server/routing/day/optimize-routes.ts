import type { z } from 'zod/mini';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import { findNextDay, listPending, type RouteType, type StopRow } from '../stops.store.ts';
import { listActiveDrivers } from '../store.ts';
import { type PlannedRoute, planRoutes } from './plan-routes.ts';
import { milesOf } from './plan-rules.ts';
import { planUnchanged } from './plan-unchanged.ts';
import { readDriverDays } from './read-day.ts';

/** The costs of all ways between more would not fit a server's memory. */
const mostStops = 3_000;

/**
 * Plans the open stops of a type, today's or those of the next day that has any (ROUTE-1): pending ones go to the
 * driver where they cost least, balanced; assigned ones keep theirs; the whole day of everybody who has such stops is put in
 * order. Pressing again changes nothing. Throws 422 without a stop or a driver, or with
 * too many stops for one plan.
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
  const planned = await planUnchanged(services, actorId, day, {
    read: (from) => readDay(from, day, type),
    plan: (facts) => planRoutes(services, { ...facts, isTouched: ({ open }) => open.some(isOfType) }),
  });
  const routes = await presentRoutesOf(
    db,
    planned.map(({ driverId }) => driverId),
    day,
  );
  return {
    type,
    date: day,
    totalStops: sumOf(routes, (route) => route.totalStops),
    routes,
    ...totalsOf(planned, routes),
  };
}

async function readDay(db: Db, day: string, type: RouteType) {
  const drivers = await listActiveDrivers(db);
  if (drivers.length === 0) throw new Refusal(422, 'There is no active driver to plan for.', { code: 'no_driver' });
  const days = await readDriverDays(
    db,
    drivers.map(({ id }) => id),
    day,
  );
  const pending = await listPending(db, type, day);
  const stops = days.reduce((sum, { open }) => sum + open.length, pending.length);
  if (stops > mostStops) {
    const message = `There are more than ${mostStops.toLocaleString('en-US')} stops that day. Please create routes from areas first.`;
    throw new Refusal(422, message, { code: 'too_many_stops' });
  }
  return { drivers: days, pending };
}

function totalsOf(planned: readonly PlannedRoute[], routes: readonly { estimatedTime?: number | null }[]) {
  const saved = (of: 'meters' | 'seconds') =>
    sumOf(planned, ({ before, after }) => Math.max(0, before[of] - after[of]));
  return {
    totalMiles: milesOf(sumOf(planned, ({ total }) => total.meters)),
    totalMinutes: sumOf(routes, ({ estimatedTime }) => estimatedTime ?? 0),
    savedMiles: milesOf(saved('meters')),
    savedMinutes: Math.round(saved('seconds') / 60),
  };
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
