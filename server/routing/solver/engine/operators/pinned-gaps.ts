import type { Routes } from '../routes/routes.ts';

/**
 * Moves pinned stops to their positions: while a pinned stop comes too early, the later free stop that costs least
 * moves before it. If none fits, the pinned stop stays early.
 */
export function fillGaps(routes: Routes, vehicle: number): void {
  const { data, next } = routes;
  const end = routes.endOf(vehicle);
  let rank = 0;
  for (let node = next[routes.startOf(vehicle)] as number; node !== end; node = next[node] as number) {
    if (!routes.isStop(node)) continue;
    const position = data.position[node] as number;
    for (let missing = position - rank; missing > 0 && moveBefore(routes, vehicle, node, rank); missing--) rank++;
    rank++;
  }
}

/**
 * Moves a later free stop into the gap before a pinned stop, which has `rank` stops before it. Returns false if none
 * fits.
 */
function moveBefore(routes: Routes, vehicle: number, pinned: number, rank: number): boolean {
  const { data, next } = routes;
  const end = routes.endOf(vehicle);
  let best = Number.POSITIVE_INFINITY;
  let bestStop = -1;
  let bestBehind = -1;
  let at = rank;
  for (let stop = pinned; stop !== end; stop = next[stop] as number) {
    if (!routes.isStop(stop)) continue;
    const position = data.position[stop] as number;
    // Moving a stop across a pinned one that is already in position would push that pinned stop too far back.
    if (position >= 0 && position <= at) break;
    at++;
    if (position >= 0) continue;
    for (let behind = routes.previous[pinned] as number; ; behind = routes.previous[behind] as number) {
      const ahead = next[behind] as number;
      const row = stop * data.points;
      const costIn = data.into[row + (routes.point[behind] as number)] as number;
      const costOut = data.from[row + (routes.point[ahead] as number)] as number;
      const cost = costIn + costOut - (routes.costOut[behind] as number);
      if (cost < best && fits(routes, vehicle, stop, behind, ahead, costIn, costOut)) {
        best = cost;
        bestStop = stop;
        bestBehind = behind;
      }
      const isPinned = routes.isStop(behind) && (data.position[behind] as number) >= 0;
      if (isPinned || behind >= data.firstStart) break;
    }
  }
  if (bestStop < 0) return false;
  const from = routes.previous[bestStop] as number;
  moveStop(routes, vehicle, bestStop, bestBehind);
  if (routes.refresh(vehicle)) return true;
  moveStop(routes, vehicle, bestStop, from);
  routes.refresh(vehicle);
  return false;
}

function fits(
  routes: Routes,
  vehicle: number,
  stop: number,
  behind: number,
  ahead: number,
  costIn: number,
  costOut: number,
): boolean {
  const { data, loadBehind, loadAhead, times } = routes;
  const load = (loadBehind[behind] as number) + (loadAhead[ahead] as number) + (data.load[stop] as number);
  if (data.sites > 0 && load > (data.capacity[vehicle] as number)) return false;
  return !data.isTimed || times.fits(vehicle, behind, ahead, stop, costIn, costOut);
}

function moveStop(routes: Routes, vehicle: number, stop: number, behind: number): void {
  routes.remove(stop);
  routes.absentCount--;
  routes.insert(stop, vehicle, behind);
}
