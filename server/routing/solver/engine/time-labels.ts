import type { EngineData } from './data.ts';
import type { RouteNodes } from './route-nodes.ts';

const infinity = Number.POSITIVE_INFINITY;

/**
 * The times along each route, so that a place for a stop is checked in constant time. One is the earliest departure from each
 * node, given what comes before it. The other is the latest arrival at it that still keeps every window after it.
 *
 * Sources: forward time slack (Savelsbergh 1992), concatenation of segments (Vidal et al. 2013). A vehicle with a pause has two
 * labels per node: 0 while the pause is still to come, 1 when it has been taken.
 */
export class TimeLabels {
  /** The earliest departure. `depart1` is the only label of a vehicle without a pause. */
  readonly depart0: Float64Array;
  readonly depart1: Float64Array;
  /** The latest arrival. */
  readonly latest0: Float64Array;
  readonly latest1: Float64Array;
  /** The node behind which each vehicle takes its pause. */
  readonly pauseBehind: Int32Array;
  private readonly data: EngineData;

  constructor(data: EngineData) {
    this.data = data;
    this.depart0 = new Float64Array(data.nodes).fill(infinity);
    this.depart1 = new Float64Array(data.nodes).fill(infinity);
    this.latest0 = new Float64Array(data.nodes).fill(-infinity);
    this.latest1 = new Float64Array(data.nodes).fill(-infinity);
    this.pauseBehind = new Int32Array(data.vehicles).fill(-1);
  }

