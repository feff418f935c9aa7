import { dateKeyOf } from '../../../contract/values/dates.ts';
import type { Services } from '../../services.ts';
import { roomSeconds } from '../shifts/shift-rules.ts';
import { solveAllInWorker, solveInWorker } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import { type DayTravel, driveThrough, type PlanningServices, readTravel } from './day-travel.ts';
import type { DayStops, DriverDay } from './read-day.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { departure, inOldOrder, inResolvedOrder, lastVisited, type WorkTimes } from './route-rules.ts';
import { type FittedDay, fitIntoShifts } from './shift-fit.ts';
import { assignmentQuestion, matrixOf, orderQuestion } from './solver-problems.ts';

/**
 * Computes the routes of a day; writes nothing. Pending stops go to the drivers where they cost least, balanced so that no
 * day is much longer than the others. Stops that fit into nobody's shift are left out. Assigned stops keep their driver, even
 * beyond the shift. Then the open stops of every driver who gets a pending stop, or for whom `isIncluded` holds, are put in the
 * best order found; pinned stops keep their positions. Planning its own result again returns the same routes.
 */
export async function planRoutes(
  services: PlanningServices & Pick<Services, 'clock'>,
  day: DayStops,
  options: PlanOptions,
): Promise<RoutePlan[]> {
  const { date, isIncluded, ignoresShifts = false, mayStayUnassigned = () => true } = options;
  const { workTimes } = services.settings;
  const travel = options.travel ?? (await readTravel(services, day));
  // A driver who is off keeps what they have and gets nothing.
  const working = ignoresShifts ? day.drivers : day.drivers.filter(({ shift }) => !shift.isOff);
  const assigned = await assignPending(travel, { drivers: working, pending: day.pending }, workTimes);
  const all = day.drivers.map((driver) => ({
    ...driver,
    resolved: inResolvedOrder(driver.resolved),
    open: [...driver.open, ...(assigned.get(driver.driverId) ?? [])],
  }));
  const drivers = all.filter((driver, index) => {
    const isTouched = assigned.has(driver.driverId) || isIncluded(day.drivers[index] as DriverDay);
    return isTouched && driver.open.length > 0;
  });
  const orders = await orderDays(travel, drivers, workTimes);
  if (ignoresShifts || day.pending.length === 0) {
    return drivers.map((driver, index) => toRoutePlan(travel, driver, orders[index] ?? []));
  }
  const untouched = all.filter((driver) => !drivers.includes(driver));
  const isPending = new Set(day.pending);
  const fitted = fitIntoShifts(
    travel,
    [
      ...drivers.map((driver, index) => ({ driver, order: orders[index] ?? [] })),
      ...untouched.map((driver) => ({ driver, order: inOldOrder(driver.open) })),
    ].map((draft) => ({ ...draft, room: roomOf(services, draft.driver, date) })),
    { times: workTimes, mayMove: (stop) => isPending.has(stop), mayStayUnassigned },
  );
  return await toPlans(travel, fitted.slice(0, drivers.length), fitted.slice(drivers.length), workTimes);
}

export interface PlanOptions {
  readonly date: string;
  /** The travel of the day's stops, where the caller has read it. */
  readonly travel?: DayTravel;
  /** Whether a driver's day is put in order although no stop is new; asked with the day as it was read. */
  readonly isIncluded: (driver: DriverDay) => boolean;
  /** The dispatcher has chosen the driver, who takes everything. */
  readonly ignoresShifts?: boolean;
  /** Whether a pending stop that fits into no shift stays without a driver; otherwise it keeps the one it has. */
  readonly mayStayUnassigned?: (stop: StopRow) => boolean;
}

/** Days that lost or gained stops are put in order again; untouched ones of `others` are left out. */
async function toPlans(
  travel: DayTravel,
  planned: readonly FittedDay[],
  others: readonly FittedDay[],
  times: WorkTimes,
): Promise<RoutePlan[]> {
  const days = [...planned, ...others.filter(({ hasChanged }) => hasChanged)];
  const changed = days
    .filter(({ hasChanged, order }) => hasChanged && order.length > 0)
    .map(({ driver, order }) => ({ ...driver, open: order }));
  const orders = await orderDays(travel, changed, times);
  const orderOf = new Map(changed.map(({ driverId }, index) => [driverId, orders[index]]));
  return days
    .filter(({ order }) => order.length > 0)
    .map(({ driver, order }) => {
      const found = orderOf.get(driver.driverId) ?? order;
      return toRoutePlan(travel, { ...driver, open: order }, found);
    });
}

/** Each driver's open stops in the best order found, or as they are if that is no longer. */
async function orderDays(
  travel: DayTravel,
  drivers: readonly DriverDay[],
  times: WorkTimes,
): Promise<(readonly StopRow[])[]> {
  const orders = await findOrders(travel, drivers, times);
  return drivers.map((driver, index) => currentUnlessShorter(travel, driver, orders[index] ?? inOldOrder(driver.open)));
}

/** How many seconds of open stops fit into a driver's shift. */
export function roomOf({ clock }: Pick<Services, 'clock'>, { shift, resolved }: DriverDay, date: string): number {
  const now = clock();
  const isUnderWay = lastVisited(resolved) !== undefined;
  const departsAt = departure({ day: date, isUnderWay }, dateKeyOf(now), now, { startTime: shift.start });
  return roomSeconds(shift, date, departsAt);
}

/** The pending stops that each driver gets, by driver id. */
async function assignPending(travel: DayTravel, day: DayStops, times: WorkTimes): Promise<Map<string, StopRow[]>> {
  const { drivers, pending } = day;
  const [first] = drivers;
  if (!first || pending.length === 0) return new Map();
  if (drivers.length === 1) return new Map([[first.driverId, [...pending]]]);

  const { problem, options, rows } = assignmentQuestion(travel, day, times);
  const { routes } = await solveInWorker(problem, options);
  const isPending = new Set(pending);
  const gains = routes.map((route, vehicle) => {
    const { driverId } = drivers[vehicle] as DriverDay;
    return [driverId, route.map((index) => rows[index] as StopRow).filter((row) => isPending.has(row))] as const;
  });
  return new Map(gains.filter(([, stops]) => stops.length > 0));
}

/** Each driver's open stops in the best order found. */
async function findOrders(travel: DayTravel, drivers: readonly DriverDay[], times: WorkTimes): Promise<StopRow[][]> {
  if (drivers.length === 0) return [];
  const questions = drivers.map((driver) => orderQuestion(travel, driver, times));
  const asked = questions.map(({ question }) => question);
  const solutions = await solveAllInWorker(matrixOf(travel), asked);
  return solutions.map(({ routes: [route = []] }, driver) =>
    route.map((index) => questions[driver]?.rows[index]).filter((row) => row !== undefined),
  );
}

/** Returns the current order if it is already planned for this driver and the order found is no shorter; else that. */
function currentUnlessShorter(travel: DayTravel, { driverId, resolved, open }: DriverDay, found: readonly StopRow[]) {
  const isPlanned = open.every((stop) => stop.routeOrder !== null && stop.driverId === driverId);
  const old = inOldOrder(open);
  const secondsOf = (order: readonly StopRow[]) => driveThrough(travel, resolved, order).seconds;
  return isPlanned && secondsOf(found) >= secondsOf(old) ? old : found;
}
