import { bagsOf } from '../../../../contract/pickups.ts';
import { evenDays } from '../../solver/day-balance.ts';
import type { DayProblem, DayStop, DayVehicle } from '../../solver/day-problem.ts';
import type { CostMatrix, SolveOptions } from '../../solver/problem.ts';
import type { RouteQuestion } from '../../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../../stops.store.ts';
import type { Day, DriverDay } from '../read/day.ts';
import { sitesOf, truckAhead } from './day-so-far.ts';
import { inOldOrder, pinnedPosition, serviceSeconds } from './route-rules.ts';

/** Builds the solver's questions about a day. The solver answers with indices into `rows`. */

/**
 * The search ends after a number of rounds, not a time, so that the same stops give the same routes on every machine.
 * It takes at most about 2 s of processor time; the time budgets only matter on a slow machine. A round takes longer
 * with more stops and with each kind of constraint in `roundCosts`.
 */
const assignBudgetMs = 12_000;
const orderBudgetMs = 600;
const assignRounds = (stops: number) => Math.min(1_000 + 150 * stops, 20_000 + 38 * stops, 100_000_000 / (stops + 1));
const orderRounds = (stops: number) => 200 + 30 * stops;
const dayRounds = (stops: number) => 300 + 14 * stops;
const roundCosts = { sites: 1.3, windows: 1.6, pauses: 1.5 };
const seed = 1;

/** Leaving out a stop that already has a driver is worse than leaving out any number of new ones. */
const assignedPriority = 10_000;
/** Cost of giving a stop to another driver, in seconds. A change must save more, so most stops keep their driver. */
export const changeCost = 600;
/** Longer than any day, in seconds. */
const anyTime = 30 * 24 * 3600;

export interface DayQuestion {
  readonly problem: DayProblem;
  readonly options: SolveOptions;
  readonly rows: readonly StopRow[];
}

/** A driver in the search, with the stops that stay and those that may leave. */
export interface Taker {
  readonly driver: DriverDay;
  readonly fixed: readonly StopRow[];
  readonly leaving: readonly StopRow[];
}

/** Stops that the search may give to any driver: new ones, and those that may leave a driver outside the search. */
export interface LooseStops {
  readonly pending: readonly StopRow[];
  readonly freed: readonly StopRow[];
}

/** Builds the question of which driver takes which stop. The resulting days are about equally long. */
export function assignmentQuestion(day: Day, takers: readonly Taker[], { pending, freed }: LooseStops): DayQuestion {
  const largest = Math.max(...takers.map(({ driver }) => driver.truck.capacityBags));
  const stops = takers.flatMap(({ driver, fixed, leaving }, vehicle) => [
    ...inIdOrder(fixed).map((row) => {
      const position = pinnedPosition(row, driver.resolved.length, Number.MAX_SAFE_INTEGER);
      const pin = { vehicle, priority: assignedPriority, ...(position !== undefined && { position }) };
      return { row, stop: { ...promisedStopOf(day, row, driver.truck.capacityBags), ...pin } };
    }),
    ...inIdOrder(leaving).map((row) => {
      const current = { vehicle, changeCost };
      return { row, stop: { ...promisedStopOf(day, row, largest), current, priority: assignedPriority } };
    }),
  ]);
  const free = [
    ...inIdOrder(freed).map((row) => ({ row, stop: { ...stopOf(day, row, largest), priority: assignedPriority } })),
    ...inIdOrder(pending).map((row) => ({ row, stop: stopOf(day, row) })),
  ];
  const all = [...stops, ...free];
  const problem = {
    matrix: matrixOf(day),
    vehicles: takers.map(({ driver }) => vehicleOf(day, driver, false)),
    stops: all.map(({ stop }) => stop),
    sites: sitesOf(day),
    balance: evenDays(takers.length),
  };
  const maxRounds = Math.round(assignRounds(all.length) / roundCost(problem));
  return { problem, options: { budgetMs: assignBudgetMs, maxRounds, seed }, rows: all.map(({ row }) => row) };
}

/** Returns the cost of a round relative to a round whose only constraint is shifts. */
function roundCost({ vehicles, stops, sites = [] }: DayProblem): number {
  const has = {
    sites: sites.length > 0,
    windows: stops.some(({ soft, window }) => soft ?? window),
    pauses: vehicles.some(({ pause }) => pause),
  };
  return (['sites', 'windows', 'pauses'] as const).reduce((cost, key) => cost * (has[key] ? roundCosts[key] : 1), 1);
}

/** Returns true if shifts are the only constraint: there are no sites, pauses, windows or pinned positions. */
export function isPlain({ vehicles, stops, sites = [] }: DayProblem): boolean {
  const isTied = ({ soft, window, position }: DayStop) => (soft ?? window ?? position) !== undefined;
  return sites.length === 0 && !vehicles.some(({ pause }) => pause) && !stops.some(isTied);
}

/**
 * Builds the question of the order in which one driver takes the open stops, given sites, windows and pins. Its matrix
 * contains only the places that it uses.
 */
