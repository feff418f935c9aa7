import { bagsOf } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { roomSeconds } from '../shifts/shift-rules.ts';
import { evenDays } from '../solver/day-balance.ts';
import type { DayProblem, DayStop, DayVehicle, DisposalSite } from '../solver/day-problem.ts';
import type { CostMatrix, SolveOptions } from '../solver/problem.ts';
import type { RouteQuestion } from '../solver/worker/solve-in-worker.ts';
import type { StopRow } from '../stops.store.ts';
import { bagsOnBoard, departureOf } from './day-so-far.ts';
import { currentPlace, type DayTravel, endsOf } from './day-travel.ts';
import type { DriverDay } from './read-day.ts';
import { hoursOf, pauseOf } from './route-plan.ts';
import { inOldOrder, pinnedPosition, serviceSeconds, type WorkTimes } from './route-rules.ts';
import type { StopWindows } from './stop-windows.ts';

/** Builds the solver's questions about a day. All functions are pure. The solver answers with indices into `rows`. */

/** A day and all the facts needed to plan it. */
export interface DayModel {
  readonly travel: DayTravel;
  readonly windows: StopWindows;
  /** IDs of the assigned stops that the current routes reach in their promised window. No new stop may change that. */
  readonly kept: ReadonlySet<string>;
  readonly times: WorkTimes;
  readonly now: Date;
}

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
export function assignmentQuestion(
  model: DayModel,
  takers: readonly Taker[],
  { pending, freed }: LooseStops,
): DayQuestion {
  const largest = Math.max(...takers.map(({ driver }) => driver.truck.capacityBags));
  const stops = takers.flatMap(({ driver, fixed, leaving }, vehicle) => [
    ...inIdOrder(fixed).map((row) => {
      const position = pinnedPosition(row, driver.resolved.length, Number.MAX_SAFE_INTEGER);
      const pin = { vehicle, priority: assignedPriority, ...(position !== undefined && { position }) };
      return { row, stop: { ...promisedStopOf(model, row, driver.truck.capacityBags), ...pin } };
    }),
    ...inIdOrder(leaving).map((row) => {
      const current = { vehicle, changeCost };
      return { row, stop: { ...promisedStopOf(model, row, largest), current, priority: assignedPriority } };
    }),
  ]);
  const free = [
    ...inIdOrder(freed).map((row) => ({ row, stop: { ...stopOf(model, row, largest), priority: assignedPriority } })),
    ...inIdOrder(pending).map((row) => ({ row, stop: stopOf(model, row) })),
  ];
  const all = [...stops, ...free];
  const problem = {
    matrix: matrixOf(model.travel),
    vehicles: takers.map(({ driver }) => vehicleOf(model, driver, false)),
    stops: all.map(({ stop }) => stop),
    sites: sitesOf(model, takers[0]?.driver),
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
export function dayQuestion(model: DayModel, driver: DriverDay): DayQuestion {
  const rows = inIdOrder(driver.open);
  const stops = rows.map((row): DayStop => {
    const position = pinnedPosition(row, driver.resolved.length, rows.length);
    const pin = position === undefined ? {} : { vehicle: 0, position };
    return { ...promisedStopOf(model, row, driver.truck.capacityBags), ...pin };
  });
  const problem = {
    matrix: matrixOf(model.travel),
    vehicles: [vehicleOf(model, driver, true)],
    stops,
    sites: sitesOf(model, driver),
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
export function orderQuestion({ travel }: DayModel, driver: DriverDay): OrderQuestion {
  const { resolved, open } = driver;
  // With pins, the solver improves the current order. Without pins, neither the question nor its result depends on that
  // order.
  const rows = open.some(({ isPinned }) => isPinned) ? inOldOrder(open) : inIdOrder(open);
  const stops = rows.map((row) => {
    const position = pinnedPosition(row, resolved.length, rows.length);
    return { ...placeOf(travel, row), ...(position !== undefined && { position }) };
  });
  const vehicle = { start: currentPlace(travel, driver), end: endsOf(travel, driver.driverId).end };
  return {
    question: {
      problem: { vehicle, stops },
      options: { budgetMs: orderBudgetMs, maxRounds: orderRounds(rows.length), seed },
    },
    rows,
  };
}

export function matrixOf({ costs: { size, seconds } }: DayTravel): CostMatrix {
  return { size, costs: seconds };
}

/**
 * Returns when a driver leaves for the open stops and when the shift ends, in seconds since 1970. With `isUnlimited`,
 * the shift in effect never ends.
 */
export function shiftOf({ now }: DayModel, driver: DriverDay, isUnlimited: boolean) {
  const departsAt = departureOf(driver, now);
  const leavesAt = departsAt.getTime() / 1000;
  const room = isUnlimited ? anyTime : roomSeconds(driver.shift, driver.date, departsAt);
  return { earliest: leavesAt, latest: leavesAt + room };
}

function vehicleOf(model: DayModel, driver: DriverDay, isUnlimited: boolean): DayVehicle {
  const { travel } = model;
  const shift = shiftOf(model, driver, isUnlimited);
  const pause = pauseOf(driver, shift.earliest);
  const { capacityBags } = driver.truck;
  return {
    ...{ start: currentPlace(travel, driver), end: endsOf(travel, driver.driverId).end, shift },
    ...(driver.sites.length > 0 && {
      capacity: capacityBags,
      loadAtStart: Math.min(bagsOnBoard(driver), capacityBags),
    }),
    ...(pause && { pause }),
  };
}

function sitesOf({ travel }: DayModel, driver: DriverDay | undefined): DisposalSite[] {
  return (driver?.sites ?? []).map((site) => {
    const hours = hoursOf(site, driver?.date ?? dateKeyOf(new Date(0)));
    return {
      ...{ place: travel.placeOfSite.get(site.id) as number, service: site.minutes * 60 },
      ...(hours && { hours }),
    };
  });
}

/**
 * Returns the solver's stop for a row, with its bags capped at `mostBags`. A stop that exceeds the truck's capacity is
 * reported elsewhere; without the cap it would prevent the other stops from being planned.
 */
function stopOf({ travel, windows, times }: DayModel, row: StopRow, mostBags = Number.POSITIVE_INFINITY): DayStop {
  const soft = windows.get(row.id);
  return {
    ...placeOf(travel, row),
    service: serviceSeconds(row, times),
    load: Math.min(bagsOf(row), mostBags),
    ...(soft && { soft }),
  };
}

/**
 * Returns the solver's stop for a row that may already have a driver. If the current routes keep its promise, its
 * window becomes a hard constraint.
 */
function promisedStopOf(model: DayModel, row: StopRow, mostBags: number): DayStop {
  const stop = stopOf(model, row, mostBags);
  return stop.soft && model.kept.has(row.id) ? { ...stop, window: stop.soft } : stop;
}

function placeOf({ placeOfStop }: DayTravel, { id }: StopRow): { place: number } {
  return { place: placeOfStop.get(id) as number };
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
