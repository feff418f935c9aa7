import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../tests/support/effort.ts';
import { brokenRules } from '../../../tests/support/routing/day-plans.ts';
import { euclideanMatrix, randomMatrix } from '../../../tests/support/routing/routing-problems.ts';
import type { DayPlan, DayProblem, DayStop, DayVehicle } from './day-problem.ts';
import { planDay } from './plan-day.ts';

const options = { budgetMs: 20_000, seed: 1, maxRounds: 320 };

/** Places 0 to 9 on a line, 10 from each to the next. */
const line = euclideanMatrix(Array.from({ length: 10 }, (_, index) => [index * 10, 0] as const));
const truck: DayVehicle = { start: 0, end: 0, capacity: 10, shift: { earliest: 0, latest: 1000 } };
const site = { place: 9, service: 20 };

function stopAt(place: number, rest: Partial<DayStop> = {}): DayStop {
  return { place, service: 5, load: 1, ...rest };
}

function dayOf(stops: DayStop[], rest: Partial<DayProblem> = {}): DayProblem {
  return { matrix: line, vehicles: [truck], stops, balance: 0, ...rest };
}

function reasonsOf({ unassigned }: DayPlan): Record<number, string> {
  return Object.fromEntries(unassigned.map(({ stop, reason }) => [stop, reason]));
}

function stopsOf({ days }: DayPlan, vehicle = 0): number[] {
  const { visits = [] } = days[vehicle] ?? {};
  return visits.filter(({ kind }) => kind === 'stop').map(({ index }) => index);
}

const window = fc
  .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 600 }))
  .map(([earliest, length]) => ({ earliest, latest: earliest + length }));

function problems(asPinned: boolean): fc.Arbitrary<DayProblem> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
  const place = fc.integer({ min: 0, max: 11 });
  const vehicle = fc.record(
    {
      start: fc.option(place),
      end: fc.option(place),
      capacity: fc.integer({ min: 0, max: 30 }),
      shift: window,
      pause: window.map((hours) => ({ ...hours, duration: 40 })),
      dayLoad: fc.integer({ min: 0, max: 60 }),
      maxStops: fc.integer({ min: 0, max: 8 }),
      loadAtStart: fc.integer({ min: 0, max: 10 }),
    },
    { requiredKeys: ['start', 'end'] },
  );
  const stop = fc.record({
    place,
    service: fc.integer({ min: 0, max: 30 }),
    load: fc.integer({ min: 0, max: 9 }),
    window: maybe(window),
    soft: maybe(window.map((hours) => ({ ...hours, perUnit: 2, fixed: 30 }))),
    priority: maybe(fc.integer({ min: 1, max: 5 })),
    current: maybe(fc.record({ vehicle: fc.constant(0), changeCost: fc.integer({ min: 0, max: 200 }) })),
    vehicle: maybe(fc.integer({ min: 0, max: 3 })),
    position: maybe(fc.integer({ min: 0, max: 6 })),
  });
  const sites = fc.array(fc.record({ place, service: fc.integer({ min: 0, max: 30 }), hours: window }), {
    maxLength: 3,
  });
  return fc
    .record({
      seed: fc.integer(),
      kind: fc.constantFrom('symmetric', 'asymmetric'),
      vehicles: fc.array(vehicle, { minLength: 1, maxLength: 4 }),
      stops: fc.array(stop, { maxLength: 20 }),
      sites,
      balance: fc.constantFrom(0, 3),
      fewestVehicles: fc.boolean(),
    })
    .map(({ seed, kind, vehicles, stops, ...rest }) => ({
      ...rest,
      matrix: randomMatrix(12, seed, kind as 'symmetric'),
      vehicles: vehicles as DayVehicle[],
      stops: stops.map(({ vehicle, position, ...others }) => {
        const pin = vehicle !== undefined && vehicle < vehicles.length ? { vehicle } : {};
        const at = asPinned && 'vehicle' in pin && position !== undefined ? { position } : {};
        return { ...others, ...pin, ...at } as DayStop;
      }),
    }));
}

