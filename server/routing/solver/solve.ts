import { solveFleet } from './fleet/solve-fleet.ts';
import { orderPinnedStops, routeLength } from './pinned/pinned-order.ts';
import type { RoutingProblem, RoutingSolution, SolveOptions } from './problem.ts';
import { processorMs } from './processor-clock.ts';
import { orderStops } from './single/order-stops.ts';
import { validateProblem } from './validate-problem.ts';

/**
 * What the fleet's search leaves, at most, for putting each route in order once more, and for each stop of a mean route: it
 * leaves nothing to gain in short routes, and little in long ones.
 */
const mostPolishShare = 0.1;
const polishSharePerStop = 0.002;
/** The fleet's search left little to gain. So few rounds end before the budget does, which keeps the clock out of it. */
const polishRoundsPerStop = 20;

/**
 * The best routes that can be found within the budget. Computes for as long as that on the calling thread: a server calls
 * `solveInWorker`. Throws a RangeError for a problem that makes no sense.
 *
 * With `maxRounds` and a budget that does not run out the same problem and seed give the same routes on every machine.
 */
export function solve(problem: RoutingProblem, options: SolveOptions): RoutingSolution {
  const startedMs = processorMs();
  validateProblem(problem, options);
  const leftMs = () => Math.max(0, options.budgetMs - (processorMs() - startedMs));
  const { vehicles, stops } = problem;
  if (vehicles.length <= 1) {
    const given = stops.map((_, index) => index);
    return present(
      problem,
      vehicles.map((_, vehicle) => orderRoute(problem, vehicle, given, { ...options, budgetMs: leftMs() })),
    );
  }
  const polishShare = Math.min(mostPolishShare, (polishSharePerStop * stops.length) / vehicles.length);
  const { routes } = solveFleet(problem, { ...options, budgetMs: leftMs() * (1 - polishShare) });
  return present(
    problem,
    routes.map((route, vehicle) => {
      const maxRounds = Math.min(options.maxRounds ?? Number.POSITIVE_INFINITY, polishRoundsPerStop * route.length);
      const budgetMs = leftMs() / (vehicles.length - vehicle);
      return orderRoute(problem, vehicle, route, { ...options, budgetMs, maxRounds });
    }),
  );
}

/** The stops of one vehicle in the best order found; as they were given when none is shorter. */
function orderRoute(
  problem: RoutingProblem,
  vehicle: number,
  given: readonly number[],
  options: SolveOptions,
): readonly number[] {
  const { matrix, vehicles, stops } = problem;
  if (given.some((index) => stops[index]?.position !== undefined)) {
    return orderPinnedRoute(problem, vehicle, given, options);
  }
  const { start = null, end = null } = vehicles[vehicle] ?? {};
  const places = given.map((index) => stops[index]?.place ?? 0);
  const order = orderStops(matrix, places, start, end, options);
  const asGiven = given.map((_, index) => index);
  const isShorter = routeLength(matrix, places, order, start, end) < routeLength(matrix, places, asGiven, start, end);
  return isShorter ? order.map((index) => given[index] as number) : given;
}

/** Where two want the same position the first of the problem's stops has it, whatever order a fleet's search left. */
function orderPinnedRoute(
  { matrix, vehicles, stops }: RoutingProblem,
  vehicle: number,
  given: readonly number[],
  options: SolveOptions,
): readonly number[] {
  const { start = null, end = null } = vehicles[vehicle] ?? {};
  const isPinned = (index: number) => stops[index]?.position !== undefined;
  const sorted = [...given.filter((index) => !isPinned(index)), ...given.filter(isPinned).toSorted((a, b) => a - b)];
  const places = sorted.map((index) => stops[index]?.place ?? 0);
  const positions = sorted.map((index) => stops[index]?.position);
  return orderPinnedStops(matrix, places, positions, start, end, options).map((index) => sorted[index] as number);
}

function present({ matrix, vehicles, stops }: RoutingProblem, routes: (readonly number[])[]): RoutingSolution {
  const places = stops.map((stop) => stop.place);
  const travels = routes.map((route, vehicle) => {
    const { start = null, end = null } = vehicles[vehicle] ?? {};
    return routeLength(matrix, places, route, start, end);
  });
  const durations = routes.map((route, vehicle) =>
    route.reduce((sum, index) => sum + (stops[index]?.service ?? 0), travels[vehicle] ?? 0),
  );
  return { routes, travel: travels.reduce((sum, travel) => sum + travel, 0), durations };
}
