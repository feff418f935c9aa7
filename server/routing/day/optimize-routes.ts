import type { z } from 'zod/mini';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import { findNextDay, listPending, type RouteType, type StopRow } from '../stops.store.ts';
import { listActiveDrivers } from '../store.ts';
import { milesOf } from '../travel/travel-rules.ts';
import { presentLeftOver } from './left-over-words.ts';
import { type PlannedDay, planRoutes } from './plan-routes.ts';
import { type DayStops, type DriverDay, readDriverDays } from './read-day.ts';
import { overloadOf, type RoutePlan } from './route-plan.ts';
import { saveRoutePlans } from './save-route-plans.ts';
import { writeIfUnchanged } from './write-if-unchanged.ts';

/** A larger travel matrix would not fit in the server's memory. */
const maxStops = 3_000;

export interface OptimizeOptions {
  /** A New York date, today or later. The default is the next date with open stops of the type. */
  date?: string | undefined;
  /** If true, open stops of the type may go to other drivers, unless they are pinned or their route is under way. */
  includeAssigned?: boolean | undefined;
}

/**
 * Plans the routes of a date, by default the next one with open stops of the type. Pending stops of the type go to the
 * drivers for whom they cost least, in balanced days and within shifts. Assigned stops keep their driver unless
 * `includeAssigned`. The whole day of every driver with open stops of the type is put in order. Planning again only
 * searches for room for the stops that were left out.
 *
 * Throws 400 for a past date; 422 if there is no stop, no active driver or more than 3,000 stops; 409 when the day
 * keeps changing.
 */
export async function optimizeRoutes(
  services: Services,
  actorId: string,
  type: RouteType,
  { date, includeAssigned = false }: OptimizeOptions = {},
): Promise<z.input<typeof OptimizedRoutes>> {
  const { db, settings } = services;
  const day = await requireDay(services, type, date);
  let pending: readonly StopRow[] = [];
  let drivers: readonly DriverDay[] = [];
  let left: Omit<PlannedDay, 'plans'> = { leftOver: new Map(), keepsPromises: false };
  const plans = await writeIfUnchanged(services, day, {
    read: (from) => readDay(from, settings, day, type),
    plan: async (stops) => {
      ({ pending, drivers } = stops);
      const planned = await planType(services, stops, { type, includeAssigned });
      left = planned;
      return planned.plans;
    },
    write: (trx, planned) => saveRoutePlans(services, trx, actorId, day, planned),
  });
  const driverIds = plans.map(({ driverId }) => driverId);
  const routes = await presentRoutesOf(db, driverIds, day);
  const totalStops = sumOf(routes, (route) => route.totalStops);
  const planned = new Set(plans.flatMap(({ open }) => open.map(({ id }) => id)));
  return {
    ...{ type, date: day, totalStops, routes },
    unassigned: pending
      .filter(({ id }) => !planned.has(id))
      .map((stop) => presentLeftOver(stop, left.leftOver.get(stop.id), { ...left, sites: drivers[0]?.sites ?? [] })),
    overloads: overloadsOf(services, plans, routes),
    ...totalsOf(plans, routes),
  };
}

/**
 * Returns the date to plan. Throws 400 for a past date, and 422 when no stop of the type is open on the date or, if
 * none is given, from today on.
 */
async function requireDay({ db, clock }: Services, type: RouteType, date: string | undefined): Promise<string> {
  const today = dateKeyOf(clock());
  if (date !== undefined && date < today) {
    const message = 'That date has passed.';
    throw new Refusal(400, message, { errors: { date: message } });
  }
  const day = await findNextDay(db, date ?? today, type);
  if (day !== undefined && (date === undefined || date === day)) return day;
  if (date === undefined) throw new Refusal(422, `There are no ${type} stops to plan.`, { code: 'nothing_to_plan' });
  const next =
    day === undefined ? 'No later date has any.' : `The next date with stops is ${formatDateKey(day, 'long')}.`;
  const message = `There are no ${type} stops left to plan on ${formatDateKey(date, 'long')}. ${next}`;
  throw new Refusal(422, message, { code: 'nothing_to_plan', ...(day !== undefined && { errors: { nextDate: day } }) });
}

