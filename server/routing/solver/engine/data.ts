import type { DayProblem, DayVehicle } from '../day-problem.ts';
import { costsBetween, numberDepots } from '../points.ts';

/**
 * The problem in flat arrays.
 *
 * A "point" is a row of `from`: first the stops (point = stop index), then the disposal sites, then the distinct places
 * where vehicles start and end. A null start or end is a point with cost 0 to and from everywhere.
 *
 * A "node" is an element of a route: first the stops, then visits to sites (each a node, so that several vehicles can
 * visit one site), then the start and the end of each vehicle.
 */
export interface EngineData {
  readonly stops: number;
  readonly vehicles: number;
  readonly sites: number;
  readonly points: number;
  readonly nodes: number;
  readonly firstSite: number;
  readonly firstVisit: number;
  readonly firstStart: number;
  readonly firstEnd: number;
  /** Cost from point a to b: `from[a * points + b]`. */
  readonly from: Int32Array;
  /** The transposed matrix: `into[a * points + b]` is the cost from b to a, so all costs of one stop are in one row. */
  readonly into: Int32Array;
  /** The time that a visit to each point takes. */
  readonly service: Float64Array;
  /** The earliest time at which a visit to each point may begin. */
  readonly early: Float64Array;
  /** The latest time at which a visit to each point may begin. */
  readonly late: Float64Array;
  // The arrays from `load` to `softFixed` are by stop.
  readonly load: Float64Array;
  readonly priority: Float64Array;
  /** The vehicle that must take the stop; -1 for any. */
  readonly pin: Int32Array;
  /** The stop's required position among the stops of that vehicle; -1 for any. */
  readonly position: Int32Array;
  /** The vehicle that has the stop now; -1 for none. */
  readonly current: Int32Array;
  /** The cost of giving the stop to another vehicle. */
  readonly changeCost: Float64Array;
  readonly softEarly: Float64Array;
  readonly softLate: Float64Array;
  readonly softPerUnit: Float64Array;
  readonly softFixed: Float64Array;
  // The arrays from `startPoint` to `kind` are by vehicle.
  readonly startPoint: Int32Array;
  readonly endPoint: Int32Array;
  readonly capacity: Float64Array;
  readonly dayLoad: Float64Array;
  readonly maxStops: Float64Array;
  readonly loadAtStart: Float64Array;
  readonly shiftStart: Float64Array;
  readonly shiftEnd: Float64Array;
  /** The duration of the pause; 0 for vehicles without one. */
  readonly pauseTime: Float64Array;
  readonly pauseEarly: Float64Array;
  readonly pauseLate: Float64Array;
  /** Vehicles of one kind are alike, so the search tries only one unused vehicle per kind. */
  readonly kind: Int32Array;
  readonly kinds: number;
  readonly balance: number;
  // Flags for what the search must consider. A part that a problem lacks costs nothing.
  readonly isTimed: boolean;
  /** True if nodes have labels: of times, of loads between sites, or of positions. */
  readonly hasLabels: boolean;
  readonly hasSiteHours: boolean;
  readonly hasSoft: boolean;
  readonly hasChanges: boolean;
  readonly hasPositions: boolean;
  /** True if every order of a route's stops is allowed, so that the shortest is best. */
  readonly isOrderFree: boolean;
  readonly fewestVehicles: boolean;
}

const infinity = Number.POSITIVE_INFINITY;
/** A time that no vehicle reaches. It is finite, because infinity marks what is impossible. */
const never = Number.MAX_VALUE;

