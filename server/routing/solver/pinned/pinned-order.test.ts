import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { euclideanMatrix, isPermutation, randomMatrix } from '../../../../tests/support/routing/routing-problems.ts';
import { findExactOrder, maxExactSize } from '../exact-order.ts';
import type { CostMatrix } from '../problem.ts';
import { createRandom } from '../random.ts';
import { routeLength } from '../route-length.ts';
import { SearchLimit } from '../search-limit.ts';
import { orderStops } from '../single/order-stops.ts';
import { toDirectedCities } from '../single/route-cities.ts';
import { PinnedLinks } from './links.ts';
import { orderPinnedStops } from './pinned-order.ts';
import { PinnedSearch } from './search.ts';

const options = { budgetMs: 60_000, seed: 1, maxRounds: 1_000 };

type Positions = readonly (number | undefined)[];

/**
 * Returns a problem with a separate place for each stop, after those of start and end. Some stops have different pins.
 */
function drawProblem(count: number, pinned: number, seed: number, kind: 'symmetric' | 'asymmetric') {
  const places = Array.from({ length: count }, (_, index) => index + 2);
  return { matrix: randomMatrix(count + 2, seed, kind), places, positions: drawPins(count, pinned, seed) };
}

function drawPins(count: number, pinned: number, seed: number): Positions {
  const random = createRandom(seed);
  const shuffled = (length: number) => {
    const keys = Array.from({ length }, () => random.unit());
    return [...keys.keys()].sort((a, b) => (keys[a] as number) - (keys[b] as number));
  };
  const [stops, positions] = [shuffled(count), shuffled(count)];
  const pins = new Map(stops.slice(0, pinned).map((stop, index) => [stop, positions[index]]));
  return Array.from({ length: count }, (_, index) => pins.get(index));
}

/** Returns the length of the shortest order that keeps the pins, by trying every order. */
function bestPinned(matrix: CostMatrix, places: readonly number[], positions: Positions, ends: Ends): number {
  const complete = (order: readonly number[], left: readonly number[]): number => {
    if (order.length === places.length) return routeLength({ matrix, ...ends }, places, order);
    const pinned = positions.indexOf(order.length);
    if (pinned >= 0) return complete([...order, pinned], left);
    return Math.min(...left.map((next, at) => complete([...order, next], left.toSpliced(at, 1))));
  };
  const free = [...places.keys()].filter((index) => positions[index] === undefined);
  return complete([], free);
}

interface Ends {
  readonly start: number | null;
  readonly end: number | null;
}

const ends: Ends[] = [
  { start: 0, end: 0 },
  { start: 0, end: 1 },
  { start: 0, end: null },
  { start: null, end: 1 },
  { start: null, end: null },
];

function expectPins(order: readonly number[], positions: Positions) {
  expect(isPermutation(order, positions.length)).toBe(true);
  positions.forEach((position, index) => {
    if (position !== undefined) expect(order[position]).toBe(index);
  });
}