describe('planDay keeps every rule, whatever the problem', () => {
  it('loses and doubles no stop, keeps capacities, shifts, windows, pauses, sites and vehicles', () => {
    fc.assert(
      fc.property(problems(false), (problem) => {
        expect(brokenRules(problem, planDay(problem, options))).toEqual([]);
      }),
      { numRuns: effort({ sample: 120, full: 3_000 }) },
    );
  });

  it('also with required positions, which no stop comes behind', () => {
    fc.assert(
      fc.property(problems(true), (problem) => {
        const plan = planDay(problem, options);
        expect(brokenRules(problem, plan)).toEqual([]);
        problem.vehicles.forEach((_, vehicle) => {
          const taken = new Set<number>();
          stopsOf(plan, vehicle).forEach((stop, rank) => {
            const position = problem.stops[stop]?.position;
            if (position === undefined) return;
            // Stops that require one position follow each other.
            let latest = position;
            while (taken.has(latest)) latest++;
            taken.add(latest);
            expect(rank).toBeLessThanOrEqual(Math.max(latest, ...taken));
          });
        });
      }),
      { numRuns: effort({ sample: 120, full: 3_000 }) },
    );
  });

  it('puts pinned stops exactly in their positions where time and other stops allow it', () => {
    const pin = fc.option(fc.nat(6), { nil: undefined });
    fc.assert(
      fc.property(fc.array(pin, { minLength: 8, maxLength: 14 }), fc.integer(), (pins, seed) => {
        // Stops that require one position follow each other.
        const required = new Map<number, number>();
        for (const [index, position] of pins.entries()) if (position !== undefined) required.set(index, position);
        let free = 0;
        for (const [index, position] of [...required].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
          required.set(index, Math.max(position, free));
          free = Math.max(position, free) + 1;
        }
        if (free > pins.length) return;
        const stops = pins.map((position, index) =>
          stopAt(index + 1, position === undefined ? {} : { vehicle: 0, position }),
        );
        const matrix = randomMatrix(pins.length + 1, seed, 'asymmetric');
        const plan = planDay({ matrix, vehicles: [{ start: 0, end: 0 }], stops, balance: 0 }, options);
        expect(plan.unassigned).toEqual([]);
        const found = new Map(stopsOf(plan).map((stop, position) => [stop, position]));
        for (const [index, position] of required) expect(found.get(index)).toBe(position);
      }),
      { numRuns: effort({ sample: 60, full: 3_000 }) },
    );
  });

  it('returns the same plan for the same seed and rounds', () => {
    fc.assert(
      fc.property(problems(true), (problem) => {
        expect(planDay(problem, { ...options, budgetMs: 40_000 })).toEqual(planDay(problem, options));
      }),
      { numRuns: effort({ sample: 20, full: 3_000 }) },
    );
  });
});

