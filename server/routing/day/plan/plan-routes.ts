import { evenDays } from '../../solver/day-balance.ts';
import type { DayPlan, DayProblem, UnassignedReason, VehicleDay } from '../../solver/day-problem.ts';
import type { SolveOptions } from '../../solver/problem.ts';
import { planInWorker } from '../../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { assignmentQuestion, changeCost, isPlain, type LooseStops, type Taker } from './day-questions.ts';
import { truckAhead } from './day-so-far.ts';
import { isLess, orderDays, windowCosts, withKeptPromises } from './order-days.ts';
import { type RoutePlan, toRoutePlan } from './route-plan.ts';
import { inOldOrder } from './route-rules.ts';

/** Plans a day from its facts alone. The searches run in a worker thread. */

export interface PlanOptions {
  /** Returns true if a driver's day is put in order even when no stop is added or removed. */
  readonly isIncluded: (driver: DriverDay) => boolean;
  /** True if the dispatcher chose the only driver, who takes every stop, even beyond the shift. */
  readonly ignoresShifts?: boolean;
  /** Returns true if an open stop may go to another driver. */
  readonly mayLeave?: (driver: DriverDay, stop: StopRow) => boolean;
}

export interface PlannedDay {
  readonly day: Day;
  readonly plans: readonly RoutePlan[];
  readonly leftOver: readonly LeftOver[];
}

/** A pending stop without a route, and why it was left out. */
export interface LeftOver {
  readonly stop: StopRow;
  readonly reason: UnassignedReason;
}

/**
 * Computes the routes of a day. Planning a result again returns the same routes.
 *
 * Pending stops go to the drivers for whom they cost least: within shifts, truck capacities and the hours of disposal
 * sites, near promised and preferred times, with no day much longer than the others. Stops that fit nowhere are left
 * out, and so are stops that would break a promise that the current routes keep. Assigned stops keep their driver, even
 * beyond the shift, unless they `mayLeave` and the day improves.
 *
 * Then the open stops of every driver who gains or loses one, or for whom `isIncluded` returns true, are put in the
 * best order found. Pinned stops keep their positions.
 */
export async function planRoutes(given: Day, { mayLeave, ...options }: PlanOptions): Promise<PlannedDay> {
  const day = withKeptPromises(given, allPlans(given, []));
  const present = await planOnce(day, options);
  if (!mayLeave || !day.drivers.some((driver) => driver.open.some((stop) => mayLeave(driver, stop)))) return present;
  const moved = await planOnce(day, { ...options, mayLeave });
  return isLess(dayCosts(moved), dayCosts(present)) ? moved : present;
}

/** Plans the day in three steps: which drivers may take stops, who takes which, and in which order. */
async function planOnce(
  day: Day,
  { isIncluded, ignoresShifts = false, mayLeave = () => false }: PlanOptions,
): Promise<PlannedDay> {
  const leaving = new Set(day.drivers.flatMap((driver) => driver.open.filter((stop) => mayLeave(driver, stop))));
  const takers = await findTakers(day, leaving, ignoresShifts);
  const { routes, leftOver } = await assign(day, takers, looseStops(day, takers, leaving), ignoresShifts);
  const placed = new Set([...routes.values()].flat());
  const touched = day.drivers.flatMap((driver) => {
    const route = routes.get(driver.driverId) ?? driver.open.filter((stop) => !leaving.has(stop));
    // Stops that the search left out return to their drivers.
    const kept = driver.open.filter((stop) => !placed.has(stop) && !route.includes(stop));
    const open = [...route, ...kept];
    const isSame = open.length === driver.open.length && open.every((stop) => driver.open.includes(stop));
    return open.length > 0 && (!isSame || isIncluded(driver)) ? [{ ...driver, open }] : [];
  });
  return { day, plans: await orderDays(day, touched, routes), leftOver };
}

/** Returns the drivers who may take more stops than those that stay with them. */
async function findTakers(day: Day, leaving: ReadonlySet<StopRow>, ignoresShifts: boolean): Promise<Taker[]> {
  const takers: Taker[] = [];
  if (day.pending.length + leaving.size === 0) return takers;
  for (const driver of day.drivers) {
    const fixed = driver.open.filter((stop) => !leaving.has(stop));
    if (!(ignoresShifts || (await hasRoom(day, { ...driver, open: fixed })))) continue;
    takers.push({ driver, fixed, leaving: driver.open.filter((stop) => leaving.has(stop)) });
  }
  return takers;
}

/** Returns the stops that no taker has: the pending ones, and those that may leave a driver who takes none. */
function looseStops({ pending, drivers }: Day, takers: readonly Taker[], leaving: ReadonlySet<StopRow>): LooseStops {
  const others = drivers.filter((driver) => !takers.some((taker) => taker.driver === driver));
  return { pending, freed: others.flatMap(({ open }) => open.filter((stop) => leaving.has(stop))) };
}

/**
 * Returns true if a driver's own stops leave room for more. A driver who is off or already has too much takes no more.
 */