describe('orderPinnedStops', () => {
  it.each(['symmetric', 'asymmetric'] as const)('finds the best order of a few stops, %s costs', (kind) => {
    const problem = fc.tuple(fc.integer({ min: 3, max: 8 }), fc.nat(3), fc.constantFrom(...ends), fc.integer());
    fc.assert(
      fc.property(problem, ([count, pinned, { start, end }, seed]) => {
        const { matrix, places, positions } = drawProblem(count, Math.min(count, pinned + 1), seed, kind);
        const order = orderPinnedStops({ matrix, start, end }, places, positions, options);
        expectPins(order, positions);
        const best = bestPinned(matrix, places, positions, { start, end });
        expect(routeLength({ matrix, start, end }, places, order)).toBe(best);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['symmetric', 'asymmetric'] as const)(
    'finds the best order of more stops than are solved exactly, %s costs',
    (kind) => {
      const problem = fc.tuple(
        fc.integer({ min: 1, max: 2 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...ends),
      );
      fc.assert(
        fc.property(problem, fc.integer(), ([more, pinned, { start, end }], seed) => {
          const { matrix, places, positions } = drawProblem(maxExactSize + more + pinned, pinned, seed, kind);
          const order = orderPinnedStops({ matrix, start, end }, places, positions, options);
          expectPins(order, positions);
          const { costs, home } = toDirectedCities({ matrix, start, end }, places);
          const links = new PinnedLinks(costs, slotsOf(positions));
          const free = Int32Array.from(places.keys()).filter((index) => positions[index] === undefined);
          const best = links.lengthOf(
            findExactOrder(free, home, (gap, from, to) => links.across(gap, from, to)),
            home,
          );
          expect(routeLength({ matrix, start, end }, places, order)).toBe(best);
        }),
        { numRuns: 8, seed: 6 },
      );
    },
  );

  it.each([
    [100, 1],
    [250, 1],
    [250, 5],
  ])('is within 1 % of the unpinned order when %d stops have %d pins at their unpinned positions', (count, pinned) => {
    const { matrix, places } = drawPlain(count);
    const unpinned = orderStops({ matrix, start: null, end: null }, places, options);
    const positions = drawPins(count, pinned, 3).map((_, index) => {
      const at = unpinned.indexOf(index);
      return at % Math.floor(count / pinned) === 7 ? at : undefined;
    });
    const order = orderPinnedStops({ matrix, start: null, end: null }, places, positions, {
      ...options,
      seed: 2,
      maxRounds: 300,
    });
    expectPins(order, positions);
    const lengthOf = (found: readonly number[]) => routeLength({ matrix, start: null, end: null }, places, found);
    expect(lengthOf(order) / lengthOf(unpinned)).toBeLessThan(1.01);
  });

  it('never returns a longer order than given, whatever the numbering, and leaves its own result unchanged', () => {
    for (const seed of [1, 2, 3]) {
      const { matrix, places, positions } = drawProblem(40, 4, seed, 'asymmetric');
      const orderOf = (given: readonly number[], rounds: number) => {
        const renumbered = [0, 1, ...given.map((index) => places[index] as number)];
        const costs = renumbered.flatMap((from) => renumbered.map((to) => matrix.costs[from * matrix.size + to] ?? 0));
        return orderPinnedStops(
          { matrix: { size: matrix.size, costs: Int32Array.from(costs) }, start: 0, end: null },
          places,
          given.map((index) => positions[index]),
          { ...options, maxRounds: rounds },
        ).map((at) => given[at] as number);
      };
      const lengthOf = (found: readonly number[]) => routeLength({ matrix, start: 0, end: null }, places, found);
      const good = orderOf([...places.keys()], 400);
      expect(lengthOf(orderOf(good, 0))).toBeLessThanOrEqual(lengthOf(good));
      const again = orderOf([...places.keys()], 5);
      expect(orderOf(again, 5)).toEqual(again);
      expectPins(again, positions);
    }
  });

  it('returns the same order for the same seed and rounds, whatever the budget', () => {
    const { matrix, places } = drawPlain(60);
    const positions = drawPins(60, 3, 5);
    const orderOf = (budgetMs: number) =>
      orderPinnedStops({ matrix, start: 0, end: 1 }, places, positions, { budgetMs, seed: 3, maxRounds: 100 });
    expect(orderOf(60_000)).toEqual(orderOf(30_000));
  });

  it('ends when its budget is used up, with an order that keeps the pins', () => {
    const { matrix, places } = drawPlain(800);
    const positions = drawPins(800, 5, 5);
    const begin = process.threadCpuUsage();
    expectPins(orderPinnedStops({ matrix, start: 0, end: 1 }, places, positions, { budgetMs: 50, seed: 3 }), positions);
    const used = process.threadCpuUsage(begin);
    expect(used.user + used.system).toBeLessThan(1_000_000);
  });
});

describe('PinnedSearch', () => {
  it.each([0, 1])('comes within 3 %% of the best order from an arbitrary one, with asymmetry %d', (asymmetry) => {
    const count = 100;
    const random = createRandom(9);
    const points = Array.from({ length: count }, () => [random.below(10_000), random.below(10_000)] as const);
    const straight = euclideanMatrix(points);
    const places = [...points.keys()].slice(1);
    const best = orderStops({ matrix: straight, start: 0, end: 0 }, places, options);
    // Driving east costs more, but in a round trip this cancels out, so the best round trip stays the same.
    const costs = straight.costs.map((cost, at) => {
      const [from, to] = [points[Math.floor(at / count)], points[at % count]];
      return 2 * cost + asymmetry * ((to?.[0] ?? 0) - (from?.[0] ?? 0));
    });
    const { costs: square, home } = toDirectedCities({ matrix: { size: count, costs }, start: 0, end: 0 }, places);
    const links = new PinnedLinks(
      square,
      best.map((city, position) => (position % 33 === 20 ? city : undefined)),
    );
    const free = Int32Array.from(places.keys()).filter((city) => links.gapOf[city] === -1);
    const search = new PinnedSearch(square, links, free);
    const limit = () => new SearchLimit({ budgetMs: 60_000, maxRounds: 2_000 });
    const found = search.run(search.descend(free, limit()), createRandom(1), limit());
    const bestFree = best.filter((city) => links.gapOf[city] === -1);
    expect(links.lengthOf(found, home) / links.lengthOf(bestFree, home)).toBeLessThan(1.03);
  });
});

function drawPlain(count: number) {
  const random = createRandom(count);
  const points = Array.from({ length: count + 2 }, () => [random.below(10_000), random.below(10_000)] as const);
  return { matrix: euclideanMatrix(points), places: Array.from({ length: count }, (_, index) => index + 2) };
}

function slotsOf(positions: Positions): (number | undefined)[] {
  return positions.map((_, position) => {
    const pinned = positions.indexOf(position);
    return pinned < 0 ? undefined : pinned;
  });
}
