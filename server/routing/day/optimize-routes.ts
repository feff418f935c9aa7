import type { z } from 'zod/mini';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { presentRoutesOf } from '../list-routes.ts';
import { listActiveDrivers } from '../routing.store.ts';
import { findNextDay, listPending, type RouteType, type StopRow } from '../stops.store.ts';
import { milesOf } from '../travel/travel-rules.ts';
import { type PlannedDay, planRoutes } from './plan/plan-routes.ts';
import { layOut } from './plan/route-plan.ts';
import { inOldOrder } from './plan/route-rules.ts';
import type { Day, DayStops, DriverDay } from './read/day.ts';
import { readDayStops } from './read/read-day.ts';
import { replanDay } from './replan-day.ts';
import { overloadOf, presentLeftOver } from './shortfalls.ts';
import { saveRoutePlans } from './write/save-route-plans.ts';

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
  { date: wanted, includeAssigned = false }: OptimizeOptions = {},
): Promise<z.input<typeof OptimizedRoutes>> {
  const date = await requireDate(services, type, wanted);
  const planned = await replanDay(services, {
    read: (db) => readActiveDrivers(db, services.settings, date, type),
    plan: (day) => planType(day, type, includeAssigned),
    write: async (trx, result) => {
      await saveRoutePlans(services, trx, actorId, result.plans);
      return result;
    },
  });
  return await present(services, type, planned);
}

/**
 * Returns the date to plan. Throws 400 for a past date, and 422 when no stop of the type is open on the date or, if
 * none is given, from today on.
 */
async function requireDate({ db, clock }: Services, type: RouteType, date: string | undefined): Promise<string> {
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

/** Reads the day of all active drivers, with the pending stops of the type. */
async function readActiveDrivers(
  db: Db,
  settings: Services['settings'],
  date: string,
  type: RouteType,
): Promise<DayStops> {
  const active = await listActiveDrivers(db);
  if (active.length === 0) throw new Refusal(422, 'There are no active drivers to plan for.', { code: 'no_driver' });
  const pending = await listPending(db, type, date);
  const day = await readDayStops(db, settings, { date, driverIds: active.map(({ id }) => id), pending });
  if (sumOf(day.drivers, ({ open }) => open.length) + pending.length > maxStops) {
    const message = `There are more than ${maxStops.toLocaleString('en-US')} stops on that day. Please create routes from areas first.`;
    throw new Refusal(422, message, { code: 'too_many_stops' });
  }
  return day;
}

/** Plans what the dispatcher's button may change. Stops stay in a route that is under way: one with a resolved stop. */
async function planType(day: Day, type: RouteType, includeAssigned: boolean): Promise<PlannedDay> {
  const isOfType = (stop: StopRow) => (stop.serviceType === 'subscription') === (type === 'subscription');
  const isIncluded = ({ open }: DriverDay) => open.some(isOfType);
  const mayLeave = ({ resolved }: DriverDay, stop: StopRow) =>
    resolved.length === 0 && isOfType(stop) && !(stop.isPinned && stop.routeOrder !== null);
  return await planRoutes(day, { isIncluded, ...(includeAssigned && { mayLeave }) });
}

async function present(
  { db, settings }: Services,
  type: RouteType,
  planned: PlannedDay,
): Promise<z.input<typeof OptimizedRoutes>> {
  const { day, plans } = planned;
  const driverIds = plans.map(({ driverId }) => driverId);
  const routes = await presentRoutesOf(db, driverIds, day.date);
  const nameOf = new Map(routes.map(({ driverId, driverName }) => [driverId, driverName]));
  return {
    ...{ type, date: day.date, totalStops: sumOf(routes, (route) => route.totalStops), routes },
    unassigned: presentLeftOver(planned),
    overloads: plans.flatMap((plan) => {
      const overload = overloadOf(plan, settings.workTimes);
      const { driverId } = plan;
      return overload === null ? [] : [{ driverId, driverName: nameOf.get(driverId) ?? '', ...overload }];
    }),
    ...totalsOf(planned, routes),
  };
}

interface Totals {
  estimatedTime?: number | null;
  totalDistance?: string | null;
}

/**
 * Returns the sums of the routes' own figures, as the board and the reports show them, and what the new orders save in
 * driving.
 */
function totalsOf({ day, plans }: PlannedDay, routes: readonly Totals[]) {
  const drives = plans.map((plan) => ({ before: layOut(day, plan, inOldOrder(plan.open)).drive, after: plan.ahead }));
  const saved = (unit: 'meters' | 'seconds') =>
    sumOf(drives, ({ before, after }) => Math.max(0, before[unit] - after[unit]));
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

/** Puts one driver's open stops of a day in order, if there are any. Throws 409 when the day keeps changing. */
export async function planDriverDay(
  services: Services,
  actorId: string,
  driverId: string,
  date: string,
): Promise<void> {
  await replanDay(services, {
    read: (db) => readDayStops(db, services.settings, { date, driverIds: [driverId] }),
    plan: (day) => planRoutes(day, { isIncluded: () => true }),
    write: (trx, { plans }) => saveRoutePlans(services, trx, actorId, plans),
  });
}