describe('planDay', () => {
  it('empties a full truck on the way, and once more at the end', () => {
    const problem = dayOf(
      [1, 2, 7, 8].map((place) => stopAt(place, { load: 5 })),
      { sites: [site] },
    );
    const plan = planDay(problem, options);
    expect(plan.unassigned).toEqual([]);
    expect(plan.days[0]?.visits.filter(({ kind }) => kind === 'site')).toHaveLength(2);
    expect(brokenRules(problem, plan)).toEqual([]);
  });

  it('first empties a truck that starts full', () => {
    const problem = dayOf([stopAt(1)], { vehicles: [{ ...truck, loadAtStart: 10 }], sites: [site] });
    expect(planDay(problem, options).days[0]?.visits.map(({ kind }) => kind)).toEqual(['site', 'stop', 'site']);
  });

  it('pauses within the window and reports when', () => {
    const pause = { earliest: 60, latest: 70, duration: 50 };
    const problem = dayOf([stopAt(3), stopAt(6), stopAt(9)], { vehicles: [{ ...truck, pause }] });
    const plan = planDay(problem, options);
    expect(brokenRules(problem, plan)).toEqual([]);
    expect(plan.days[0]?.pauseStart).toBeGreaterThanOrEqual(60);
    expect(plan.days[0]?.ends).toBeGreaterThanOrEqual(180 + 15 + 50);
  });

  it('does not put a stop before one that opens after the last moment for the pause', () => {
    const pause = { earliest: 0, latest: 30, duration: 40 };
    const stops = [
      stopAt(2, { window: { earliest: 50, latest: 60 } }),
      stopAt(1, { window: { earliest: 0, latest: 30 } }),
    ];
    const problem = dayOf(stops, { vehicles: [{ ...truck, pause }] });
    const plan = planDay(problem, options);
    expect(brokenRules(problem, plan)).toEqual([]);
    expect(plan.unassigned).toHaveLength(1);
  });

  it('brings a stop back to its required position after its route was emptied', () => {
    // Without the middle stop the route is late, because the direct leg takes longer. Other orders are shorter.
    const costs = Int32Array.from([0, 1, 200, 0, 0, 1, 0, 200, 0]);
    const vehicles = [{ start: null, end: null, shift: { earliest: 0, latest: 100 } }];
    const stops = [stopAt(0, { vehicle: 0, position: 0 }), stopAt(1), stopAt(2)];
    const plan = planDay(dayOf(stops, { matrix: { size: 3, costs }, vehicles }), options);
    expect(plan.unassigned).toEqual([]);
    expect(stopsOf(plan)).toEqual([0, 1, 2]);
  });

  it('puts pinned stops in their positions and orders the rest around them', () => {
    const stops = [
      stopAt(9),
      stopAt(1, { vehicle: 0, position: 1 }),
      stopAt(5),
      stopAt(6, { vehicle: 0, position: 0 }),
    ];
    expect(stopsOf(planDay(dayOf(stops), options)).slice(0, 2)).toEqual([3, 1]);
    const middle = [stopAt(9), stopAt(1, { vehicle: 0, position: 1 }), stopAt(5)];
    expect(stopsOf(planDay(dayOf(middle), options))[1]).toBe(1);
  });

  it('empties the truck between pinned stops that are too much for one load', () => {
    const stops = [4, 5, 6].map((place, position) => stopAt(place, { load: 6, vehicle: 0, position }));
    const problem = dayOf(stops, { sites: [site] });
    const plan = planDay(problem, options);
    expect(stopsOf(plan)).toEqual([0, 1, 2]);
    expect(plan.days[0]?.visits.filter(({ kind }) => kind === 'site')).toHaveLength(3);
    expect(brokenRules(problem, plan)).toEqual([]);
  });

  it('prefers a soft window to a short way if being late costs more', () => {
    const soft = { earliest: 0, latest: 40, perUnit: 10 };
    expect(stopsOf(planDay(dayOf([stopAt(1), stopAt(2), stopAt(4, { soft })]), options))[0]).toBe(2);
    const cheap = { ...soft, perUnit: 0 };
    expect(planDay(dayOf([stopAt(1), stopAt(4, { soft: cheap })]), options).travel).toBe(80);
  });

  it('leaves out the stops with the least priority', () => {
    const vehicles = [{ ...truck, capacity: 2 }];
    const stops = [1, 2, 3, 4].map((place, index) => stopAt(place, { priority: index < 2 ? 5 : 1 }));
    expect(reasonsOf(planDay(dayOf(stops, { vehicles }), options))).toEqual({ 2: 'no-room', 3: 'no-room' });
  });

  it('serves every stop when all are at one place, and none when there is none', () => {
    const plan = planDay(dayOf(Array.from({ length: 8 }, () => stopAt(3))), options);
    expect(plan).toMatchObject({ unassigned: [], travel: 60 });
    expect(planDay(dayOf([]), options)).toMatchObject({ unassigned: [], travel: 0, days: [{ visits: [] }] });
  });
});

