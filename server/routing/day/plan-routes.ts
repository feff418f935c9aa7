import { evenDays } from '../solver/fleet/days.ts';
import type { CostMatrix, Stop, Vehicle } from '../solver/problem.ts';
import { solveAllInWorker, solveInWorker } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import type { Leg } from '../store.ts';
import {
  type DayMap,
  type DriverDay,
  drawMap,
  legsOf,
  type Planning,
  sumOfWays,
  type Way,
  wayBetween,
  wayThrough,
  whereNow,
} from './day-map.ts';
import { inDoneOrder, inOldOrder, isVisited, pinnedPosition, serviceSeconds, type WorkTimes } from './plan-rules.ts';

export interface DayToPlan {
  readonly drivers: readonly DriverDay[];
  /** Stops that nobody has yet: each goes to one of the drivers. */
  readonly pending: readonly StopRow[];
  /** Whose day is put in order; those who get a pending stop always are. */
  readonly isTouched: (driver: DriverDay) => boolean;
}

export interface PlannedRoute {
  readonly driverId: string;
  readonly settled: readonly StopRow[];
  /** What is still to be done, in the order of the drive. */
  readonly open: readonly StopRow[];
  /** The way to each stop from the one before it, as far as there is one. */
  readonly legs: readonly Leg[];
  /** All ways of the day, the last one to where it ends too. */
  readonly total: Way;
  /** The ways through the open stops in the order before, and in this one. */
  readonly before: Way;
  readonly after: Way;
}

/** One press plans within seconds: so long may the solver compute, for sharing out and for each driver's order. */
const shareBudgetMs = 4_000;
const orderBudgetMs = 600;
/**
 * The solver ends after as many rounds, so that the same stops give the same routes whatever else the machine does: about 2 s
 * of a processor at most, a round over many stops costs more.
 */
const shareRounds = (stops: number) => Math.round(Math.min(24_000 + 45 * stops, 68_000_000 / Math.max(1, stops)));
const orderRounds = (stops: number) => 200 + 30 * stops;
const seed = 1;

/**
 * Plans a day: pending stops go to the drivers where they cost least, balanced so that no day is much longer than the
 * others; what a driver has stays theirs; then each touched driver's open stops are put in order, pinned ones at their
 * places. Asked again with what came of it, it answers the same. Writes nothing.
 */
export async function planRoutes(services: Planning, day: DayToPlan): Promise<PlannedRoute[]> {
  const map = await drawMap(services, day.drivers, day.pending);
  const times = services.settings.workTimes;
  const gains = await shareOut(map, day, times);
  const touched = day.drivers
    .filter((driver) => gains.get(driver.driverId) || day.isTouched(driver))
    .map((driver) => ({ ...driver, open: [...driver.open, ...(gains.get(driver.driverId) ?? [])] }))
    .map((driver) => ({ ...driver, settled: inDoneOrder(driver.settled) }))
    .filter(({ open }) => open.length > 0);
  const orders = await putInOrder(map, touched, times);
  return touched.map((driver, index) => {
    const { driverId, settled } = driver;
    const old = inOldOrder(driver.open);
    const found = orders[index] ?? old;
    const before = wayThrough(map, settled, old);
    // What is driven already stays as it is unless the new order is really shorter.
    const isOld = driver.open.every((stop) => stop.routeOrder !== null && stop.driverId === driverId);
    const open = isOld && wayThrough(map, settled, found).seconds >= before.seconds ? old : found;
    return describe(map, { driverId, settled, open }, before);
  });
}

/** A driver's day with its open stops in an order that somebody has chosen. */
export async function planInOrder(
  services: Planning,
  driver: DriverDay,
  open: readonly StopRow[],
): Promise<PlannedRoute> {
  const map = await drawMap(services, [driver], []);
  const settled = inDoneOrder(driver.settled);
  const before = wayThrough(map, settled, inOldOrder(driver.open));
  return describe(map, { driverId: driver.driverId, settled, open }, before);
}