async function hasRoom(day: Day, driver: DriverDay): Promise<boolean> {
  if (driver.shift.isOff) return false;
  if (driver.open.length === 0) return true;
  const fits = ({ endsAt, overBags, leftBags }: RoutePlan) =>
    overBags + leftBags === 0 && endsAt.getTime() / 1000 <= truckAhead(day, driver).shiftEndsAt;
  if (fits(toRoutePlan(day, driver, inOldOrder(driver.open)))) return true;
  return (await orderDays(day, [driver])).every(fits);
}

interface Assigned {
  /** The open stops of each driver in the search, in the order found, by driver id. */
  readonly routes: ReadonlyMap<string, readonly StopRow[]>;
  readonly leftOver: readonly LeftOver[];
}

async function assign(day: Day, takers: readonly Taker[], loose: LooseStops, isUnlimited: boolean): Promise<Assigned> {
  if (takers.length === 0) return { routes: new Map(), leftOver: leftOf(loose.pending) };
  const [only] = takers;
  // The dispatcher has chosen the driver, so there is only an order to find.
  if (isUnlimited && only) {
    return { routes: new Map([[only.driver.driverId, [...only.fixed, ...loose.pending]]]), leftOver: [] };
  }
  const { problem, options, rows } = assignmentQuestion(day, takers, loose);
  const { days, unassigned } = await planAssignment(problem, options);
  const absent = unassigned.map(({ stop, reason }) => ({ row: rows[stop] as StopRow, reason }));
  const routes = takers.map(({ driver }, vehicle) => {
    const visits = days[vehicle]?.visits.filter(({ kind }) => kind === 'stop') ?? [];
    return [driver.driverId, visits.map(({ index }) => rows[index] as StopRow)] as const;
  });
  // A driver's own stops fit without new ones. If the search found no room for one, the driver gets no new stops.
  const displaced = new Set(absent.filter(({ reason }) => reason === 'no-room').map(({ row }) => row));
  const full = new Set(
    takers.filter(({ fixed }) => fixed.some((row) => displaced.has(row))).map(({ driver }) => driver.driverId),
  );
  const kept = routes.filter(([driverId]) => !full.has(driverId));
  const placed = new Set(kept.flatMap(([, stops]) => stops));
  const reasons = new Map(absent.map(({ row, reason }) => [row, reason]));
  const left = loose.pending.filter((row) => !placed.has(row));
  return { routes: new Map(kept), leftOver: leftOf(left, reasons) };
}

/**
 * Searches for the assignment. If shifts are the only constraint, a search that ignores them is faster and finds
 * shorter routes. Its result is used if it includes every stop and its days fit into the shifts.
 */
async function planAssignment(problem: DayProblem, options: SolveOptions): Promise<DayPlan> {
  if (isPlain(problem)) {
    const vehicles = problem.vehicles.map(({ shift: _, ...vehicle }) => vehicle);
    const free = await planInWorker({ ...problem, vehicles }, options);
    const fits = ({ leaves, ends }: VehicleDay, vehicle: number) => {
      const { earliest, latest } = problem.vehicles[vehicle]?.shift ?? { earliest: 0, latest: 0 };
      return ends - leaves <= latest - earliest;
    };
    if (free.unassigned.length === 0 && free.days.every(fits)) return free;
  }
  return await planInWorker(problem, options);
}

function leftOf(stops: readonly StopRow[], reasons?: ReadonlyMap<StopRow, UnassignedReason>): LeftOver[] {
  return stops.map((stop) => ({ stop, reason: reasons?.get(stop) ?? 'no-room' }));
}

/**
 * Returns every driver's day after these route plans. Drivers without a route plan keep the current order of their
 * remaining stops.
 */
function allPlans(day: Day, plans: readonly RoutePlan[]): RoutePlan[] {
  const planned = new Map(plans.map((plan) => [plan.driverId, plan]));
  const placed = new Set(plans.flatMap(({ open }) => open.map(({ id }) => id)));
  return day.drivers.map((driver) => {
    const rest = driver.open.filter(({ id }) => !placed.has(id));
    return planned.get(driver.driverId) ?? toRoutePlan(day, driver, inOldOrder(rest));
  });
}

/** Returns the costs of a planned day, the most important first. */
function dayCosts({ day, plans, leftOver }: PlannedDay): readonly number[] {
  const days = allPlans(day, plans);
  const figures = days.map((plan) => {
    const { leavesAt, shiftEndsAt } = truckAhead(day, plan);
    const endsAt = plan.open.length === 0 ? leavesAt : plan.endsAt.getTime() / 1000;
    const overSeconds = Math.max(0, endsAt - shiftEndsAt);
    return {
      ...{ work: endsAt - leavesAt, overMinutes: Math.ceil(overSeconds / 60), bags: plan.overBags + plan.leftBags },
      ...windowCosts(day, plan),
    };
  });
  const sumOf = (key: keyof (typeof figures)[number]) => figures.reduce((sum, one) => sum + one[key], 0);
  const moved = days.flatMap(({ driverId, open }) => open.filter((stop) => (stop.driverId ?? driverId) !== driverId));
  const longest = Math.max(...figures.map(({ work }) => work));
  const balance = evenDays(days.filter(({ shift }) => !shift.isOff).length);
  return [
    ...[sumOf('broken'), leftOver.length, sumOf('overMinutes'), sumOf('bags')],
    sumOf('work') + balance * longest + sumOf('missedSeconds') + changeCost * moved.length,
  ];
}
