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

/** The solver's questions about a day, as pure functions. The solver returns indices into `rows`. */

/** A day with everything that planning it needs. */
export interface DayModel {
  readonly travel: DayTravel;
  readonly windows: StopWindows;
  /** The assigned stops that arrive within their promised window as the day is now, by id. No new stop may change that. */
  readonly kept: ReadonlySet<string>;
  readonly times: WorkTimes;
  readonly now: Date;
}

/**
 * Rounds end the search, so the same stops give the same routes on every machine: at most about 2 s of processor time. The
 * budgets only cap a slow machine. A round costs more with many stops, and with what it has to look at.
 */
const assignBudgetMs = 12_000;
const orderBudgetMs = 600;
const assignRounds = (stops: number) => Math.min(1_000 + 150 * stops, 20_000 + 38 * stops, 100_000_000 / (stops + 1));
const orderRounds = (stops: number) => 200 + 30 * stops;
const dayRounds = (stops: number) => 300 + 14 * stops;
const roundCosts = { sites: 1.3, windows: 1.6, pauses: 1.5 };
const seed = 1;

/** Leaving out a stop that a driver has already is worse than leaving out any number of new ones. */
const assignedPriority = 10_000;
/** What giving a stop to another driver costs, in seconds: it must save that much, so that most stops stay where they are. */
export const changeCost = 600;
/** Longer than any day. */
const anyTime = 30 * 24 * 3600;

export interface DayQuestion {
  readonly problem: DayProblem;
  readonly options: SolveOptions;
  readonly rows: readonly StopRow[];
}

/** A driver in the search, the stops that stay there, and those that may leave. */
export interface Taker {
  readonly driver: DriverDay;
  readonly fixed: readonly StopRow[];
  readonly leaving: readonly StopRow[];
}

/** Stops that the search gives to anybody: new ones, and those that may leave drivers who take none. */
export interface LooseStops {
  readonly pending: readonly StopRow[];
  readonly freed: readonly StopRow[];
}

/** Which driver takes which stop. Days come out about equally long. */
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

/** The cost of a round, relative to a round with shifts alone. */
function roundCost({ vehicles, stops, sites = [] }: DayProblem): number {
  const has = {
    sites: sites.length > 0,
    windows: stops.some(({ soft, window }) => soft ?? window),
    pauses: vehicles.some(({ pause }) => pause),
  };
  return (['sites', 'windows', 'pauses'] as const).reduce((cost, key) => cost * (has[key] ? roundCosts[key] : 1), 1);
}

/** Whether shifts are the only constraint on times and loads. */
export function isPlain({ vehicles, stops, sites = [] }: DayProblem): boolean {
  const isTied = ({ soft, window, position }: DayStop) => (soft ?? window ?? position) !== undefined;
  return sites.length === 0 && !vehicles.some(({ pause }) => pause) && !stops.some(isTied);
}

/** In which order one driver takes the open stops, with visits to sites, windows and pins. Its places are numbered from 0. */
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

/** In which order one driver takes the open stops with the least driving. Pinned stops keep their positions. */
export function orderQuestion({ travel }: DayModel, driver: DriverDay): OrderQuestion {
  const { resolved, open } = driver;
  // With pins the solver improves the current order. Without, the question does not depend on it, so neither does the result.
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

/** When a driver's day begins for the open stops, and when the shift ends. Without limits it never ends. */
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
 * A stop that a driver must take counts as at most a full truck. It is reported, and the other stops can still be
 * planned.
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

/** A stop that may be a driver's already. Where its promise is kept as the day is now, it must be kept. */
function promisedStopOf(model: DayModel, row: StopRow, mostBags: number): DayStop {
  const stop = stopOf(model, row, mostBags);
  return stop.soft && model.kept.has(row.id) ? { ...stop, window: stop.soft } : stop;
}

function placeOf({ placeOfStop }: DayTravel, { id }: StopRow): { place: number } {
  return { place: placeOfStop.get(id) as number };
}

/** The same problem with a matrix of its own places alone, which is quick to copy. */
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

/** A fixed order, so that the solver gets the same problem whatever order the database returned. */
function inIdOrder(stops: readonly StopRow[]): StopRow[] {
  return stops.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
