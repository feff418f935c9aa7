import type { SquareCosts } from '../square-costs.ts';

/** Up to this many cities the best tour is computed exactly: 2^10 · 10² steps, about a millisecond. */
export const maxExactCities = 11;

/**
 * Returns the shortest closed tour, symmetric or not, by dynamic programming (Held and Karp 1962): for every set of cities and
 * every last city in it, the cheapest path from home, the city with the highest number, through the set.
 */
export function findExactTour(costs: SquareCosts): Int32Array {
  const home = costs.size - 1;
  const sets = 1 << home;
  const least = new Float64Array(sets * home).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(sets * home).fill(-1);
  for (let city = 0; city < home; city++) least[(1 << city) * home + city] = costs.between(home, city);
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < home; last++) {
      const path = least[set * home + last] as number;
      if (path === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < home; next++) {
        if (set & (1 << next)) continue;
        const slot = (set | (1 << next)) * home + next;
        const cost = path + costs.between(last, next);
        if (cost >= (least[slot] as number)) continue;
        least[slot] = cost;
        before[slot] = last;
      }
    }
  }
  return traceBack(costs, least, before);
}

function traceBack(costs: SquareCosts, least: Float64Array, before: Int8Array): Int32Array {
  const home = costs.size - 1;
  const tour = new Int32Array(costs.size).fill(home);
  let set = (1 << home) - 1;
  const whole = (last: number) => (least[set * home + last] as number) + costs.between(last, home);
  let city = 0;
  for (let last = 1; last < home; last++) if (whole(last) < whole(city)) city = last;
  for (let position = home - 1; position >= 0; position--) {
    tour[position] = city;
    const previous = before[set * home + city] as number;
    set &= ~(1 << city);
    city = previous;
  }
  return tour;
}
