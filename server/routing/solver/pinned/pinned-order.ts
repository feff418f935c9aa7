import type { CostMatrix } from '../problem.ts';
import { createRandom } from '../random.ts';
import { SearchLimit } from '../search-limit.ts';
import { type OrderOptions, orderStops } from '../single/order-stops.ts';
import { toDirectedCities } from '../single/route-cities.ts';
import type { SquareCosts } from '../square-costs.ts';
import { findExactOrder, mostExactFree } from './exact-pinned.ts';
import { PinnedLinks } from './links.ts';
import { PinnedSearch } from './search.ts';
import { findStarts } from './starts.ts';

/** What the search for an order without pins may use of the budget, and so many rounds are enough to begin with. */
const unpinnedShare = 1 / 3;
const unpinnedRoundsPerStop = 10;

/**
 * The order of one vehicle's stops when some must stand at a position of their own (`positions[index]`, counted from 0).
 * Two that want the same position follow each other there, in the order in which they were given; a position behind the
 * last is the last that is free. The rest is ordered round them: exactly when few are free, else by local search from the
 * best order without pins. It is never worse than it was given; for the rest the order in which it was given does not
 * matter, so that an answer, given again, stays as it is.
 */
export function orderPinnedStops(
  matrix: CostMatrix,
  places: readonly number[],
  positions: readonly (number | undefined)[],
  start: number | null,
  end: number | null,
  options: OrderOptions,
): number[] {
  const limit = new SearchLimit(options);
  const numbers = sortByCosts(matrix, places);
  const sorted = numbers.map((index) => places[index] as number);
  const cityOf = new Int32Array(places.length);
  numbers.forEach((index, city) => {
    cityOf[index] = city;
  });
  const slots = pinSlots(positions).map((index) => (index === undefined ? undefined : (cityOf[index] as number)));
  const given = cityOf.filter((_, index) => positions[index] === undefined);
  const { costs, home } = toDirectedCities(matrix, sorted, start, end);
  const links = new PinnedLinks(costs, slots);
  const findFree = () => {
    if (given.length <= mostExactFree) return findExactOrder(links, given.toSorted(), home);
    const whole = { size: costs.size, costs: new Int32Array(costs.values) };
    const budgetMs = options.budgetMs * unpinnedShare;
    const maxRounds = Math.min(options.maxRounds ?? Number.POSITIVE_INFINITY, unpinnedRoundsPerStop * places.length);
    const unpinned = orderStops(whole, [...sorted.keys()], home, home, { ...options, budgetMs, maxRounds });
    const round = Int32Array.from(unpinned).filter((city) => links.gapOf[city] === -1);
    return searchOrder(costs, links, round, given, limit, options.seed);
  };
  const found = findFree();
  const order = links.lengthOf(given, home) <= links.lengthOf(found, home) ? given : found;
  let next = 0;
  return slots.map((pinned) => numbers[pinned ?? (order[next++] as number)] as number);
}

/**
 * The stops by a number that comes from what the ways to and from the others cost, and from nothing else: the same order
 * however they were given and numbered, but for copies of one point.
 */
function sortByCosts({ size, costs }: CostMatrix, places: readonly number[]): number[] {
  const keys = places.map((place) => {
    let key = 0;
    for (const other of places) {
      if (other !== place) key += scatter(costs[place * size + other] as number, costs[other * size + place] as number);
    }
    return key;
  });
  return [...places.keys()].sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

/** Two costs as one whole number of 32 bits, far from that of costs which are nearly the same. */
function scatter(there: number, back: number): number {
  const bits = Math.imul(there, 0x9e3779b1) ^ Math.imul(back + 1, 0x85ebca6b);
  return Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) >>> 0;
}

/** `round`: a good order without pins. What was given is only repaired, not kicked: given again it comes out the same. */
function searchOrder(
  costs: SquareCosts,
  links: PinnedLinks,
  round: Int32Array,
  given: Int32Array,
  limit: SearchLimit,
  seed: number,
): Int32Array {
  const search = new PinnedSearch(costs, links, given.toSorted());
  const shorterOf = (a: Int32Array, b: Int32Array) => (search.lengthOf(a) <= search.lengthOf(b) ? a : b);
  const start = findStarts(costs, links, round)
    .map((order) => search.descend(order, limit))
    .reduce(shorterOf);
  const found = search.run(start, createRandom(seed), limit);
  return shorterOf(search.descend(given, limit), search.descend(found, limit));
}

/** Which stop is pinned where; undefined where any may stand. */
function pinSlots(positions: readonly (number | undefined)[]): (number | undefined)[] {
  const slots = new Array<number | undefined>(positions.length).fill(undefined);
  const pinned = positions.flatMap((position, index) => (position === undefined ? [] : [{ position, index }]));
  pinned.sort((a, b) => a.position - b.position || a.index - b.index);
  for (const { position, index } of pinned) {
    const wanted = slots.findIndex((slot, at) => at >= position && slot === undefined);
    slots[wanted >= 0 ? wanted : slots.lastIndexOf(undefined)] = index;
  }
  return slots;
}
