import { solveFleet } from './fleet/solve-fleet.ts';
import { orderPinnedStops } from './pinned/pinned-order.ts';
import type { RoutingProblem, RoutingSolution, SolveOptions } from './problem.ts';
import { cpuTimeMs } from './search-limit.ts';
import { orderStops } from './single/order-stops.ts';
import { routeLength, toSolution } from './solution.ts';
import { validateProblem } from './validate-problem.ts';

/**
 * The share of the budget for optimizing each route alone after the fleet search: the maximum, and per stop of an average
 * route. The fleet search leaves nothing to gain in short routes, and little in long ones.
 */
const maxPolishShare = 0.1;
const polishSharePerStop = 0.002;
/** Few enough to end before the budget does, so the result does not depend on the clock. */
const polishRoundsPerStop = 20;

/**
 * Returns the best routes found within the budget. Blocks the calling thread; a server calls `solveInWorker` instead. Throws
 * a RangeError for an invalid problem.
 *
 * With `maxRounds`, and a budget that doesn't run out, the same problem and seed return the same routes on every machine.
 */
export function solve(problem: RoutingProblem, options: SolveOptions): RoutingSolution {
  const startedMs = cpuTimeMs();
  validateProblem(problem, options);
  const leftMs = () => Math.max(0, options.budgetMs - (cpuTimeMs() - startedMs));
  const { vehicles, stops } = problem;
  if (vehicles.length <= 1) {
    const given = stops.map((_, index) => index);
    return toSolution(
      problem,
      vehicles.map((_, vehicle) => orderRoute(problem, vehicle, given, { ...options, budgetMs: leftMs() })),
    );
  }
  const polishShare = Math.min(maxPolishShare, (polishSharePerStop * stops.length) / vehicles.length);
  const { routes } = solveFleet(problem, { ...options, budgetMs: leftMs() * (1 - polishShare) });
  return toSolution(
    problem,
    routes.map((route, vehicle) => {
      const maxRounds = Math.min(options.maxRounds ?? Number.POSITIVE_INFINITY, polishRoundsPerStop * route.length);
      const budgetMs = leftMs() / (vehicles.length - vehicle);
      return orderRoute(problem, vehicle, route, { ...options, budgetMs, maxRounds });
    }),
  );
}

/** The stops of one vehicle in the best order found, or as given if none is shorter. */
function orderRoute(
  { matrix, vehicles, stops }: RoutingProblem,
  vehicle: number,
  given: readonly number[],
  options: SolveOptions,
): readonly number[] {
  const { start = null, end = null } = vehicles[vehicle] ?? {};
  const trip = { matrix, start, end };
  const placesOf = (indices: readonly number[]) => indices.map((index) => stops[index]?.place ?? 0);
  const isPinned = (index: number) => stops[index]?.position !== undefined;
  if (given.some(isPinned)) {
    // If two stops require the same position, the one listed first in the problem gets it.
    const sorted = [...given.filter((index) => !isPinned(index)), ...given.filter(isPinned).toSorted((a, b) => a - b)];
    const positions = sorted.map((index) => stops[index]?.position);
    return orderPinnedStops(trip, placesOf(sorted), positions, options).map((index) => sorted[index] as number);
  }
  const places = placesOf(given);
  const order = orderStops(trip, places, options);
  const isShorter = routeLength(trip, places, order) < routeLength(trip, places, [...given.keys()]);
  return isShorter ? order.map((index) => given[index] as number) : given;
}