export function dayQuestion(day: Day, driver: DriverDay): DayQuestion {
  const rows = inIdOrder(driver.open);
  const stops = rows.map((row): DayStop => {
    const position = pinnedPosition(row, driver.resolved.length, rows.length);
    const pin = position === undefined ? {} : { vehicle: 0, position };
    return { ...promisedStopOf(day, row, driver.truck.capacityBags), ...pin };
  });
  const problem = {
    matrix: matrixOf(day),
    vehicles: [vehicleOf(day, driver, true)],
    stops,
    sites: sitesOf(day),
    balance: 0,
  };
  const options = { budgetMs: orderBudgetMs, maxRounds: dayRounds(rows.length), seed };
  return { problem: withOwnPlaces(problem), options, rows };
}

export interface OrderQuestion {
  readonly question: RouteQuestion;
  readonly rows: readonly StopRow[];
}

/**
 * Builds the question of the order in which one driver takes the open stops with the least driving. Pinned stops keep
 * their positions.
 */
export function orderQuestion(day: Day, driver: DriverDay): OrderQuestion {
  const { resolved, open } = driver;
  // With pins, the solver improves the current order. Without pins, neither the question nor its result depends on that
  // order.
  const rows = open.some(({ isPinned }) => isPinned) ? inOldOrder(open) : inIdOrder(open);
  const stops = rows.map((row) => {
    const position = pinnedPosition(row, resolved.length, rows.length);
    return { ...placeOf(day, row), ...(position !== undefined && { position }) };
  });
  const { start, end } = truckAhead(day, driver);
  return {
    question: {
      problem: { vehicle: { start, end }, stops },
      options: { budgetMs: orderBudgetMs, maxRounds: orderRounds(rows.length), seed },
    },
    rows,
  };
}

export function matrixOf({ travel: { costs } }: Day): CostMatrix {
  return { size: costs.size, costs: costs.seconds };
}

/** Returns the solver's vehicle for a driver. With `isUnlimited`, the shift never ends. */
function vehicleOf(day: Day, driver: DriverDay, isUnlimited: boolean): DayVehicle {
  const { start, end, leavesAt, shiftEndsAt, onBoard, capacity, pause } = truckAhead(day, driver);
  const shift = { earliest: leavesAt, latest: isUnlimited ? leavesAt + anyTime : shiftEndsAt };
  return {
    ...{ start, end, shift },
    ...(day.sites.length > 0 && { capacity, loadAtStart: Math.min(onBoard, capacity) }),
    ...(pause && { pause }),
  };
}

/**
 * Returns the solver's stop for a row, with its bags capped at `mostBags`. A stop that exceeds the truck's capacity is
 * reported elsewhere; without the cap it would prevent the other stops from being planned.
 */
function stopOf(day: Day, row: StopRow, mostBags = Number.POSITIVE_INFINITY): DayStop {
  const soft = day.windows.get(row.id);
  return {
    ...placeOf(day, row),
    service: serviceSeconds(row, day.workTimes),
    load: Math.min(bagsOf(row), mostBags),
    ...(soft && { soft }),
  };
}

/**
 * Returns the solver's stop for a row that may already have a driver. If the current routes keep its promise, its
 * window becomes a hard constraint.
 */
function promisedStopOf(day: Day, row: StopRow, mostBags: number): DayStop {
  const stop = stopOf(day, row, mostBags);
  const window = day.windows.get(row.id);
  return window?.isKept ? { ...stop, window } : stop;
}

function placeOf({ travel }: Day, { id }: StopRow): { place: number } {
  return { place: travel.placeOfStop.get(id) as number };
}

/** Returns the same problem with a matrix of only the places that it uses, which is quick to copy to the worker. */
function withOwnPlaces(problem: DayProblem): DayProblem {
  const { matrix, vehicles, stops, sites = [] } = problem;
  const used = [...vehicles.flatMap(({ start, end }) => [start, end]), ...stops.map(({ place }) => place)];
  const places = [...new Set([...used, ...sites.map(({ place }) => place)])].filter((place) => place !== null);
  const numberOf = new Map(places.map((place, index) => [place, index]));
  const number = (place: number) => numberOf.get(place) as number;
  const costs = new Int32Array(places.length * places.length);
  for (const [row, from] of places.entries()) {
    for (const [column, to] of places.entries()) {
      costs[row * places.length + column] = matrix.costs[from * matrix.size + to] as number;
    }
  }
  return {
    ...problem,
    matrix: { size: places.length, costs },
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      start: vehicle.start === null ? null : number(vehicle.start),
      end: vehicle.end === null ? null : number(vehicle.end),
    })),
    stops: stops.map((stop) => ({ ...stop, place: number(stop.place) })),
    sites: sites.map((site) => ({ ...site, place: number(site.place) })),
  };
}

/** Sorts stops by ID, so that the solver gets the same problem in whatever order the database returns them. */
function inIdOrder(stops: readonly StopRow[]): StopRow[] {
  return stops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
