import type { EngineData } from './data.ts';
import type { Neighbors } from './neighbors.ts';

export interface Tour {
  readonly vehicle: number;
  readonly stops: readonly number[];
}

/**
 * Builds first routes by savings (Clarke and Wright 1964): every stop starts as a separate tour. Then the two tours
 * whose merger saves most are joined, repeatedly. Tours for which no vehicle is left are dropped. Only loads, numbers
 * of stops and pins are considered.
 *
 * These first routes matter when capacity is tight: greedy insertion would fill the first vehicles with stops from all
 * over the map, and a search of a few seconds cannot repair that.
 */
export function buildBySavings(data: EngineData, neighbors: Neighbors): Tour[] {
  const result: Tour[] = [];
  const taken = new Uint8Array(data.vehicles);
  for (const stops of joinTours(data, neighbors)) {
    const vehicle = chooseVehicle(data, taken, stops);
    if (vehicle < 0) continue;
    taken[vehicle] = 1;
    result.push({ vehicle, stops });
  }
  return result;
}

/** Joins stops into tours and returns them, the heaviest first. */
function joinTours(data: EngineData, neighbors: Neighbors): number[][] {
  const tours = Array.from({ length: data.stops }, (_, stop) => [stop]);
  const tourOf = Int32Array.from(tours, (_, index) => index);
  const loads = data.load.slice();
  const pins = data.pin.slice();
  const mostLoad = data.dayLoad.reduce((most, load) => Math.max(most, load), 0);
  const evenStops = data.balance > 0 ? Math.ceil(data.stops / data.vehicles) : data.stops;
  const mostStops = Math.min(
    evenStops,
    data.maxStops.reduce((most, stops) => Math.max(most, stops), 0),
  );
  const mayReverse = data.from === data.into;
  for (const [a, b] of joinsBySaving(data, neighbors)) {
    const one = tourOf[a] as number;
    const two = tourOf[b] as number;
    if (one === two || (loads[one] as number) + (loads[two] as number) > mostLoad) continue;
    if (pins[one] !== pins[two] && (pins[one] as number) >= 0 && (pins[two] as number) >= 0) continue;
    const first = tours[one] as number[];
    const second = tours[two] as number[];
    if (first.length + second.length > mostStops || !reverseToMeet(first, a, second, b, mayReverse)) continue;
    for (const stop of second) {
      first.push(stop);
      tourOf[stop] = one;
    }
    second.length = 0;
    loads[one] = (loads[one] as number) + (loads[two] as number);
    pins[one] = Math.max(pins[one] as number, pins[two] as number);
  }
  return tours
    .map((tour, index) => ({ tour, load: loads[index] as number }))
    .filter(({ tour }) => tour.length > 0)
    .sort((a, b) => b.load - a.load || b.tour.length - a.tour.length)
    .map(({ tour }) => tour);
}

/**
 * Makes `a` the last stop of its tour and `b` the first of the other, by reversing if allowed. Returns false if that is
 * impossible.
 */
function reverseToMeet(first: number[], a: number, second: number[], b: number, mayReverse: boolean): boolean {
  const reverseFirst = first.at(-1) !== a;
  const reverseSecond = second[0] !== b;
  if (reverseFirst && !(mayReverse && first[0] === a)) return false;
  if (reverseSecond && !(mayReverse && second.at(-1) === b)) return false;
  if (reverseFirst) first.reverse();
  if (reverseSecond) second.reverse();
  return true;
}

/** Returns pairs of neighbors, the largest saving first. */
function joinsBySaving(data: EngineData, { near, width }: Neighbors): [number, number][] {
  const { stops, points, from } = data;
  const home = homeCosts(data);
  const pairs: { saving: number; a: number; b: number }[] = [];
  for (let a = 0; a < stops; a++) {
    for (let rank = 0; rank < width; rank++) {
      const b = near[a * width + rank] as number;
      const saving = (home.to[a] as number) + (home.back[b] as number) - (from[a * points + b] as number);
      pairs.push({ saving, a, b });
    }
  }
  return pairs.sort((one, two) => two.saving - one.saving).map(({ a, b }) => [a, b]);
}

/** Returns the cost from every stop to the nearest end of a vehicle, and to every stop from the nearest start. */
function homeCosts({ stops, points, from, into, startPoint, endPoint }: EngineData) {
  const to = new Float64Array(stops).fill(Number.POSITIVE_INFINITY);
  const back = new Float64Array(stops).fill(Number.POSITIVE_INFINITY);
  for (let stop = 0; stop < stops; stop++) {
    for (const end of endPoint) to[stop] = Math.min(to[stop] as number, from[stop * points + end] as number);
    for (const start of startPoint) back[stop] = Math.min(back[stop] as number, into[stop * points + start] as number);
  }
  return { to, back };
}

/** Returns the cheapest vehicle for a tour, among those not taken yet, or -1. */
function chooseVehicle(data: EngineData, taken: Uint8Array, tour: readonly number[]): number {
  const { points, from, into, startPoint, endPoint, dayLoad, maxStops } = data;
  const pinned = tour.reduce((pin, stop) => Math.max(pin, data.pin[stop] as number), -1);
  const load = tour.reduce((sum, stop) => sum + (data.load[stop] as number), 0);
  const head = (tour[0] as number) * points;
  const tail = (tour.at(-1) as number) * points;
  let best = -1;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let vehicle = 0; vehicle < data.vehicles; vehicle++) {
    if (taken[vehicle] || (pinned >= 0 && vehicle !== pinned)) continue;
    if (load > (dayLoad[vehicle] as number) || tour.length > (maxStops[vehicle] as number)) continue;
    const toHead = into[head + (startPoint[vehicle] as number)] as number;
    const fromTail = from[tail + (endPoint[vehicle] as number)] as number;
    if (toHead + fromTail < bestCost) {
      bestCost = toHead + fromTail;
      best = vehicle;
    }
  }
  return best;
}
