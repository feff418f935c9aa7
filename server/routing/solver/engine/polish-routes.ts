import { shortestOrder } from '../order-route.ts';
import type { SolveOptions } from '../problem.ts';
import type { EngineData } from './data.ts';
import { loadRoutes } from './routes/route-lists.ts';
import type { Routes } from './routes/routes.ts';

/** The largest share of the budget that is kept for the final ordering of single routes. */
const maxShare = 0.1;
/**
 * The share kept per stop of an average route. Ruin and recreate leaves nothing to gain in short routes, and little in
 * long ones.
 */
const sharePerStop = 0.002;
/** Few enough rounds to end before the budget does, so that the result doesn't depend on the clock. */
const roundsPerStop = 20;

/** Returns the share of the budget to keep for `polishRoutes`. */
export function polishShare({ isOrderFree, stops, vehicles }: EngineData): number {
  return isOrderFree ? Math.min(maxShare, (sharePerStop * stops) / vehicles) : 0;
}

/**
 * Replaces all routes with `lists`. If no rule depends on the order, each list is first put into the shortest order
 * found.
 */
export function polishRoutes(
  routes: Routes,
  lists: readonly (readonly number[])[],
  options: SolveOptions,
  leftMs: () => number,
): void {
  const { data } = routes;
  // Even a null start or end is a point, with cost 0 to and from all others.
  const matrix = { size: data.points, costs: data.from };
  const polished = lists.map((stops, vehicle) => {
    if (!data.isOrderFree) return stops;
    const trip = { matrix, start: data.startPoint[vehicle] as number, end: data.endPoint[vehicle] as number };
    const maxRounds = Math.min(options.maxRounds ?? Number.POSITIVE_INFINITY, roundsPerStop * stops.length);
    const budgetMs = leftMs() / (lists.length - vehicle);
    return shortestOrder(trip, stops, { ...options, budgetMs, maxRounds }).map((index) => stops[index] as number);
  });
  loadRoutes(routes, polished);
}
