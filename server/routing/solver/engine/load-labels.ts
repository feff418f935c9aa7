import type { RouteNodes } from './route-nodes.ts';

/** Updates what is on board after each node of a route, and what is loaded from each node until the next disposal site. */
export function setLoads(routes: RouteNodes, vehicle: number): void {
  const { next, previous, loadBehind, loadAhead } = routes;
  const { load, loadAtStart, stops } = routes.data;
  const start = routes.startOf(vehicle);
  const end = routes.endOf(vehicle);
  let sum = loadAtStart[vehicle] as number;
  loadBehind[start] = sum;
  for (let node = next[start] as number; node !== end; node = next[node] as number) {
    sum = node < stops ? sum + (load[node] as number) : 0;
    loadBehind[node] = sum;
  }
  // Nothing may follow the last visit to a site without another visit.
  sum = Number.POSITIVE_INFINITY;
  loadAhead[end] = sum;
  for (let node = previous[end] as number; node !== start; node = previous[node] as number) {
    sum = node < stops ? sum + (load[node] as number) : 0;
    loadAhead[node] = sum;
  }
}