describe('planDay names why a stop is left out', () => {
  const cases: [string, DayProblem, string][] = [
    ['larger than every truck', dayOf([stopAt(1, { load: 11 }), stopAt(2)]), 'too-large'],
    ['a window outside the shift', dayOf([stopAt(1, { window: { earliest: 1000, latest: 1200 } })]), 'out-of-hours'],
    [
      'too far for the shift',
      dayOf([stopAt(9)], { vehicles: [{ ...truck, shift: { earliest: 0, latest: 100 } }] }),
      'out-of-hours',
    ],
    [
      'a site closed all day',
      dayOf([stopAt(1)], { sites: [{ ...site, hours: { earliest: -9, latest: -1 } }] }),
      'sites-closed',
    ],
    [
      'a position that its truck has no time for',
      dayOf([
        stopAt(9, { vehicle: 0, position: 1 }),
        stopAt(8, { vehicle: 0, position: 0, window: { earliest: 900, latest: 905 } }),
      ]),
      'pinned',
    ],
  ];
  it.each(cases)('%s', (_, problem, reason) => {
    expect(reasonsOf(planDay(problem, options))).toEqual({ 0: reason });
  });

  it('no room beside the others', () => {
    const plan = planDay(dayOf([6, 6, 6].map((load) => stopAt(1, { load }))), options);
    expect(Object.values(reasonsOf(plan))).toEqual(['no-room', 'no-room']);
  });
});

describe('planDay stays close to the current plan', () => {
  /** A depot and twenty stops on a grid. Two trucks have ten stops each, alternately. */
  const points = Array.from({ length: 21 }, (_, index) => [(index % 5) * 10, Math.floor(index / 5) * 12] as const);
  const matrix = euclideanMatrix(points);
  const current = (changeCost: number) =>
    points.slice(1).map((_, index) => ({ ...stopAt(index + 1), current: { vehicle: index % 2, changeCost } }));
  const changes = (plan: DayPlan) =>
    plan.days.flatMap((_, vehicle) => stopsOf(plan, vehicle).filter((stop) => stop % 2 !== vehicle)).length;

  it('gives no stop to another truck if that costs more than it saves', () => {
    const plan = (cost: number) =>
      planDay({ matrix, vehicles: [truck, truck], stops: current(cost), balance: 0 }, options);
    expect(changes(plan(10_000))).toBe(0);
    expect(changes(plan(0))).toBeGreaterThan(0);
  });
});

describe('planDay rejects', () => {
  const cases: [string, DayProblem, RegExp][] = [
    ['a place that is not a number', dayOf([stopAt(Number.NaN)]), /place of stop 0/],
    [
      'a window that ends before it begins',
      dayOf([stopAt(1, { window: { earliest: 2, latest: 1 } })]),
      /window of stop 0/,
    ],
    [
      'a window that is not a number',
      dayOf([stopAt(1, { window: { earliest: Number.NaN, latest: 1 } })]),
      /window of stop 0/,
    ],
    ['a site at an unknown place', dayOf([], { sites: [{ place: 99, service: 1 }] }), /place of site 0/],
    [
      'a shift that ends before it begins',
      dayOf([], { vehicles: [{ ...truck, shift: { earliest: 9, latest: 1 } }] }),
      /shift/,
    ],
    ['an unknown vehicle', dayOf([stopAt(1, { vehicle: 1 })]), /stop 0 requires an unknown vehicle: 1/],
    ['a position without a vehicle', dayOf([stopAt(1, { position: 0 })]), /a position but no vehicle/],
    ['stops without a vehicle', dayOf([stopAt(1)], { vehicles: [] }), /there are stops but no vehicle/],
    ['a service time that is not a number', dayOf([stopAt(1, { service: Number.NaN })]), /service of stop 0/],
    ['a negative load', dayOf([stopAt(1, { load: -1 })]), /load of stop 0/],
    ['a negative balance', dayOf([], { balance: -1 }), /balance/],
    ['a negative priority', dayOf([stopAt(1, { priority: -1 })]), /priority of stop 0/],
    ['an unknown current vehicle', dayOf([stopAt(1, { current: { vehicle: 7, changeCost: 1 } })]), /current vehicle/],
  ];
  it.each(cases)('%s', (_, problem, message) => {
    expect(() => planDay(problem, options)).toThrow(RangeError);
    expect(() => planDay(problem, options)).toThrow(message);
  });
});