/** Plans what the dispatcher's button may change. Stops stay in a route that is under way: one with a resolved stop. */
async function planType(
  services: Services,
  day: DayStops,
  { type, includeAssigned }: { type: RouteType; includeAssigned: boolean },
): Promise<PlannedDay> {
  const isOfType = (stop: StopRow) => (stop.serviceType === 'subscription') === (type === 'subscription');
  const withType = new Set(day.drivers.filter(({ open }) => open.some(isOfType)).map(({ driverId }) => driverId));
  const isIncluded = ({ driverId }: DriverDay) => withType.has(driverId);
  const mayLeave = ({ resolved }: DriverDay, stop: StopRow) =>
    resolved.length === 0 && isOfType(stop) && !(stop.isPinned && stop.routeOrder !== null);
  return await planRoutes(services, day, { isIncluded, ...(includeAssigned && { mayLeave }) });
}

/**
 * Returns the planned drivers whose work ends after their shift, or whose truck is too full or isn't empty at the end.
 */
function overloadsOf(
  { settings }: Services,
  plans: readonly RoutePlan[],
  routes: readonly { driverId: string; driverName: string }[],
) {
  const nameOf = new Map(routes.map(({ driverId, driverName }) => [driverId, driverName]));
  return plans.flatMap((plan) => {
    const overload = overloadOf(plan, settings.workTimes);
    const { driverId } = plan;
    return overload === null ? [] : [{ driverId, driverName: nameOf.get(driverId) ?? '', ...overload }];
  });
}

/** Puts one driver's open stops of a day in order, if there are any. Throws 409 when the day keeps changing. */
export async function planDriverDay(services: Services, actorId: string, driverId: string, day: string): Promise<void> {
  await writeIfUnchanged(services, day, {
    read: async (db) => ({ drivers: await readDriverDays(db, services.settings, [driverId], day), pending: [] }),
    plan: async (stops) => (await planRoutes(services, stops, { isIncluded: () => true })).plans,
    write: (trx, plans) => saveRoutePlans(services, trx, actorId, day, plans),
  });
}

async function readDay(db: Db, settings: Services['settings'], day: string, type: RouteType): Promise<DayStops> {
  const active = await listActiveDrivers(db);
  if (active.length === 0) throw new Refusal(422, 'There are no active drivers to plan for.', { code: 'no_driver' });
  const driverIds = active.map(({ id }) => id);
  const drivers = await readDriverDays(db, settings, driverIds, day);
  const pending = await listPending(db, type, day);
  const stops = drivers.reduce((sum, { open }) => sum + open.length, pending.length);
  if (stops > maxStops) {
    const message = `There are more than ${maxStops.toLocaleString('en-US')} stops on that day. Please create routes from areas first.`;
    throw new Refusal(422, message, { code: 'too_many_stops' });
  }
  return { drivers, pending };
}

interface Totals {
  estimatedTime?: number | null;
  totalDistance?: string | null;
}

/**
 * Returns the sums of the routes' own figures, as the board and the reports show them, and the savings of the route
 * plans.
 */
function totalsOf(plans: readonly RoutePlan[], routes: readonly Totals[]) {
  const saved = (unit: 'meters' | 'seconds') =>
    sumOf(plans, ({ before, after }) => Math.max(0, before[unit] - after[unit]));
  return {
    totalMiles: Math.round(10 * sumOf(routes, ({ totalDistance }) => Number(totalDistance ?? 0))) / 10,
    totalMinutes: sumOf(routes, ({ estimatedTime }) => estimatedTime ?? 0),
    savedMiles: milesOf(saved('meters')),
    savedMinutes: Math.round(saved('seconds') / 60),
  };
}

function sumOf<T>(items: readonly T[], amount: (item: T) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
