import type { Routes } from './routes.ts';

/** A copy of only the order of nodes: cheap to take, and turned into lists later. */
export class RoutesCopy {
  private readonly routes: Routes;
  private readonly next: Int32Array;
  private readonly point: Int32Array;

  constructor(routes: Routes) {
    this.routes = routes;
    this.next = routes.next.slice();
    this.point = routes.point.slice();
  }

  take(): void {
    this.next.set(this.routes.next);
    if (this.routes.data.sites > 0) this.point.set(this.routes.point);
  }

  /** Returns the nodes of each vehicle in driving order: stops, and site visits as -1 - site. */
  read(): number[][] {
    const { routes, next, point } = this;
    return Array.from({ length: routes.data.vehicles }, (_, vehicle) => {
      const nodes: number[] = [];
      const end = routes.endOf(vehicle);
      for (let node = next[routes.startOf(vehicle)] as number; node !== end; node = next[node] as number) {
        nodes.push(routes.isStop(node) ? node : routes.data.firstSite - 1 - (point[node] as number));
      }
      return nodes;
    });
  }
}

/** Replaces all routes with lists that `RoutesCopy.read` returned. */
export function loadRoutes(routes: Routes, lists: readonly (readonly number[])[]): void {
  for (let vehicle = 0; vehicle < routes.data.vehicles; vehicle++) routes.clear(vehicle);
  lists.forEach((nodes, vehicle) => {
    let behind = routes.startOf(vehicle);
    for (const node of nodes) {
      if (node >= 0) {
        routes.insert(node, vehicle, behind);
        behind = node;
      } else behind = routes.insertVisit(-1 - node, vehicle, behind);
    }
    routes.refresh(vehicle);
  });
  routes.listAbsent();
}
