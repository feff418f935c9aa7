import type { RouteNodes } from './route-nodes.ts';

/** Updates the loads of a route: `loadBehind` and `loadAhead` of each node. */
export function setLoads(routes: RouteNodes, vehicle: number): void {
  const start = routes.startOf(vehicle);
  const end = routes.endOf(vehicle);
  routes.loadBehind[start] = routes.data.loadAtStart[vehicle] as number;
  // No stop may follow the last visit to a site without another visit.
  routes.loadAhead[end] = Number.POSITIVE_INFINITY;
  updateLoads(routes, vehicle, routes.next[start] as number, routes.previous[end] as number);
}

/** Updates the loads after the nodes from `first` to `last` were inserted. Only the trips with these nodes change. */
export function updateLoads(routes: RouteNodes, vehicle: number, first: number, last: number): void {
  const { next, previous, loadBehind, loadAhead } = routes;
  const { load, stops } = routes.data;
  const start = routes.startOf(vehicle);
  const end = routes.endOf(vehicle);
  let sum = loadBehind[previous[first] as number] as number;
  let isNew = true;
  for (let node = first; node !== end && (isNew || node < stops); node = next[node] as number) {
    sum = node < stops ? sum + (load[node] as number) : 0;
    loadBehind[node] = sum;
    if (node === last) isNew = false;
  }
  sum = loadAhead[next[last] as number] as number;
  isNew = true;
  for (let node = last; node !== start && (isNew || node < stops); node = previous[node] as number) {
    sum = node < stops ? sum + (load[node] as number) : 0;
    loadAhead[node] = sum;
    if (node === first) isNew = false;
  }
}
