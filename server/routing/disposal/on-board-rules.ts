import { bagsOf } from '../../../contract/pickups.ts';

/**
 * Computes what a truck has on board along a day, from its stops in route order and its visits to disposal sites. All
 * functions are pure.
 */

export interface LoadedStop {
  readonly status: string;
  readonly bagCount: number;
  readonly countedBags: number | null;
  readonly routeOrder: number | null;
  readonly estimatedArrival: Date | null;
  readonly completedAt: Date | null;
}

/** A visit to a disposal site, planned while `emptiedAt` is null. */
export interface TruckVisit {
  readonly afterStops: number;
  readonly emptiedAt: Date | null;
}

/**
 * Returns the most bags on board during a day, and the bags on board at its end. Past stops and visits count in
 * chronological order, the others in route order.
 */
export function bagsOnBoard(
  stops: readonly LoadedStop[],
  visits: readonly TruckVisit[],
): { most: number; last: number } {
  const done = stops.filter(({ status }) => status === 'completed').map((stop) => ({ at: stop.completedAt, stop }));
  const emptied = visits
    .filter(({ emptiedAt }) => emptiedAt !== null)
    .map(({ emptiedAt }) => ({ at: emptiedAt, stop: null }));
  const past = [...done, ...emptied].toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0));
  const planned = visits.filter(({ emptiedAt }) => emptiedAt === null);
  const open = stops.flatMap((stop, index) => [
    ...planned.filter(({ afterStops }) => afterStops === index).map(() => ({ stop: null })),
    ...(stop.status === 'assigned' ? [{ stop }] : []),
  ]);
  const atTheEnd = planned.filter(({ afterStops }) => afterStops >= stops.length).map(() => ({ stop: null }));
  let [bags, most] = [0, 0];
  for (const { stop } of [...past, ...open, ...atTheEnd]) {
    bags = stop ? bags + bagsOf(stop) : 0;
    most = Math.max(most, bags);
  }
  return { most, last: bags };
}

export const isPlanned = ({ routeOrder, estimatedArrival }: LoadedStop) =>
  routeOrder !== null && estimatedArrival !== null;

/**
 * Returns the bags left on board at the end of a day, given all its stops in route order. Returns 0 while an open stop
 * has no place: the next planning gives it one, with the visits that it needs.
 */
export function leftBagsOf(stops: readonly LoadedStop[], visits: readonly TruckVisit[]): number {
  const areAllPlanned = stops.every((stop) => stop.status !== 'assigned' || isPlanned(stop));
  return areAllPlanned ? bagsOnBoard(stops, visits).last : 0;
}
