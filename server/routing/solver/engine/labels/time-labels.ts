import type { EngineData } from '../data.ts';
import type { RouteNodes } from './route-nodes.ts';

const infinity = Number.POSITIVE_INFINITY;

/**
 * Time labels along each route, with which a place for a stop is checked in constant time. Each node has its earliest
 * departure, given the nodes before it, and the latest arrival that still keeps its own window and every later one.
 *
 * Sources: forward time slack (Savelsbergh 1992), concatenation of segments (Vidal et al. 2013). A vehicle with a pause
 * has two labels per node: 0 while the pause is still to come, 1 when it has been taken.
 */
export class TimeLabels {
  /** The earliest departure from each node while the pause is still to come. */
  readonly depart0: Float64Array;
  /** The earliest departure once the pause is taken; the only departure of a vehicle without a pause. */
  readonly depart1: Float64Array;
  /** The latest arrival at each node while the pause is still to come. */
  readonly latest0: Float64Array;
  /** The latest arrival once the pause is taken; the only one of a vehicle without a pause. */
  readonly latest1: Float64Array;
  private readonly data: EngineData;

  constructor(data: EngineData) {
    this.data = data;
    this.depart0 = new Float64Array(data.nodes).fill(infinity);
    this.depart1 = new Float64Array(data.nodes).fill(infinity);
    this.latest0 = new Float64Array(data.nodes).fill(-infinity);
    this.latest1 = new Float64Array(data.nodes).fill(-infinity);
  }

  /** Updates the labels of a route. Returns false if it misses a window or its shift. */
  refresh(routes: RouteNodes, vehicle: number): boolean {
    const start = routes.startOf(vehicle);
    const end = routes.endOf(vehicle);
    this.depart0[start] = this.data.shiftStart[vehicle] as number;
    this.depart1[start] = this.hasPause(vehicle) ? infinity : (this.depart0[start] as number);
    this.latest1[end] = this.data.shiftEnd[vehicle] as number;
    const last = routes.previous[end] as number;
    this.update(routes, vehicle, routes.next[start] as number, last);
    this.leave(vehicle, last);
    return this.arrivesAt(end, routes.costOut[last] as number);
  }

  /** Updates the labels that change when the nodes from `first` to `last` are inserted into a route. */
  update(routes: RouteNodes, vehicle: number, first: number, last: number): void {
    if (this.hasPause(vehicle)) this.updateWithPause(routes, vehicle, first, last);
    else this.updateWithoutPause(routes, vehicle, first, last);
  }

  private hasPause(vehicle: number): boolean {
    return (this.data.pauseTime[vehicle] as number) > 0;
  }

  private updateWithoutPause(routes: RouteNodes, vehicle: number, first: number, last: number): void {
    const { next, previous, costOut, point } = routes;
    const { depart1, latest1 } = this;
    const { service, early, late } = this.data;
    const start = routes.startOf(vehicle);
    const end = routes.endOf(vehicle);
    let behind = previous[first] as number;
    let time = depart1[behind] as number;
    let isNew = true;
    for (let node = first; node !== end; node = next[node] as number) {
      const at = point[node] as number;
      time += costOut[behind] as number;
      if (time < (early[at] as number)) time = early[at] as number;
      // No stop fits after a missed window, because the part of the route before it would stay late.
      time = time > (late[at] as number) ? infinity : time + (service[at] as number);
      if (!isNew && time === depart1[node]) break;
      depart1[node] = time;
      if (node === last) isNew = false;
      behind = node;
    }
    time = latest1[next[last] as number] as number;
    isNew = true;
    for (let node = last; node !== start; node = previous[node] as number) {
      const at = point[node] as number;
      time = this.latestArrival(at, time - (costOut[node] as number) - (service[at] as number));
      if (!isNew && time === latest1[node]) break;
      latest1[node] = time;
      if (node === first) isNew = false;
    }
  }

  /** Returns a departure time after which the stop can't be reached in time; Infinity if none is known. */
  latestStart(vehicle: number, stop: number): number {
    const { isTimed, pauseTime, late } = this.data;
    return isTimed && (pauseTime[vehicle] as number) === 0 ? (late[stop] as number) : infinity;
  }

