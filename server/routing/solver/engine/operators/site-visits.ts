import type { EngineData } from '../data.ts';
import type { Routes } from '../routes/routes.ts';

/** Finds the site with the least detour between two points, and remembers it. */
export class SiteFinder {
  private readonly data: EngineData;
  /** 1 + the best site between two points; 0 while unknown. */
  private readonly known: Uint8Array;

  constructor(data: EngineData) {
    this.data = data;
    this.known = new Uint8Array(data.sites > 0 && data.sites < 255 ? data.points * data.points : 0);
  }

  /** Returns the best site between two points, regardless of its hours. */
  between(from: number, to: number): number {
    const slot = from * this.data.points + to;
    const known = this.known[slot];
    if (known) return known - 1;
    let best = 0;
    for (let site = 1; site < this.data.sites; site++) {
      if (this.detour(from, site, to) < this.detour(from, best, to)) best = site;
    }
    if (this.known.length > 0) this.known[slot] = best + 1;
    return best;
  }

  /** Returns the cost of driving from one point to another via a site. */
  detour(from: number, site: number, to: number): number {
    const { data } = this;
    const point = data.firstSite + site;
    return (data.from[from * data.points + point] as number) + (data.from[point * data.points + to] as number);
  }
}

/** Removes visits that empty nothing, and visits between two trips that fit into the vehicle together. */
export function removeIdleVisits(routes: Routes, vehicle: number): void {
  const { data } = routes;
  if (data.sites === 0) return;
  const end = routes.endOf(vehicle);
  const capacity = data.capacity[vehicle] as number;
  const atStart = data.loadAtStart[vehicle] as number;
  if (routes.count[vehicle] === 0) {
    for (let node = routes.next[routes.startOf(vehicle)] as number; node !== end; ) {
      const ahead = routes.next[node] as number;
      routes.removeVisit(node);
      node = ahead;
    }
    return;
  }
  let last = -1;
  let lastLoad = 0;
  let load = atStart;
  for (let node = routes.next[routes.startOf(vehicle)] as number; node !== end; ) {
    const ahead = routes.next[node] as number;
    if (routes.isStop(node)) load += data.load[node] as number;
    else {
      if (last >= 0 && lastLoad + load <= capacity) {
        routes.removeVisit(last);
        load += lastLoad;
      }
      last = node;
      lastLoad = load;
      load = 0;
    }
    node = ahead;
  }
}

/**
 * Moves each visit of a route to the place and site with the least detour ("relocate" for visits), as far as the
 * vehicle can carry the loads before and after it. The last visit only changes its site.
 */
export class VisitMoves {
  private readonly routes: Routes;
  private readonly finder: SiteFinder;

  constructor(routes: Routes, finder: SiteFinder) {
    this.routes = routes;
    this.finder = finder;
  }

  improve(vehicle: number): void {
    const { routes } = this;
    if (routes.count[vehicle] === 0) return;
    const end = routes.endOf(vehicle);
    let before = routes.startOf(vehicle);
    for (let node = routes.next[before] as number; node !== end; node = routes.next[node] as number) {
      if (!routes.isVisit(node)) continue;
      node = this.move(vehicle, node, before);
      before = node;
    }
  }

  /**
   * Moves a visit if another place is cheaper. Returns the node of the visit, which is a new one if it has moved.
   * `before` is the visit before it, or the start.
   */
  private move(vehicle: number, visit: number, before: number): number {
    const { routes, finder } = this;
    const { data } = routes;
    const end = routes.endOf(vehicle);
    const behind = routes.previous[visit] as number;
    const site = (routes.point[visit] as number) - data.firstSite;
    const isLast = routes.next[visit] === end;
    const first = isLast ? behind : before;
    // Most visits are already in their best place, so the route is changed only if another place is cheaper.
    if (!this.hasBetter(vehicle, visit, first)) return visit;
    const old = (routes.costOut[behind] as number) + (routes.costOut[visit] as number);
    routes.removeVisit(visit);
    routes.refresh(vehicle);
    const joined = routes.costOut[behind] as number;
    let bestCost = old - joined;
    let bestBehind = behind;
    let bestSite = site;
    const capacity = data.capacity[vehicle] as number;
    let isAfter = false;
    for (let node = first; node !== end; node = routes.next[node] as number) {
      if (node === behind) isAfter = true;
      const ahead = routes.next[node] as number;
      if ((routes.loadBehind[node] as number) > capacity) break;
      if ((node !== first || isLast) && this.leavesRoom(ahead, isLast, capacity)) {
        const from = routes.point[node] as number;
        const to = routes.point[ahead] as number;
        const choice = finder.between(from, to);
        const cost = finder.detour(from, choice, to) - (routes.costOut[node] as number);
        if (cost < bestCost && this.fits(vehicle, node, ahead, choice)) {
          bestCost = cost;
          bestBehind = node;
          bestSite = choice;
        }
      }
      if (isAfter && (isLast || routes.isVisit(ahead))) break;
    }
    const moved = routes.insertVisit(bestSite, vehicle, bestBehind);
    routes.refreshInserted(vehicle, moved, moved);
    return moved;
  }

  private leavesRoom(ahead: number, isLast: boolean, capacity: number): boolean {
    return isLast || (this.routes.loadAhead[ahead] as number) <= capacity;
  }

  private fits(vehicle: number, node: number, ahead: number, site: number): boolean {
    const { routes } = this;
    const { data } = routes;
    if (!data.isTimed) return true;
    const point = data.firstSite + site;
    const costIn = data.from[(routes.point[node] as number) * data.points + point] as number;
    const costOut = data.from[point * data.points + (routes.point[ahead] as number)] as number;
    return routes.times.fits(vehicle, node, ahead, point, costIn, costOut);
  }

  /** Returns true if some place within the two trips beside a visit costs less, regardless of times. */
  private hasBetter(vehicle: number, visit: number, first: number): boolean {
    const { routes, finder } = this;
    const { data } = routes;
    const end = routes.endOf(vehicle);
    const capacity = data.capacity[vehicle] as number;
    const behind = routes.previous[visit] as number;
    const beyond = routes.next[visit] as number;
    const isLast = beyond === end;
    const from = routes.point[behind] as number;
    const to = routes.point[beyond] as number;
    const old = (routes.costOut[behind] as number) + (routes.costOut[visit] as number);
    const joined = data.from[from * data.points + to] as number;
    if (finder.detour(from, finder.between(from, to), to) < old) return true;
    if (isLast) return false;
    const saved = old - joined;
    // Earlier places: the next trip also carries the load from that place to the visit.
    const rest = routes.loadAhead[beyond] as number;
    for (let node = routes.previous[behind] as number; behind !== first && node !== first; ) {
      const ahead = routes.next[node] as number;
      if ((routes.loadAhead[ahead] as number) + rest > capacity) break;
      if (this.detourAt(node, ahead) < saved) return true;
      node = routes.previous[node] as number;
    }
    // Later places: this trip also carries the load from the visit to that place.
    const full = routes.loadBehind[behind] as number;
    for (let node = beyond; node !== end && routes.isStop(node); node = routes.next[node] as number) {
      if (full + (routes.loadBehind[node] as number) > capacity) break;
      if (this.detourAt(node, routes.next[node] as number) < saved) return true;
    }
    return false;
  }

  private detourAt(node: number, ahead: number): number {
    const { routes, finder } = this;
    const from = routes.point[node] as number;
    const to = routes.point[ahead] as number;
    return finder.detour(from, finder.between(from, to), to) - (routes.costOut[node] as number);
  }
}
