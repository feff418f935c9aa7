import { solveAllInWorker, solveInWorker } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import { type DayTravel, driveThrough, type PlanningServices, readTravel } from './day-travel.ts';
import type { DayStops, DriverDay } from './read-day.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { inOldOrder, inResolvedOrder, type WorkTimes } from './route-rules.ts';
import { assignmentQuestion, matrixOf, orderQuestion } from './solver-problems.ts';

/**
 * Computes the routes of a day; writes nothing. Pending stops go to the drivers where they cost least, balanced so that no
 * day is much longer than the others. Assigned stops keep their driver. Then the open stops of every driver who gets a
 * pending stop, or for whom `isIncluded` holds, are put in the best order found; pinned stops keep their positions. Planning
 * its own result again returns the same routes.
 */
export async function planRoutes(
  services: PlanningServices,
  day: DayStops,
  isIncluded: (driver: DriverDay) => boolean,
): Promise<RoutePlan[]> {
  const { workTimes } = services.settings;
  const travel = await readTravel(services, day);
  const assigned = await assignPending(travel, day, workTimes);
  const drivers = day.drivers
    .filter((driver) => assigned.has(driver.driverId) || isIncluded(driver))
    .map(({ driverId, resolved, open }) => ({
      ...{ driverId, resolved: inResolvedOrder(resolved) },
      open: [...open, ...(assigned.get(driverId) ?? [])],
    }))
    .filter(({ open }) => open.length > 0);
  const orders = await findOrders(travel, drivers, workTimes);
  return drivers.map((driver, index) => {
    const order = currentUnlessShorter(travel, driver, orders[index] ?? inOldOrder(driver.open));
    return toRoutePlan(travel, driver, order);
  });
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
