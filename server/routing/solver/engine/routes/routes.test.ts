import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../../../tests/support/effort.ts';
import { randomMatrix } from '../../../../../tests/support/routing/routing-problems.ts';
import type { DayProblem, DayStop, DayVehicle } from '../../day-problem.ts';
import { createRandom, type Random } from '../../random.ts';
import { readDay } from '../data.ts';
import { Routes } from './routes.ts';

const places = 8;

/** Returns empty routes of two trucks, one of them with a pause, with two sites. Half of the stops have windows. */
function drawRoutes(random: Random): Routes {
  const drawWindow = () => {
    const earliest = random.below(600);
    return { earliest, latest: earliest + random.below(500) };
  };
  const truck: DayVehicle = { start: 0, end: 1, capacity: 9, shift: { earliest: 0, latest: 900 } };
  const stops = Array.from({ length: 14 }, (): DayStop => {
    const window = random.below(2) === 0 ? { window: drawWindow() } : {};
    const soft = random.below(3) === 0 ? { soft: { ...drawWindow(), perUnit: 0.3 } } : {};
    // Sums of fractional loads depend on the order of their terms.
    return { place: random.below(places), service: random.below(20), load: random.below(4) / 10, ...window, ...soft };
  });
  const problem: DayProblem = {
    matrix: randomMatrix(places, random.below(1e9), 'asymmetric'),
    vehicles: [truck, { ...truck, pause: { ...drawWindow(), duration: 30 } }],
    stops,
    sites: [0, 1].map(() => ({ place: random.below(places), service: 10, hours: drawWindow() })),
    balance: 0,
  };
  return new Routes(
    readDay(
      problem,
      stops.map((_, index) => index),
    ),
  );
}

/** Returns a random node of the vehicle, except its end. */
function drawNode(routes: Routes, random: Random, vehicle: number): number {
  let node = routes.startOf(vehicle);
  for (let skip = random.below(12); skip > 0 && routes.next[node] !== routes.endOf(vehicle); skip--)
    node = routes.next[node] as number;
  return node;
}

/** Inserts a stop that is in no route, perhaps with a visit to a site before or after it. */
function insertSome(routes: Routes, random: Random, refresh: (vehicle: number, first: number, last: number) => void) {
  const left = Array.from(routes.vehicleOf.subarray(0, routes.data.stops).keys()).filter(
    (stop) => routes.vehicleOf[stop] === -1,
  );
  const stop = left[random.below(left.length)];
  if (stop === undefined) return;
  const vehicle = random.below(2);
  const behind = drawNode(routes, random, vehicle);
  // There are nodes for one visit per stop and a few more.
  const { firstVisit, firstStart } = routes.data;
  const visits = routes.vehicleOf.subarray(firstVisit, firstStart).filter((of) => of >= 0).length;
  const brings = () => visits < 14 && random.below(3) === 0;
  const first = brings() ? routes.insertVisit(random.below(2), vehicle, behind) : stop;
  routes.insert(stop, vehicle, first === stop ? behind : first);
  const last = brings() ? routes.insertVisit(random.below(2), vehicle, stop) : stop;
  routes.listAbsent();
  refresh(vehicle, first, last);
}

function removeSome(routes: Routes, random: Random): void {
  const vehicle = random.below(2);
  const node = drawNode(routes, random, vehicle);
  if (routes.isStop(node)) routes.remove(node);
  else if (routes.isVisit(node)) routes.removeVisit(node);
  routes.listAbsent();
  routes.refresh(vehicle);
}

/** Returns everything about the routes that the search uses, vehicle by vehicle. */
function stateOf(routes: Routes) {
  const { times, next, costOut, point } = routes;
  const days = [0, 1].map((vehicle) => {
    const nodes: unknown[] = [];
    const end = routes.endOf(vehicle);
    for (let node = next[routes.startOf(vehicle)] as number; node !== end; node = next[node] as number) {
      const labels = [times.depart1[node], times.latest1[node], routes.loadBehind[node], routes.loadAhead[node]];
      const pauseLabels = vehicle === 1 ? [times.depart0[node], times.latest0[node]] : [];
      nodes.push([node, costOut[node], point[node], ...labels, ...pauseLabels]);
    }
    const { count, load, room, duration, penalty } = routes;
    return [nodes, ...[count, load, room, duration, penalty].map((figures) => figures[vehicle])];
  });
  const absent = [...routes.absent.subarray(0, routes.absentCount)].toSorted((a, b) => a - b);
  return { days, absent, travel: routes.travel, used: routes.used };
}

describe('routes', () => {
  it('have the same labels after an insertion as when all are computed again', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const routes = drawRoutes(random);
        for (let step = 0; step < 20; step++) {
          // A stop that is inserted again has labels from its former place.
          if (random.below(3) === 0) removeSome(routes, random);
          insertSome(routes, random, (vehicle, first, last) => routes.refreshInserted(vehicle, first, last));
          const found = stateOf(routes);
          routes.refresh(0);
          routes.refresh(1);
          expect(found).toEqual(stateOf(routes));
        }
      }),
      { numRuns: effort({ sample: 100, full: 500 }) },
    );
  });

  it('are after undo what they were at commit', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const routes = drawRoutes(random);
        const change = () => {
          if (random.below(5) < 3) insertSome(routes, random, (vehicle) => routes.refresh(vehicle));
          else removeSome(routes, random);
        };
        for (let step = 0; step < 10; step++) change();
        routes.commit();
        const before = stateOf(routes);
        for (let step = 0; step < 15; step++) change();
        if (random.below(4) === 0) routes.clear(random.below(2));
        routes.undo();
        expect(stateOf(routes)).toEqual(before);
        expect(routes.totalPenalty).toBeCloseTo((routes.penalty[0] as number) + (routes.penalty[1] as number), 6);
      }),
      { numRuns: effort({ sample: 100, full: 2_000 }) },
    );
  });
});
