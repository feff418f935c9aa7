import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { euclideanMatrix, isPermutation, randomMatrix } from '../../../tests/support/routing/routing-problems.ts';
import { orderRoute } from './order-route.ts';
import type { RouteProblem } from './problem.ts';
import { routeLength } from './route-length.ts';

const options = { budgetMs: 10_000, seed: 1, maxRounds: 200 };
const home = { start: 0, end: 0 };

/** Places 0 to 9 on a line, at a cost of 10 from each to the next. */
const line = euclideanMatrix(Array.from({ length: 10 }, (_, index) => [index * 10, 0] as const));

function lengthOf({ matrix, vehicle, stops }: RouteProblem, order: readonly number[]): number {
  const places = stops.map(({ place }) => place);
  return routeLength({ matrix, ...vehicle }, places, order);
}

describe('orderRoute', () => {
  it('orders the stops', () => {
    const stops = [7, 2, 9, 4].map((place) => ({ place }));
    const problem = { matrix: line, vehicle: { start: 0, end: null }, stops };
    const order = orderRoute(problem, options);
    expect(order).toEqual([1, 3, 0, 2]);
    expect(lengthOf(problem, order)).toBe(90);
  });

  it('handles no stop, one stop, and all stops at one place', () => {
    const orderStops = (...places: number[]) =>
      orderRoute({ matrix: line, vehicle: home, stops: places.map((place) => ({ place })) }, options);
    expect(orderStops()).toEqual([]);
    expect(orderStops(3)).toEqual([0]);
    expect(isPermutation(orderStops(3, 3, 3), 3)).toBe(true);
  });

  it('keeps the given order when none is shorter', () => {
    const stops = [3, 1, 2].map((place) => ({ place }));
    const empty = { size: 10, costs: new Int32Array(100) };
    expect(orderRoute({ matrix: empty, vehicle: home, stops }, options)).toEqual([0, 1, 2]);
  });
});

describe('orderRoute with fixed positions', () => {
  const order = (...stops: RouteProblem['stops']) =>
    orderRoute({ matrix: line, vehicle: { start: 0, end: null }, stops }, options);

  it('keeps pinned stops in place and orders the rest around them', () => {
    expect(order({ place: 9 }, { place: 1, position: 1 }, { place: 5 })).toEqual([2, 1, 0]);
  });

  it('puts stops with the same position side by side, and a position past the end last', () => {
    expect(order({ place: 1 }, { place: 2, position: 0 }, { place: 3, position: 0 })).toEqual([1, 2, 0]);
    expect(order({ place: 1, position: 99 }, { place: 2 }, { place: 3 })).toEqual([1, 2, 0]);
  });

  it('is never longer than the given order', () => {
    const pin = fc.option(fc.nat(14), { nil: undefined });
    fc.assert(
      fc.property(fc.array(pin, { maxLength: 14 }), fc.integer(), (pins, seed) => {
        const matrix = randomMatrix(pins.length + 1, seed, 'asymmetric');
        const stops = pins.map((position, index) => ({
          place: index + 1,
          ...(position !== undefined && { position }),
        }));
        const problem = { matrix, vehicle: home, stops };
        const given = orderRoute(problem, { budgetMs: 0, seed: 1, maxRounds: 0 });
        const found = orderRoute(problem, { ...options, maxRounds: 20 });
        expect(isPermutation(found, pins.length)).toBe(true);
        expect(lengthOf(problem, found)).toBeLessThanOrEqual(lengthOf(problem, given));
        // A stop gets its position if no other stop competes for it.
        pins.forEach((position, index) => {
          if (position === undefined || position >= pins.length) return;
          if (pins.some((other, at) => at !== index && other !== undefined && other <= position)) return;
          expect(found[position]).toBe(index);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('orderRoute rejects', () => {
  const good: RouteProblem = { matrix: line, vehicle: home, stops: [{ place: 1 }] };
  const negative = { size: 2, costs: Int32Array.of(0, 1, -3, 0) };
  const cases: [string, Partial<RouteProblem>, RegExp][] = [
    ['a matrix that is too small', { matrix: { size: 3, costs: new Int32Array(8) } }, /3 places has 9 costs, not 8/],
    ['negative costs', { matrix: negative }, /from place 1 to 0 is negative/],
    ['a stop at an unknown place', { stops: [{ place: 10 }] }, /stop 0 is not a place of the matrix: 10/],
    [
      'a start at an unknown place',
      { vehicle: { start: -1, end: null } },
      /start of vehicle 0 is not a place of the matrix: -1/,
    ],
    [
      'an end at an unknown place',
      { vehicle: { start: null, end: 1.5 } },
      /end of vehicle 0 is not a place of the matrix: 1.5/,
    ],
    ['a position below 0', { stops: [{ place: 1, position: -1 }] }, /position of stop 0/],
  ];
  it.each(cases)('%s', (_, change, message) => {
    expect(() => orderRoute({ ...good, ...change }, options)).toThrow(RangeError);
    expect(() => orderRoute({ ...good, ...change }, options)).toThrow(message);
  });

  it('an invalid budget, seed or number of rounds', () => {
    expect(() => orderRoute(good, { budgetMs: Number.NaN, seed: 1 })).toThrow(/budget/);
    expect(() => orderRoute(good, { budgetMs: 1, seed: Number.NaN })).toThrow(/seed/);
    expect(() => orderRoute(good, { budgetMs: 1, seed: 1, maxRounds: -1 })).toThrow(/rounds/);
  });
});
