import type { SquareCosts } from './square-costs.ts';

/** The most stops, or cities of a tour, that are ordered exactly: 2^11 · 11² steps take a few milliseconds. */
export const maxExactSize = 11;

/**
 * Returns the best order of the stops, from home to home, by dynamic programming (Held and Karp 1962): for every set of
 * stops and every last stop in it, the cheapest path through the set. The cost of a link may depend on the number of
 * stops before it.
 */
export function findExactOrder(
  stops: Int32Array,
  home: number,
  costOf: (stopsBefore: number, from: number, to: number) => number,
): Int32Array {
  const count = stops.length;
  const sets = 1 << count;
  const least = new Float64Array(sets * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * count).fill(-1);
  const city = (index: number) => stops[index] as number;
  for (let first = 0; first < count; first++) least[(1 << first) * count + first] = costOf(0, home, city(first));
  for (let set = 1; set < sets; set++) {
    const stopsBefore = countBits(set);
    for (let last = 0; last < count; last++) {
      const path = least[set * count + last] as number;
      if (path === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue;
        const slot = (set | (1 << next)) * count + next;
        const cost = path + costOf(stopsBefore, city(last), city(next));
        if (cost >= (least[slot] as number)) continue;
        least[slot] = cost;
        before[slot] = last;
      }
    }
  }
  const whole = (last: number) => (least[(sets - 1) * count + last] as number) + costOf(count, city(last), home);
  let last = 0;
  for (let index = 1; index < count; index++) if (whole(index) < whole(last)) last = index;
  return traceBack(before, stops, last);
}

function traceBack(before: Int8Array, stops: Int32Array, last: number): Int32Array {
  const count = stops.length;
  const order = new Int32Array(count);
  let set = (1 << count) - 1;
  let at = last;
  for (let position = count - 1; position >= 0; position--) {
    order[position] = stops[at] as number;
    const previous = before[set * count + at] as number;
    set &= ~(1 << at);
    at = previous;
  }
  return order;
}

function countBits(set: number): number {
  let count = 0;
  for (let left = set; left > 0; left &= left - 1) count++;
  return count;
}

/** Returns the shortest closed tour, symmetric or not. The city with the highest number comes last. */
export function findExactTour(costs: SquareCosts): Int32Array {
  const home = costs.size - 1;
  const others = Int32Array.from({ length: home }, (_, city) => city);
  return Int32Array.of(...findExactOrder(others, home, (_, from, to) => costs.between(from, to)), home);
}
