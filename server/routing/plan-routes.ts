import { placeOf } from '../../contract/places.ts';
import type { Services } from '../services.ts';
import { inDoneOrder, inOldOrder, pinnedPosition, serviceSeconds, type WorkTimes } from './plan-rules.ts';
import { evenDays } from './solver/fleet-days.ts';
import type { CostMatrix, Stop, Vehicle } from './solver/problem.ts';
import { solveAllInWorker, solveInWorker } from './solver/solve-in-worker.ts';
import type { StopRow } from './stops.store.ts';
import type { Leg } from './store.ts';
import { type TravelCosts, travelCosts } from './travel-costs.ts';
import type { TravelPlace } from './travel-rules.ts';

/** What a driver has on the day: stops settled already, and stops still to be done. */
export interface DriverDay {
  readonly driverId: string;
  readonly settled: readonly StopRow[];
  readonly open: readonly StopRow[];
}

export interface DayToPlan {
  readonly drivers: readonly DriverDay[];
  /** Stops that nobody has yet: each goes to one of the drivers. */
  readonly pending: readonly StopRow[];
  /** Whose day is put in order; those who get a pending stop always are. */
  readonly isTouched: (driver: DriverDay) => boolean;
}

interface Way {
  readonly seconds: number;
  readonly meters: number;
}

export interface PlannedRoute {
  readonly driverId: string;
  readonly settled: readonly StopRow[];
  /** What is still to be done, in the order of the drive. */
  readonly open: readonly StopRow[];
  /** The way to each stop from the one before it, as far as there is one. */
  readonly legs: readonly Leg[];
  /** The ways through the open stops in the order before, and in this one. */
  readonly before: Way;
  readonly after: Way;
}

type Planning = Pick<Services, 'roads' | 'settings' | 'log'>;

/** One press plans within seconds: so long may the solver compute, for sharing out and for each driver's order. */
const shareBudgetMs = 2_500;
const orderBudgetMs = 600;
/** The solver ends after as many rounds, so that the same stops give the same routes whatever else the machine does. */
const shareRounds = (stops: number) => 4_000 + 80 * stops;
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

interface DayMap {
  readonly costs: TravelCosts;
  /** The place of each stop in the matrix, by its id. */
  readonly placeOfStop: ReadonlyMap<string, number>;
  readonly start: number | null;
  readonly end: number | null;
}

async function drawMap(
  services: Planning,
  drivers: readonly DriverDay[],
  pending: readonly StopRow[],
): Promise<DayMap> {
  const stops = [...drivers.flatMap(({ settled, open }) => [...settled, ...open]), ...pending];
  const places = findPlaces(stops);
  const placeOfStop = new Map(stops.map((stop, index) => [stop.id, index]));
  const { routeStart, routeEnd } = services.settings;
  const start = routeStart ? places.push(routeStart) - 1 : null;
  const end = routeEnd ? places.push(routeEnd) - 1 : null;
  return { costs: await travelCosts(services, places), placeOfStop, start, end };
}

/** Where the stops are. One that nobody could find stands in the middle of the others: it is driven to all the same. */
function findPlaces(stops: readonly StopRow[]): TravelPlace[] {
  const known = stops.map(placeOf);
  const found = known.filter((place) => place !== null);
  const middle = {
    latitude: found.reduce((sum, place) => sum + place.latitude, 0) / Math.max(1, found.length),
    longitude: found.reduce((sum, place) => sum + place.longitude, 0) / Math.max(1, found.length),
    precision: 'area' as const,
  };
  return stops.map(({ address }, index) => ({ ...(known[index] ?? middle), address }));
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

/** Each driver's open stops in the best order found. */
async function putInOrder(map: DayMap, drivers: readonly DriverDay[], times: WorkTimes): Promise<StopRow[][]> {
  const asked = drivers.map(({ open }) => inIdOrder(open));
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

/** A driver goes on from the last settled stop; in the morning, from the yard where there is one. */
function vehicleOf({ placeOfStop, start, end }: DayMap, settled: readonly StopRow[]): Vehicle {
  const last = settled.at(-1);
  return { start: last ? (placeOfStop.get(last.id) as number) : start, end };
}

function describe(map: DayMap, { driverId, settled, open }: DriverDay, before: Way): PlannedRoute {
  const legs: Leg[] = [];
  let from = map.start;
  for (const { id } of [...settled, ...open]) {
    const to = map.placeOfStop.get(id) as number;
    if (from !== null) legs.push({ pickupId: id, ...wayBetween(map, from, to) });
    from = to;
  }
  return { driverId, settled, open, legs, before, after: wayThrough(map, settled, open) };
}

/** The way through stops still to be done, from where the driver is to where the day ends. */
function wayThrough(map: DayMap, settled: readonly StopRow[], open: readonly StopRow[]): Way {
  const { start, end } = vehicleOf(map, settled);
  const places = [start, ...open.map(({ id }) => map.placeOfStop.get(id) as number), end].filter((at) => at !== null);
  let [seconds, meters] = [0, 0];
  for (let index = 1; index < places.length; index++) {
    const way = wayBetween(map, places[index - 1] as number, places[index] as number);
    seconds += way.seconds;
    meters += way.meters;
  }
  return { seconds, meters };
}

function wayBetween({ costs }: DayMap, from: number, to: number): Way {
  const at = from * costs.size + to;
  return { seconds: costs.seconds[at] ?? 0, meters: costs.meters[at] ?? 0 };
}

/** One order whatever the database said first, so that the solver meets the same problem again. */
function inIdOrder(stops: readonly StopRow[]): StopRow[] {
  return stops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