  /** Updates the labels of a route. Returns false if it misses a window or its shift. */
  refresh(routes: RouteNodes, vehicle: number): boolean {
    if ((this.data.pauseTime[vehicle] as number) > 0) return this.refreshWithPause(routes, vehicle);
    const { next, previous, costOut, point } = routes;
    const { depart1, latest1 } = this;
    const { service, early, late, shiftStart, shiftEnd } = this.data;
    const start = routes.startOf(vehicle);
    const end = routes.endOf(vehicle);
    let behind = start;
    let time = shiftStart[vehicle] as number;
    depart1[start] = time;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      const at = point[node] as number;
      time += costOut[behind] as number;
      if (time < (early[at] as number)) time = early[at] as number;
      // No place behind a missed window fits: the part of the route before it would stay late.
      time = time > (late[at] as number) ? infinity : time + (service[at] as number);
      depart1[node] = time;
      behind = node;
    }
    const fits = time + (costOut[behind] as number) <= (shiftEnd[vehicle] as number);
    time = shiftEnd[vehicle] as number;
    latest1[end] = time;
    for (let node = previous[end] as number; node !== start; node = previous[node] as number) {
      const at = point[node] as number;
      time = this.latestArrival(at, time - (costOut[node] as number) - (service[at] as number));
      latest1[node] = time;
    }
    return fits;
  }

  /** Whether a place (a stop or a site) can be visited between two nodes; `costIn` and `costOut` are the costs to and from it. */
  fits(vehicle: number, behind: number, ahead: number, point: number, costIn: number, costOut: number): boolean {
    const { service, early, late, pauseTime } = this.data;
    if ((pauseTime[vehicle] as number) > 0) {
      this.leave(vehicle, behind);
      this.go(costIn, point);
      return this.arrivesAt(ahead, costOut);
    }
    let time = (this.depart1[behind] as number) + costIn;
    if (time < (early[point] as number)) time = early[point] as number;
    if (time > (late[point] as number)) return false;
    return time + (service[point] as number) + costOut <= (this.latest1[ahead] as number);
  }

  /**
   * A drive through several places, step by step: `leave` a node, `go` to places, and see whether it `arrivesAt` a node in time.
   */
  private at0 = 0;
  private at1 = 0;
  private vehicle = 0;

  leave(vehicle: number, node: number): void {
    this.vehicle = vehicle;
    // The node may have a label 0 from a vehicle with a pause that it was in before.
    this.at0 = (this.data.pauseTime[vehicle] as number) > 0 ? (this.depart0[node] as number) : infinity;
    this.at1 = this.depart1[node] as number;
  }

  go(cost: number, point: number): void {
    const early = this.data.early[point] as number;
    const late = this.data.late[point] as number;
    const service = this.data.service[point] as number;
    const taken = Math.max(Math.min(this.at1 + cost, this.arriveWithPause(this.vehicle, this.at0, cost)), early);
    const still = Math.max(this.at0 + cost, early);
    this.at1 = taken > late ? infinity : taken + service;
    this.at0 = still > late ? infinity : still + service;
  }

  arrivesAt(node: number, cost: number): boolean {
    const latest1 = this.latest1[node] as number;
    return (
      this.at1 + cost <= latest1 ||
      this.at0 + cost <= (this.latest0[node] as number) ||
      this.arriveWithPause(this.vehicle, this.at0, cost) <= latest1
    );
  }

  /** When a vehicle that departs at this time, and takes its pause before or after the drive, is ready at the other place. */
  arriveWithPause(vehicle: number, departure: number, cost: number): number {
    const duration = this.data.pauseTime[vehicle] as number;
    if (duration === 0) return infinity;
    const latest = this.data.pauseLate[vehicle] as number;
    const earliest = this.data.pauseEarly[vehicle] as number;
    const arrival = departure + cost;
    if (arrival <= latest) return Math.max(arrival, earliest) + duration;
    return departure <= latest ? Math.max(departure, earliest) + duration + cost : infinity;
  }

  /** The inverse: the latest departure for being ready at `arrival`. */
  private departWithPause(vehicle: number, arrival: number, cost: number): number {
    const duration = this.data.pauseTime[vehicle] as number;
    const latest = this.data.pauseLate[vehicle] as number;
    const begin = arrival - duration;
    const earliest = this.data.pauseEarly[vehicle] as number;
    const after = begin >= earliest ? Math.min(latest, begin) - cost : -infinity;
    const before = begin - cost >= earliest ? Math.min(latest, begin - cost) : -infinity;
    return Math.max(after, before);
  }

  /** The latest arrival at a point whose service must begin by `begin`: never if that is before the point opens. */
  private latestArrival(point: number, begin: number): number {
    const latest = Math.min(begin, this.data.late[point] as number);
    return latest < (this.data.early[point] as number) ? -infinity : latest;
  }

  private refreshWithPause(routes: RouteNodes, vehicle: number): boolean {
    const { next, previous, costOut, point } = routes;
    const { depart0, depart1, latest0, latest1 } = this;
    const { service, shiftStart, shiftEnd } = this.data;
    const start = routes.startOf(vehicle);
    const end = routes.endOf(vehicle);
    depart0[start] = shiftStart[vehicle] as number;
    depart1[start] = infinity;
    latest1[end] = shiftEnd[vehicle] as number;
    latest0[end] = -infinity;
    let behind = start;
    this.leave(vehicle, start);
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      this.go(costOut[behind] as number, point[node] as number);
      depart0[node] = this.at0;
      depart1[node] = this.at1;
      behind = node;
    }
    const fits = this.arrivesAt(end, costOut[behind] as number);
    let ahead = end;
    for (let node = previous[end] as number; node !== start; node = previous[node] as number) {
      const at = point[node] as number;
      const cost = costOut[node] as number;
      const still = Math.max(
        (latest0[ahead] as number) - cost,
        this.departWithPause(vehicle, latest1[ahead] as number, cost),
      );
      latest0[node] = this.latestArrival(at, still - (service[at] as number));
      latest1[node] = this.latestArrival(at, (latest1[ahead] as number) - cost - (service[at] as number));
      ahead = node;
    }
    this.placePause(routes, vehicle);
    return fits;
  }

  /**
   * The pause comes on the first link where the vehicle need not wait for it and still keeps every window; else on the last
   * link where it keeps every window.
   */
  private placePause(routes: RouteNodes, vehicle: number): void {
    const end = routes.endOf(vehicle);
    const earliest = this.data.pauseEarly[vehicle] as number;
    let found = -1;
    for (let node = routes.startOf(vehicle); node !== end; node = routes.next[node] as number) {
      const cost = routes.costOut[node] as number;
      const time = this.depart0[node] as number;
      const ahead = routes.next[node] as number;
      if (this.arriveWithPause(vehicle, time, cost) > (this.latest1[ahead] as number)) continue;
      found = node;
      if (time + cost >= earliest) break;
    }
    this.pauseBehind[vehicle] = found;
  }
}
