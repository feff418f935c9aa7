import type { RouteNodes } from './route-nodes.ts';

/**
 * Updates how many stops may still be inserted before each node of a route without pushing a pinned stop past its
 * position.
 */
export function setSpare(routes: RouteNodes, vehicle: number): void {
  const { next, previous, spare, data } = routes;
  const start = routes.startOf(vehicle);
  const end = routes.endOf(vehicle);
  let rank = 0;
  for (let node = next[start] as number; node !== end; node = next[node] as number) {
    if (!routes.isStop(node)) continue;
    const position = data.position[node] as number;
    spare[node] = position < 0 ? Number.POSITIVE_INFINITY : position - rank;
    rank++;
  }
  let least = Number.POSITIVE_INFINITY;
  for (let node = previous[end] as number; node !== start; node = previous[node] as number) {
    if (routes.isStop(node)) least = Math.min(least, spare[node] as number);
    spare[node] = least;
  }
}

/**
 * Returns true if a stop inserted after a node misses its required position. Takes linear time, but a pinned stop is
 * rarely absent.
 */
export function isTooLate(routes: RouteNodes, stop: number, behind: number): boolean {
  const { data, previous } = routes;
  let left = data.position[stop] as number;
  if (left < 0) return false;
  for (let node = behind; left >= 0 && node < data.firstStart; node = previous[node] as number) {
    if (routes.isStop(node)) left--;
  }
  return left < 0;
}
