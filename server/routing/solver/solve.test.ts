import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { euclideanMatrix, isPermutation, randomMatrix } from '../../../tests/support/routing-problems.ts';
import type { RoutingProblem, Stop, Vehicle } from './problem.ts';
import { createRandom } from './random.ts';
import { solve } from './solve.ts';

const options = { budgetMs: 10_000, seed: 1, maxRounds: 200 };
const home: Vehicle = { start: 0, end: 0 };

function stopAt(place: number, rest: Partial<Stop> = {}): Stop {
  return { place, service: 5, load: 1, ...rest };
}

/** Places 0 to 9 on a line, at a cost of 10 from each to the next. */
const line = euclideanMatrix(Array.from({ length: 10 }, (_, index) => [index * 10, 0] as const));

describe('solve for one vehicle', () => {
  it('orders the stops and counts travel and service', () => {
    const stops = [7, 2, 9, 4].map((place) => stopAt(place));
    const solution = solve({ matrix: line, vehicles: [{ start: 0, end: null }], stops, balance: 0 }, options);
    expect(solution).toEqual({ routes: [[1, 3, 0, 2]], travel: 90, durations: [110] });
  });

  it('handles no stop, one stop, all stops at one place, and no vehicle', () => {
    const solveStops = (stops: Stop[]) => solve({ matrix: line, vehicles: [home], stops, balance: 1 }, options);
    expect(solveStops([])).toEqual({ routes: [[]], travel: 0, durations: [0] });
    expect(solveStops([stopAt(3)])).toEqual({ routes: [[0]], travel: 60, durations: [65] });
    expect(solveStops([stopAt(3), stopAt(3), stopAt(3)])).toMatchObject({ travel: 60, durations: [75] });
    expect(solve({ matrix: line, vehicles: [], stops: [], balance: 0 }, options)).toEqual({
      routes: [],
      travel: 0,
      durations: [],
    });
  });

  it('keeps the given order when none is shorter', () => {
    const stops = [3, 1, 2].map((place) => stopAt(place));
    const empty = { size: 10, costs: new Int32Array(100) };
    expect(solve({ matrix: empty, vehicles: [home], stops, balance: 0 }, options).routes).toEqual([[0, 1, 2]]);
  });
});

