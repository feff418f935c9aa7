import type { RoutingProblem, RoutingSolution, SolveOptions } from '../problem.ts';
import { createRandom } from '../random.ts';
import { cpuTimeMs } from '../search-limit.ts';
import { toSolution } from '../solution.ts';
import { anneal } from './annealing.ts';
import { findNeighbors, readFleet } from './data.ts';
import { FleetRoutes } from './routes.ts';
import { buildBySavings, type Tour } from './savings.ts';
import { type Progress, roundsPerCheck } from './temperatures.ts';

/** Neighbors per stop: for joining the first tours, and for finding routes near a stop. */
const neighborsJoined = 40;
const neighborsRuined = 100;

/**
 * Returns routes for several vehicles: slack induction by string removals (SISR, Christiaens and Vanden Berghe 2020), starting
 * from Clarke and Wright savings. Minimizes travel plus `balance` times the longest day within the budget. Every stop is in a
 * route: if capacity is short, vehicles are overloaded by as little as possible. Keeps each stop's `vehicle`; ignores its
 * `position`, which `solve` handles afterwards.
 */
export function solveFleet(problem: RoutingProblem, options: SolveOptions): RoutingSolution {
  const progress = trackProgress(options);
  const given = readFleet(problem);
  if (given.stops === 0)
    return toSolution(
      problem,
      problem.vehicles.map(() => []),
    );
  const tours = buildBySavings(given, findNeighbors(given, neighborsJoined));
  const order = numberAlong(tours, given.stops);
  const data = readFleet(problem, order);
  const routes = new FleetRoutes(data);
  startWith(routes, tours, order);
  const found = anneal(routes, findNeighbors(data, neighborsRuined), createRandom(options.seed), progress);
  return toSolution(
    problem,
    found.map((route) => route.map((stop) => order[stop] as number)),
  );
}

/** Measures progress by rounds if they are limited, so it does not depend on a clock; else by CPU time. CPU time limits both. */
function trackProgress({ budgetMs, maxRounds }: SolveOptions): Progress {
  const begin = cpuTimeMs();
  let rounds = -roundsPerCheck;
  return () => {
    const spent = budgetMs > 0 ? (cpuTimeMs() - begin) / budgetMs : 1;
    if (maxRounds === undefined || spent >= 1) return spent;
    rounds += roundsPerCheck;
    return maxRounds > 0 ? rounds / maxRounds : 1;
  };
}

/**
 * Numbers the stops along the first tours, so that stops of one route are adjacent in memory. The search then makes a third
 * more rounds in the same time, thanks to the CPU's cache.
 */
function numberAlong(tours: readonly Tour[], stops: number): number[] {
  const order = tours.flatMap((tour) => tour.stops);
  const placed = new Set(order);
  for (let stop = 0; stop < stops; stop++) if (!placed.has(stop)) order.push(stop);
  return order;
}

function startWith(routes: FleetRoutes, tours: readonly Tour[], order: readonly number[]): void {
  const { data } = routes;
  const numberOf = new Int32Array(data.stops);
  order.forEach((stop, number) => {
    numberOf[stop] = number;
  });
  for (const tour of tours) {
    let behind = data.startPoint[tour.vehicle] as number;
    for (const stop of tour.stops) {
      const number = numberOf[stop] as number;
      routes.insert(number, tour.vehicle, behind);
      behind = number;
    }
  }
  routes.listAbsent();
}
