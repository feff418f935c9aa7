import { findExactOrder, maxExactSize } from '../exact-order.ts';
import type { CostMatrix, Trip } from '../problem.ts';
import { createRandom } from '../random.ts';
import { SearchLimit } from '../search-limit.ts';
import { type OrderOptions, orderStops } from '../single/order-stops.ts';
import { toDirectedCities } from '../single/route-cities.ts';
import type { SquareCosts } from '../square-costs.ts';
import { PinnedLinks } from './links.ts';
import { PinnedSearch } from './search.ts';

/** The share of the budget for the first search, which ignores pins. */
const unpinnedShare = 1 / 3;
/** The rounds per stop of that search. */
const unpinnedRoundsPerStop = 10;

/**
 * Returns the best order found for one vehicle's stops when some are pinned to a position (`positions[index]`, counted
 * from 0). Stops pinned to the same position follow each other there in the given order; a position past the end
 * becomes the last free one. The free stops are ordered exactly if there are few, else by local search from the best
 * order without pins. The result is never longer than the given order and otherwise does not depend on it, so solving a
 * result again returns it unchanged.
 */
export function orderPinnedStops(
  { matrix, start, end }: Trip,
  places: readonly number[],
  positions: readonly (number | undefined)[],
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
  const { costs, home } = toDirectedCities({ matrix, start, end }, sorted);
  const links = new PinnedLinks(costs, slots);
  const orderFree = () => {
    if (given.length <= maxExactSize) {
      return findExactOrder(given.toSorted(), home, (gap, from, to) => links.across(gap, from, to));
    }
    const matrix = { size: costs.size, costs: new Int32Array(costs.values) };
    const budgetMs = options.budgetMs * unpinnedShare;
    const maxRounds = Math.min(options.maxRounds ?? Number.POSITIVE_INFINITY, unpinnedRoundsPerStop * places.length);
    const unpinned = orderStops({ matrix, start: home, end: home }, [...sorted.keys()], {
      ...options,
      budgetMs,
      maxRounds,
    });
    const roundTrip = Int32Array.from(unpinned).filter((city) => links.gapOf[city] === -1);
    return searchOrder(costs, links, roundTrip, given, limit, options.seed);
  };
  const found = orderFree();
  const order = links.lengthOf(given, home) <= links.lengthOf(found, home) ? given : found;
  let next = 0;
  return slots.map((pinned) => numbers[pinned ?? (order[next++] as number)] as number);
}

/**
 * Sorts the stops by a hash of their costs to and from the others. The search then doesn't depend on the order and
 * numbers of the given stops, except for copies of one point.
 */
function sortByCosts({ size, costs }: CostMatrix, places: readonly number[]): number[] {
  const keys = places.map((place) => {
    let key = 0;
    for (const other of places) {
      if (other !== place) key += hashOf(costs[place * size + other] as number, costs[other * size + place] as number);
    }
    return key;
  });
  return [...places.keys()].sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

/** Hashes two costs to 32 bits. */
function hashOf(there: number, back: number): number {
  const bits = Math.imul(there, 0x9e3779b1) ^ Math.imul(back + 1, 0x85ebca6b);
  return Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d) >>> 0;
}

/**
 * Searches for the best order of the free stops. `roundTrip` is a good order without pins. The given order is only
 * improved, not kicked, so that a result stays unchanged.
 */
function searchOrder(
  costs: SquareCosts,
  links: PinnedLinks,
  roundTrip: Int32Array,
  given: Int32Array,
  limit: SearchLimit,
  seed: number,
): Int32Array {
  const search = new PinnedSearch(costs, links, given.toSorted());
  const shorterOf = (a: Int32Array, b: Int32Array) => (search.lengthOf(a) <= search.lengthOf(b) ? a : b);
  const start = findStarts(costs, links, roundTrip)
    .map((order) => search.descend(order, limit))
    .reduce(shorterOf);
  const found = search.run(start, createRandom(seed), limit);
  return shorterOf(search.descend(given, limit), search.descend(found, limit));
}

/** Returns the stop pinned at each position; undefined at free positions. */
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

/** The maximum number of starting orders. */
const maxStarts = 4;
/** The number of parts of the round trip. Each part offers its best starting order. */
const partsOfTrip = 8;

/**
 * Returns starting orders of the free stops, the best first: a good round trip through all of them, in both directions,
 * opened where it fits the pinned stops, start and end best.
 */
function findStarts(costs: SquareCosts, links: PinnedLinks, roundTrip: Int32Array): Int32Array[] {
  const starts = [roundTrip, roundTrip.toReversed()].flatMap((order) => {
    const lengths = openedLengths(costs, links, order);
    return Array.from({ length: partsOfTrip }, (_, part) => {
      const [from, until] = [part, part + 1].map((at) => Math.floor((at * order.length) / partsOfTrip));
      let best = from as number;
      for (let first = best; first < (until as number); first++) {
        if ((lengths[first] as number) < (lengths[best] as number)) best = first;
      }
      return { order, first: best, length: lengths[best] as number };
    });
  });
  starts.sort((a, b) => a.length - b.length);
  return starts
    .slice(0, maxStarts)
    .map(({ order, first }) => Int32Array.of(...order.subarray(first), ...order.subarray(0, first)));
}

/** Returns, for each stop of the round trip, the length of the route that begins with it. */
function openedLengths(costs: SquareCosts, links: PinnedLinks, roundTrip: Int32Array): Float64Array {
  const { size } = costs;
  const count = roundTrip.length;
  const home = size - 1;
  const closedLength = costs.ofTour(roundTrip);
  return Float64Array.from(roundTrip, (first, opened) => {
    const at = (spot: number) => (spot < 1 || spot > count ? home : (roundTrip[(opened + spot - 1) % count] as number));
    let length =
      closedLength - costs.between(at(count), first) + costs.between(home, first) + costs.between(at(count), home);
    for (const gap of links.gaps) length += links.detour(gap, at(gap), at(gap + 1));
    return length;
  });
}