describe('solve with fixed positions', () => {
  const vehicles = [{ start: 0, end: null }];

  it('keeps pinned stops in place and orders the rest around them', () => {
    const stops = [stopAt(9), stopAt(1, { vehicle: 0, position: 1 }), stopAt(5)];
    expect(solve({ matrix: line, vehicles, stops, balance: 0 }, options).routes).toEqual([[2, 1, 0]]);
  });

  it('puts stops with the same position side by side, and a position past the end last', () => {
    const twice = [stopAt(1), stopAt(2, { vehicle: 0, position: 0 }), stopAt(3, { vehicle: 0, position: 0 })];
    expect(solve({ matrix: line, vehicles, stops: twice, balance: 0 }, options).routes).toEqual([[1, 2, 0]]);
    const far = [stopAt(1, { vehicle: 0, position: 99 }), stopAt(2), stopAt(3)];
    expect(solve({ matrix: line, vehicles, stops: far, balance: 0 }, options).routes).toEqual([[1, 2, 0]]);
  });

  it('is never longer than the given order', () => {
    const pin = fc.option(fc.nat(14), { nil: undefined });
    fc.assert(
      fc.property(fc.array(pin, { maxLength: 14 }), fc.integer(), (pins, seed) => {
        const matrix = randomMatrix(pins.length + 1, seed, 'asymmetric');
        const stops = pins.map((position, index) =>
          stopAt(index + 1, position === undefined ? {} : { vehicle: 0, position }),
        );
        const problem = { matrix, vehicles: [home], stops, balance: 0 };
        const given = solve(problem, { budgetMs: 0, seed: 1, maxRounds: 0 });
        const found = solve(problem, { ...options, maxRounds: 20 });
        expect(isPermutation(found.routes[0] ?? [], pins.length)).toBe(true);
        expect(found.travel).toBeLessThanOrEqual(given.travel);
        // A stop gets its position if no other stop competes for it.
        pins.forEach((position, index) => {
          if (position === undefined || position >= pins.length) return;
          if (pins.some((other, at) => at !== index && other !== undefined && other <= position)) return;
          expect(found.routes[0]?.[position]).toBe(index);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('solve for several vehicles', () => {
  it('assigns every stop, keeps required vehicles, and returns the same routes for the same seed', () => {
    const random = createRandom(4);
    const points = Array.from({ length: 41 }, () => [random.below(1000), random.below(1000)] as const);
    const problem: RoutingProblem = {
      matrix: euclideanMatrix(points),
      vehicles: [home, home, home],
      stops: points.slice(1).map((_, index) => stopAt(index + 1, index % 10 ? {} : { vehicle: 2, position: 0 })),
      balance: 1,
    };
    const solution = solve(problem, options);
    expect(isPermutation(solution.routes.flat(), 40)).toBe(true);
    // Four stops are pinned to the first position of the third vehicle, so they are its first four.
    expect(solution.routes[2]?.slice(0, 4)).toEqual([0, 10, 20, 30]);
    expect(solve(problem, { ...options, budgetMs: 20_000 })).toEqual(solution);
  });
});

describe('solve rejects', () => {
  const good: RoutingProblem = { matrix: line, vehicles: [home], stops: [stopAt(1)], balance: 0 };
  const negative = { size: 2, costs: Int32Array.of(0, 1, -3, 0) };
  const cases: [string, Partial<RoutingProblem>, RegExp][] = [
    ['a matrix that is too small', { matrix: { size: 3, costs: new Int32Array(8) } }, /3 places has 9 costs, not 8/],
    ['negative costs', { matrix: negative }, /from place 1 to 0 is negative/],
    ['a stop at an unknown place', { stops: [stopAt(10)] }, /stop 0 is not a place of the matrix: 10/],
    [
      'a start at an unknown place',
      { vehicles: [{ start: -1, end: null }] },
      /start of vehicle 0 is not a place of the matrix: -1/,
    ],
    [
      'an end at an unknown place',
      { vehicles: [{ start: null, end: 1.5 }] },
      /end of vehicle 0 is not a place of the matrix: 1.5/,
    ],
    ['an unknown vehicle', { stops: [stopAt(1, { vehicle: 1 })] }, /stop 0 requires an unknown vehicle: 1/],
    ['a position without a vehicle', { stops: [stopAt(1, { position: 0 })] }, /a position but no vehicle/],
    ['a position below 0', { stops: [stopAt(1, { vehicle: 0, position: -1 })] }, /position of stop 0/],
    ['stops without a vehicle', { vehicles: [] }, /there are stops but no vehicle/],
    ['a service time that is not a number', { stops: [stopAt(1, { service: Number.NaN })] }, /service of stop 0/],
    ['a negative load', { stops: [stopAt(1, { load: -1 })] }, /load of stop 0/],
    ['a negative balance', { balance: -1 }, /balance/],
  ];
  it.each(cases)('%s', (_, change, message) => {
    expect(() => solve({ ...good, ...change }, options)).toThrow(RangeError);
    expect(() => solve({ ...good, ...change }, options)).toThrow(message);
  });

  it('an invalid budget, seed or number of rounds', () => {
    expect(() => solve(good, { budgetMs: Number.NaN, seed: 1 })).toThrow(/budget/);
    expect(() => solve(good, { budgetMs: 1, seed: Number.NaN })).toThrow(/seed/);
    expect(() => solve(good, { budgetMs: 1, seed: 1, maxRounds: -1 })).toThrow(/rounds/);
  });
});
