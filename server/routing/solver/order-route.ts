import { orderPinnedStops } from './pinned/pinned-order.ts';
import type { RouteProblem, SolveOptions, Trip } from './problem.ts';
import { routeLength } from './route-length.ts';
import { cpuTimeMs, type SearchLimits } from './search-limit.ts';
import { orderStops } from './single/order-stops.ts';
import { validateRoute } from './validate-problem.ts';

/**
 * Returns the stops of one vehicle, as indices, in the best order found within the budget, or in the given order if
 * none is shorter. Pinned stops get their positions. Blocks the calling thread; a server calls `orderInWorker` instead.
 * Throws a RangeError for an invalid problem.
 *
 * With `maxRounds`, and a budget that doesn't run out, the same problem and seed return the same order on every
 * machine.
 */
export function orderRoute(problem: RouteProblem, options: SolveOptions): number[] {
  const startedMs = cpuTimeMs();
  validateRoute(problem, options);
  const limits = { ...options, budgetMs: Math.max(0, options.budgetMs - (cpuTimeMs() - startedMs)) };
  const { matrix, vehicle, stops } = problem;
  const trip = { matrix, start: vehicle.start, end: vehicle.end };
  const isPinned = (index: number) => stops[index]?.position !== undefined;
  const given = [...stops.keys()];
  const placesOf = (indices: readonly number[]) => indices.map((index) => stops[index]?.place ?? 0);
  if (!given.some(isPinned)) return shortestOrder(trip, placesOf(given), limits);
  // If two stops require the same position, the one listed first in the problem gets it.
  const sorted = [...given.filter((index) => !isPinned(index)), ...given.filter(isPinned)];
  const positions = sorted.map((index) => stops[index]?.position);
  return orderPinnedStops(trip, placesOf(sorted), positions, limits).map((index) => sorted[index] as number);
}

/** Returns the best order found of these places, as indices; the given order if none is shorter. */
export function shortestOrder(
  trip: Trip,
  places: readonly number[],
  options: SearchLimits & { readonly seed: number },
): number[] {
  const given = [...places.keys()];
  const order = orderStops(trip, places, options);
  return routeLength(trip, places, order) < routeLength(trip, places, given) ? order : given;
}
