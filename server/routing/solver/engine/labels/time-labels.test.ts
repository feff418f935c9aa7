import { describe, expect, it } from 'vitest';
import { euclideanMatrix } from '../../../../../tests/support/routing/routing-problems.ts';
import type { DayProblem, DayVehicle } from '../../day-problem.ts';
import { readDay } from '../data.ts';
import { Routes } from '../routes/routes.ts';

/** Places 0 to 9 on a line, 10 from each to the next. */
const matrix = euclideanMatrix(Array.from({ length: 10 }, (_, index) => [index * 10, 0] as const));
const truck: DayVehicle = { start: 0, end: 0, shift: { earliest: 0, latest: 200 } };

function routesOf(problem: Pick<DayProblem, 'vehicles' | 'stops'> & Partial<DayProblem>): Routes {
  const whole = { matrix, balance: 0, ...problem };
  return new Routes(
    readDay(
      whole,
      whole.stops.map((_, index) => index),
    ),
  );
}

function serve(routes: Routes, vehicle: number, stops: readonly number[]): boolean {
  let behind = routes.startOf(vehicle);
  for (const stop of stops) {
    routes.insert(stop, vehicle, behind);
    behind = stop;
  }
  return routes.refresh(vehicle);
}

/** Returns true if a vehicle can drive from a node over a stop to another node in time, simulated step by step. */
function canDrive(routes: Routes, vehicle: number, behind: number, stop: number, ahead: number): boolean {
  const { data, times, point } = routes;
  const cost = (from: number, to: number) => data.from[from * data.points + to] as number;
  times.leave(vehicle, behind);
  times.go(cost(point[behind] as number, stop), stop);
  return times.arrivesAt(ahead, cost(stop, point[ahead] as number));
}

describe('the labels of time', () => {
  it('say nothing of a vehicle with a pause that a stop was in before', () => {
    const pause = { earliest: 0, latest: 1000, duration: 10 };
    const stops = [
      { place: 1, service: 100, load: 0, window: { earliest: 0, latest: 150 } },
      { place: 3, service: 0, load: 0 },
      { place: 2, service: 0, load: 0 },
    ];
    const late = { ...truck, shift: { earliest: 100, latest: 250 } };
    const routes = routesOf({ vehicles: [{ ...truck, pause }, late], stops });
    expect(serve(routes, 0, [0, 2])).toBe(true);
    routes.clear(0);
    expect(serve(routes, 1, [0, 2])).toBe(true);
    expect(canDrive(routes, 1, 0, 1, 2)).toBe(false);
  });

  it('never let a vehicle arrive before a stop opens, if it is too late from then on', () => {
    const pause = { earliest: 0, latest: 30, duration: 40 };
    const stops = [
      { place: 2, service: 5, load: 0, window: { earliest: 50, latest: 60 } },
      { place: 1, service: 5, load: 0 },
    ];
    const routes = routesOf({ vehicles: [{ ...truck, pause }], stops });
    expect(serve(routes, 0, [0])).toBe(true);
    expect(canDrive(routes, 0, routes.startOf(0), 1, 0)).toBe(false);
  });

  it('have no place behind a missed window', () => {
    const stops = [
      { place: 9, service: 0, load: 0, window: { earliest: 0, latest: 50 } },
      { place: 8, service: 0, load: 0 },
    ];
    const routes = routesOf({ vehicles: [truck], stops });
    expect(serve(routes, 0, [0])).toBe(false);
    expect(canDrive(routes, 0, 0, 1, routes.endOf(0))).toBe(false);
  });
});
