import type { Trip } from './problem.ts';

/** Returns the travel cost of one route, without service times. `order` contains indices into `places`. */
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
