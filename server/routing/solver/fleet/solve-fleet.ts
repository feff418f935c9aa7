import type { RoutingProblem, RoutingSolution, SolveOptions } from '../problem.ts';
import { createRandom } from '../random.ts';
import { cpuTimeMs } from '../search-limit.ts';
import { toSolution } from '../solution.ts';
import { anneal, type Progress, roundsPerLook } from './annealing.ts';
import { readFleet } from './data.ts';
import { findNeighbors } from './neighbors.ts';
import { FleetRoutes } from './routes.ts';
import { planBySavings, type Tour } from './savings.ts';

/** So many neighbours join tours at the start; so many are looked at for routes that pass near a stop. */
const neighborsJoined = 40;
const neighborsRuined = 100;

/**
 * Routes for several vehicles: slack induction by string removals (Christiaens and Vanden Berghe 2020) from a start by
 * savings. The sum of travel plus `balance` times the longest day becomes as small as the budget allows. No stop is left
 * out: where capacity cannot hold everything, as few units as can be found are loaded beyond it. A stop's `vehicle` is
 * kept, its `position` is not looked at: that is for whoever puts each route in order.
 */
export function solveFleet(problem: RoutingProblem, options: SolveOptions): RoutingSolution {
  const progress = followProgress(options);
  const given = readFleet(problem);
  if (given.stops === 0)
    return toSolution(
      problem,
      problem.vehicles.map(() => []),
    );
  const tours = planBySavings(given, findNeighbors(given, neighborsJoined));
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

/** By rounds if they are counted, so that no clock has a say; else by processor time. Time ends both. */
function followProgress({ budgetMs, maxRounds }: SolveOptions): Progress {
  const begin = cpuTimeMs();
  let rounds = -roundsPerLook;
  return () => {
    const spent = budgetMs > 0 ? (cpuTimeMs() - begin) / budgetMs : 1;
    if (maxRounds === undefined || spent >= 1) return spent;
    rounds += roundsPerLook;
    return maxRounds > 0 ? rounds / maxRounds : 1;
  };
}

/**
 * The stops along the first tours. Numbered so, stops that meet in one route stand side by side in every array and in every
 * row of the costs: the search finds them in the processor's cache and makes a third more rounds in the same time.
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
