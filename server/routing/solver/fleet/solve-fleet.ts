import type { CostMatrix, RoutingProblem, RoutingSolution, SolveOptions } from '../problem.ts';
import { processorMs } from '../processor-clock.ts';
import { createRandom } from '../random.ts';
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
    return present(
      problem,
      problem.vehicles.map(() => []),
    );
  const tours = planBySavings(given, findNeighbors(given, neighborsJoined));
  const order = numberAlong(tours, given.stops);
  const data = readFleet(problem, order);
  const routes = new FleetRoutes(data);
  startWith(routes, tours, order);
  const found = anneal(routes, findNeighbors(data, neighborsRuined), createRandom(options.seed), progress);
  return present(
    problem,
    found.map((route) => route.map((stop) => order[stop] as number)),
  );
}

/** By rounds if they are counted, so that no clock has a say; else by processor time. Time ends both. */
function followProgress({ budgetMs, maxRounds }: SolveOptions): Progress {
  const begin = processorMs();
  let rounds = -roundsPerLook;
  return () => {
    const spent = budgetMs > 0 ? (processorMs() - begin) / budgetMs : 1;
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

function present(problem: RoutingProblem, routes: readonly (readonly number[])[]): RoutingSolution {
  const { vehicles, stops } = problem;
  let travel = 0;
  const durations = routes.map((route, index) => {
    const places = route.map((stop) => stops[stop]?.place ?? null);
    const { start = null, end = null } = vehicles[index] ?? {};
    const way = places.length > 0 ? wayThrough([start, ...places, end], problem.matrix) : 0;
    travel += way;
    return route.reduce((sum, stop) => sum + (stops[stop]?.service ?? 0), way);
  });
  return { routes, travel, durations };
}

function wayThrough(places: readonly (number | null)[], { size, costs }: CostMatrix): number {
  let sum = 0;
  for (let at = 1; at < places.length; at++) {
    const [a = null, b = null] = [places[at - 1], places[at]];
    if (a !== null && b !== null) sum += costs[a * size + b] as number;
  }
  return sum;
}