  /**
   * Returns true if a point (a stop or a site) can be visited in time between two nodes. `costIn` and `costOut` are the
   * costs to and from the point.
   */
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
   * The state of a simulated drive, step by step: `leave` a node, `go` to points, and ask whether it `arrivesAt` a node
   * in time.
   */
  private at0 = 0;
  private at1 = 0;
  private vehicle = 0;

  leave(vehicle: number, node: number): void {
    this.vehicle = vehicle;
    // The node may still have a `depart0` from the route of a vehicle with a pause.
    this.at0 = this.hasPause(vehicle) ? (this.depart0[node] as number) : infinity;
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

  /**
   * Returns when a vehicle that departs at this time, and pauses before or after the drive, is ready at the other
   * place. Returns Infinity if it has no pause or is too late for one.
   */
  arriveWithPause(vehicle: number, departure: number, cost: number): number {
    const duration = this.data.pauseTime[vehicle] as number;
    if (duration === 0) return infinity;
    const latest = this.data.pauseLate[vehicle] as number;
    const earliest = this.data.pauseEarly[vehicle] as number;
    const arrival = departure + cost;
    if (arrival <= latest) return Math.max(arrival, earliest) + duration;
    return departure <= latest ? Math.max(departure, earliest) + duration + cost : infinity;
  }

  /** Returns the latest departure with which a vehicle is ready by `arrival`; the inverse of `arriveWithPause`. */
  private departWithPause(vehicle: number, arrival: number, cost: number): number {
    const duration = this.data.pauseTime[vehicle] as number;
    const latest = this.data.pauseLate[vehicle] as number;
    const begin = arrival - duration;
    const earliest = this.data.pauseEarly[vehicle] as number;
    const after = begin >= earliest ? Math.min(latest, begin) - cost : -infinity;
    const before = begin - cost >= earliest ? Math.min(latest, begin - cost) : -infinity;
    return Math.max(after, before);
  }

  /** Returns the latest arrival at a point whose service must begin by `begin`; -Infinity if the point opens later. */
  private latestArrival(point: number, begin: number): number {
    const latest = Math.min(begin, this.data.late[point] as number);
    return latest < (this.data.early[point] as number) ? -infinity : latest;
  }

  private updateWithPause(routes: RouteNodes, vehicle: number, first: number, last: number): void {
    const { next, previous, costOut, point } = routes;
    const { depart0, depart1 } = this;
    const end = routes.endOf(vehicle);
    let behind = previous[first] as number;
    let isNew = true;
    this.leave(vehicle, behind);
    for (let node = first; node !== end; node = next[node] as number) {
      this.go(costOut[behind] as number, point[node] as number);
      if (!isNew && this.at0 === depart0[node] && this.at1 === depart1[node]) break;
      depart0[node] = this.at0;
      depart1[node] = this.at1;
      if (node === last) isNew = false;
      behind = node;
    }
    this.updateLatestWithPause(routes, vehicle, first, last);
  }

  private updateLatestWithPause(routes: RouteNodes, vehicle: number, first: number, last: number): void {
    const { next, previous, costOut, point } = routes;
    const { latest0, latest1 } = this;
    const { service } = this.data;
    const start = routes.startOf(vehicle);
    const ahead = next[last] as number;
    let still = latest0[ahead] as number;
    let taken = latest1[ahead] as number;
    let isNew = true;
    for (let node = last; node !== start; node = previous[node] as number) {
      const at = point[node] as number;
      const cost = costOut[node] as number;
      const leave = Math.max(still - cost, this.departWithPause(vehicle, taken, cost));
      still = this.latestArrival(at, leave - (service[at] as number));
      taken = this.latestArrival(at, taken - cost - (service[at] as number));
      if (!isNew && still === latest0[node] && taken === latest1[node]) break;
      latest0[node] = still;
      latest1[node] = taken;
      if (node === first) isNew = false;
    }
  }

  /**
   * Returns the node after which the vehicle takes its pause: on the first link where it doesn't wait for the pause and
   * still keeps every window, else on the last link where it keeps every window. Returns -1 without a pause.
   */
  pauseBehind(routes: RouteNodes, vehicle: number): number {
    if (!this.hasPause(vehicle)) return -1;
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
    return found;
  }
}