/** Who gets which pending stops, by driver. */
async function shareOut(map: DayMap, day: DayToPlan, times: WorkTimes): Promise<Map<string, StopRow[]>> {
  const gains = new Map<string, StopRow[]>();
  const { drivers, pending } = day;
  const [first] = drivers;
  if (!first || pending.length === 0) return gains;
  if (drivers.length === 1) return gains.set(first.driverId, [...pending]);

  const stops: { row: StopRow; vehicle?: number }[] = [
    ...drivers.flatMap(({ open }, vehicle) => inIdOrder(open).map((row) => ({ row, vehicle }))),
    ...inIdOrder(pending).map((row) => ({ row })),
  ];
  const vehicles = drivers.map((driver) => vehicleOf(map, inDoneOrder(driver.settled)));
  const solution = await solveInWorker(
    { matrix: matrixOf(map), vehicles, balance: evenDays(vehicles.length), stops: stopsOf(map, stops, times) },
    { budgetMs: shareBudgetMs, maxRounds: shareRounds(stops.length), seed },
  );
  for (const [vehicle, route] of solution.routes.entries()) {
    const { driverId } = drivers[vehicle] as DriverDay;
    const own = route.map((index) => stops[index]).filter((stop) => stop && stop.vehicle === undefined);
    if (own.length > 0)
      gains.set(
        driverId,
        own.map((stop) => (stop as { row: StopRow }).row),
      );
  }
  return gains;
}

/** A plan of which the drivers have settled stops meanwhile: what is left of it, in its order. */
export async function planWithoutSettled(
  services: Planning,
  planned: readonly PlannedRoute[],
  drivers: readonly DriverDay[],
): Promise<PlannedRoute[]> {
  const left: PlannedRoute[] = [];
  for (const route of planned) {
    const settled = drivers.find(({ driverId }) => driverId === route.driverId)?.settled ?? route.settled;
    const gone = new Set(settled.map(({ id }) => id));
    const open = route.open.filter(({ id }) => !gone.has(id));
    if (open.length === route.open.length) left.push(route);
    else if (open.length > 0) left.push(await planInOrder(services, { driverId: route.driverId, settled, open }, open));
  }
  return left;
}

/** Each driver's open stops in the best order found. */
async function putInOrder(map: DayMap, drivers: readonly DriverDay[], times: WorkTimes): Promise<StopRow[][]> {
  // Round pinned stops the solver goes on from the order so far; else the same question whatever order there was.
  const asked = drivers.map(({ open }) => (open.some(({ isPinned }) => isPinned) ? inOldOrder(open) : inIdOrder(open)));
  const questions = drivers.map((driver, index) => {
    const stops = asked[index] as StopRow[];
    const pinned = stops.map((row) => {
      const position = pinnedPosition(row, driver.settled.length, stops.length);
      return { row, vehicle: 0, ...(position !== undefined && { position }) };
    });
    return {
      problem: { vehicles: [vehicleOf(map, driver.settled)], balance: 0, stops: stopsOf(map, pinned, times) },
      options: { budgetMs: orderBudgetMs, maxRounds: orderRounds(stops.length), seed },
    };
  });
  if (questions.length === 0) return [];
  const solutions = await solveAllInWorker(matrixOf(map), questions);
  return solutions.map(({ routes }, driver) =>
    (routes[0] ?? []).map((index) => asked[driver]?.[index]).filter((row) => row !== undefined),
  );
}

function matrixOf({ costs: { size, seconds } }: DayMap): CostMatrix {
  return { size, costs: seconds };
}

function stopsOf(
  { placeOfStop }: DayMap,
  stops: readonly { row: StopRow; vehicle?: number; position?: number }[],
  times: WorkTimes,
): Stop[] {
  return stops.map(({ row, ...pins }) => ({
    ...pins,
    place: placeOfStop.get(row.id) as number,
    service: serviceSeconds(row, times),
    load: row.bagCount,
  }));
}

/** From where the driver is to where the day ends. */
function vehicleOf(map: DayMap, settled: readonly StopRow[]): Vehicle {
  return { start: whereNow(map, settled), end: map.end };
}

function describe(map: DayMap, { driverId, settled, open }: DriverDay, before: Way): PlannedRoute {
  const driven = settled.filter(isVisited);
  const done = legsOf(map, map.start, driven);
  const ahead = legsOf(map, whereNow(map, settled), open);
  const legs = [...done, ...ahead];
  const last = open.at(-1) ?? driven.at(-1);
  const home = last && map.end !== null ? [wayBetween(map, map.placeOfStop.get(last.id) as number, map.end)] : [];
  const total = sumOfWays([...legs, ...home]);
  return { driverId, settled, open, legs, total, before, after: wayThrough(map, settled, open) };
}

/** One order whatever the database said first, so that the solver meets the same problem again. */
function inIdOrder(stops: readonly StopRow[]): StopRow[] {
  return stops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
