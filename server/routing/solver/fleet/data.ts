import { listNearest } from '../nearest-lists.ts';
import { costsBetween, numberDepots } from '../points.ts';
import type { RoutingProblem, Stop, Vehicle } from '../problem.ts';

/**
 * The problem in flat arrays. A "point" is a row of `from`: first the stops (point = stop index), then the distinct places where
 * vehicles start and end. A null start or end is a point with cost 0 to and from everywhere.
 */
export interface FleetData {
  readonly stops: number;
  readonly vehicles: number;
  readonly points: number;
  /** Cost from point a to b: `from[a * points + b]`. */
  readonly from: Int32Array;
  /** The transposed matrix: `into[a * points + b]` is the cost from b to a, so all costs of one stop are in one row. */
  readonly into: Int32Array;
  readonly service: Float64Array;
  readonly load: Float64Array;
  /** The vehicle that must take the stop, or -1. */
  readonly pin: Int32Array;
  readonly startPoint: Int32Array;
  readonly endPoint: Int32Array;
  readonly capacity: Float64Array;
  /** Vehicles of one kind have the same start, end and capacity, so the search tries only one unused vehicle per kind. */
  readonly kind: Int32Array;
  readonly kinds: number;
  readonly balance: number;
}

/** Reads a problem into flat arrays. With `order`, stops are numbered along it. */
export function readFleet(problem: RoutingProblem, order?: readonly number[]): FleetData {
  const { vehicles } = problem;
  const stops = order === undefined ? problem.stops : order.map((index) => problem.stops[index] as Stop);
  const depots = numberDepots(vehicles, stops.length);
  const places = [...stops.map((stop) => stop.place), ...depots.places];
  const points = places.length;
  const kinds = numberKinds(vehicles);
  return {
    stops: stops.length,
    vehicles: vehicles.length,
    points,
    ...costsBetween(problem.matrix, places),
    service: Float64Array.from(stops, (stop) => stop.service),
    load: Float64Array.from(stops, (stop) => stop.load),
    pin: Int32Array.from(stops, (stop) => stop.vehicle ?? -1),
    startPoint: Int32Array.from(vehicles, (vehicle) => depots.pointOf(vehicle.start)),
    endPoint: Int32Array.from(vehicles, (vehicle) => depots.pointOf(vehicle.end)),
    capacity: Float64Array.from(vehicles, (vehicle) => vehicle.capacity ?? Number.POSITIVE_INFINITY),
    kind: kinds.kind,
    kinds: kinds.count,
    balance: problem.balance,
  };
}

function numberKinds(vehicles: readonly Vehicle[]) {
  const numbers = new Map<string, number>();
  const kind = Int32Array.from(vehicles, ({ start, end, capacity }) => {
    const name = `${start} ${end} ${capacity}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return { kind, count: numbers.size };
}

/** The nearest other stops of every stop, nearest first: `near[stop * width + rank]`. */
export interface Neighbors {
  readonly width: number;
  readonly near: Int32Array;
}

/** Finds the nearest stops by the cost there and back; ties in the order of their numbers. */
export function findNeighbors(
  { stops, points, from, into }: Pick<FleetData, 'stops' | 'points' | 'from' | 'into'>,
  wanted: number,
): Neighbors {
  const width = Math.max(0, Math.min(wanted, stops - 1));
  const all = Int32Array.from({ length: stops }, (_, stop) => stop);
  const costOf = (stop: number, other: number) =>
    (from[stop * points + other] as number) + (into[stop * points + other] as number);
  return { width, near: listNearest(stops, all, width, costOf) };
}
