import type { RoutingProblem, RoutingSolution, Trip } from './problem.ts';

/** Adds travel and durations to the routes of a problem's vehicles. */
export function toSolution(
  { matrix, vehicles, stops }: RoutingProblem,
  routes: readonly (readonly number[])[],
): RoutingSolution {
  const places = stops.map((stop) => stop.place);
  const travels = routes.map((route, vehicle) => {
    const { start = null, end = null } = vehicles[vehicle] ?? {};
    return routeLength({ matrix, start, end }, places, route);
  });
  const durations = routes.map((route, vehicle) =>
    route.reduce((sum, index) => sum + (stops[index]?.service ?? 0), travels[vehicle] ?? 0),
  );
  return { routes, travel: travels.reduce((sum, travel) => sum + travel, 0), durations };
}

/** Travel of one route, without service times. `order` holds indices into `places`. */
export function routeLength({ matrix, start, end }: Trip, places: readonly number[], order: readonly number[]): number {
  const { size, costs } = matrix;
  let sum = 0;
  let at = start;
  const drive = (to: number) => {
    if (at !== null) sum += costs[at * size + to] as number;
    at = to;
  };
  for (const index of order) drive(places[index] as number);
  if (end !== null && order.length > 0) drive(end);
  return sum;
}