/** Reads a problem into flat arrays. `order` lists the problem's stops by their new numbers. */
export function readDay(problem: DayProblem, order: readonly number[]): EngineData {
  const { vehicles, sites = [] } = problem;
  const stops = order.map((index) => problem.stops[index] as DayProblem['stops'][number]);
  const depots = numberDepots(vehicles, stops.length + sites.length);
  const places = [...stops.map((stop) => stop.place), ...sites.map((site) => site.place), ...depots.places];
  const points = places.length;
  const firstVisit = stops.length;
  // Each visit empties at least one stop or the load at the start. A few more nodes are in use while a route changes.
  const firstStart = firstVisit + (sites.length > 0 ? stops.length + 2 * vehicles.length + 2 : 0);
  const byVehicle = (read: (vehicle: DayVehicle) => number) => Float64Array.from(vehicles, read);
  const byStop = (read: (stop: (typeof stops)[number]) => number) => Float64Array.from(stops, read);
  const atPoint = (ofStop: Float64Array, ofSite: readonly number[], otherwise: number) => {
    const values = new Float64Array(points).fill(otherwise);
    values.set(ofStop);
    values.set(ofSite, stops.length);
    return values;
  };
  const parts = partsOf(problem, stops);
  const kinds = numberKinds(vehicles, parts.hasChanges);
  return {
    stops: stops.length,
    vehicles: vehicles.length,
    sites: sites.length,
    points,
    nodes: firstStart + 2 * vehicles.length,
    firstSite: stops.length,
    firstVisit,
    firstStart,
    firstEnd: firstStart + vehicles.length,
    ...costsBetween(problem.matrix, places),
    service: atPoint(
      byStop((stop) => stop.service),
      sites.map((site) => site.service),
      0,
    ),
    early: atPoint(
      byStop((stop) => stop.window?.earliest ?? -infinity),
      sites.map((site) => site.hours?.earliest ?? -infinity),
      -infinity,
    ),
    late: atPoint(
      byStop((stop) => Math.min(stop.window?.latest ?? never, never)),
      sites.map((site) => Math.min(site.hours?.latest ?? never, never)),
      never,
    ),
    load: byStop((stop) => stop.load),
    priority: byStop((stop) => stop.priority ?? 1),
    pin: Int32Array.from(stops, (stop) => stop.vehicle ?? -1),
    position: requiredPositions(stops, order),
    current: Int32Array.from(stops, (stop) => stop.current?.vehicle ?? -1),
    changeCost: byStop((stop) => stop.current?.changeCost ?? 0),
    softEarly: byStop((stop) => stop.soft?.earliest ?? -infinity),
    softLate: byStop((stop) => stop.soft?.latest ?? infinity),
    softPerUnit: byStop((stop) => stop.soft?.perUnit ?? 0),
    softFixed: byStop((stop) => stop.soft?.fixed ?? 0),
    startPoint: Int32Array.from(vehicles, (vehicle) => depots.pointOf(vehicle.start)),
    endPoint: Int32Array.from(vehicles, (vehicle) => depots.pointOf(vehicle.end)),
    // Finite, so that the infinite load after the last visit never fits.
    capacity: byVehicle((vehicle) => Math.min(vehicle.capacity ?? infinity, Number.MAX_VALUE)),
    dayLoad: byVehicle((vehicle) => dayLoadOf(vehicle, sites.length > 0)),
    maxStops: byVehicle((vehicle) => vehicle.maxStops ?? infinity),
    loadAtStart: byVehicle((vehicle) => vehicle.loadAtStart ?? 0),
    shiftStart: byVehicle((vehicle) => vehicle.shift?.earliest ?? 0),
    shiftEnd: byVehicle((vehicle) => Math.min(vehicle.shift?.latest ?? never, never)),
    pauseTime: byVehicle((vehicle) => vehicle.pause?.duration ?? 0),
    pauseEarly: byVehicle((vehicle) => vehicle.pause?.earliest ?? 0),
    pauseLate: byVehicle((vehicle) => vehicle.pause?.latest ?? 0),
    kind: kinds.kind,
    kinds: kinds.count,
    balance: problem.balance,
    ...parts,
    fewestVehicles: problem.fewestVehicles ?? false,
  };
}

/** Returns the flags for what the search must consider. */
function partsOf({ vehicles, sites = [] }: DayProblem, stops: DayProblem['stops']) {
  const hasWindows = stops.some(({ window }) => window) || sites.some(({ hours }) => hours);
  const hasSoft = stops.some(({ soft }) => soft);
  const hasPositions = stops.some(({ position }) => position !== undefined);
  const hasPauses = vehicles.some(({ pause }) => pause);
  const isTimed = hasWindows || hasSoft || hasPauses || vehicles.some(({ shift }) => shift);
  return {
    isTimed,
    hasLabels: isTimed || sites.length > 0 || hasPositions,
    hasSiteHours: sites.some(({ hours }) => hours),
    hasSoft,
    hasChanges: stops.some(({ current }) => current),
    hasPositions,
    isOrderFree: sites.length === 0 && !hasWindows && !hasSoft && !hasPositions && !hasPauses,
  };
}

/**
 * Returns the required positions, or -1. Stops that require the same position of the same vehicle follow each other in
 * the order of the problem; `indices` has each stop's index in the problem.
 */
function requiredPositions(stops: DayProblem['stops'], indices: readonly number[]): Int32Array {
  const positions = Int32Array.from(stops, (stop) => stop.position ?? -1);
  const positionOf = (stop: number) => positions[stop] as number;
  const pinned = [...stops.keys()].filter((stop) => positionOf(stop) >= 0);
  pinned.sort((a, b) => positionOf(a) - positionOf(b) || (indices[a] as number) - (indices[b] as number));
  const firstFree = new Map<number | undefined, number>();
  for (const stop of pinned) {
    const vehicle = stops[stop]?.vehicle;
    positions[stop] = Math.max(positionOf(stop), firstFree.get(vehicle) ?? 0);
    firstFree.set(vehicle, positionOf(stop) + 1);
  }
  return positions;
}

/**
 * Returns the most that a vehicle may load in a day. Without sites it is never emptied, so the day's load must fit into
 * it at once.
 */
function dayLoadOf(
  { capacity = infinity, dayLoad = infinity, loadAtStart = 0 }: DayVehicle,
  hasSites: boolean,
): number {
  return hasSites ? dayLoad : Math.min(dayLoad, capacity - loadAtStart);
}

/** Numbers the kinds of vehicles. If changing a stop's vehicle has a cost, no two vehicles are alike. */
function numberKinds(vehicles: readonly DayVehicle[], areAllDifferent: boolean) {
  const numbers = new Map<string, number>();
  const kind = Int32Array.from(vehicles, (vehicle, index) => {
    const { start, end, capacity, shift, pause, dayLoad, maxStops, loadAtStart } = vehicle;
    const times = [shift?.earliest, shift?.latest, pause?.earliest, pause?.latest, pause?.duration];
    const name = [areAllDifferent ? index : 0, start, end, capacity, dayLoad, maxStops, loadAtStart, ...times].join(
      ' ',
    );
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return { kind, count: numbers.size };
}
