import { UnusedVehicles } from '../fleet/unused-vehicles.ts';
import type { EngineData } from './data.ts';
import { setLoads } from './load-labels.ts';
import { setSpare } from './position-labels.ts';
import { RouteChanges } from './route-changes.ts';
import type { RouteNodes } from './route-nodes.ts';
import { SoftWindows } from './soft-windows.ts';
import { TimeLabels } from './time-labels.ts';

/**
 * The current routes as linked lists of nodes, with all derived figures. Each route runs from its vehicle's start node to its
 * end node. A change must be followed by `refresh` of the vehicle before places in its route are priced. Changes since the
 * last `commit` can be undone.
 */
export class Routes implements RouteNodes {
  readonly data: EngineData;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** The cost of the link from each node. 0 from the start to the end of an empty route. */
  readonly costOut: Int32Array;
  /** The vehicle of each node; -1 while unassigned. */
  readonly vehicleOf: Int32Array;
  readonly point: Int32Array;
  /** Stops of each vehicle. */
  readonly count: Int32Array;
  /** How much more each vehicle may load on this day. */
  readonly room: Float64Array;
  /** Travel plus service of each vehicle, without waiting; 0 without stops. */
  readonly duration: Float64Array;
  /** Costs of missed soft windows and of changed vehicles. */
  readonly penalty: Float64Array;
  /** What is on board after each node, and what is loaded from it until the next disposal site. */
  readonly loadBehind: Float64Array;
  readonly loadAhead: Float64Array;
  /** How many stops may still be inserted before each node, or later, without pushing a pinned stop behind its position. */
  readonly spare: Float64Array;
  readonly times: TimeLabels;
  readonly soft: SoftWindows;
  travel = 0;
  totalPenalty = 0;
  used = 0;
  /** Unassigned stops: `absent[0 .. absentCount)`. */
  readonly absent: Int32Array;
  absentCount: number;
  readonly unused: UnusedVehicles;
  private readonly freeVisits: Int32Array;
  private freeCount = 0;
  /** The changes since `commit`. */
  readonly changes: RouteChanges;

  constructor(data: EngineData) {
    const { stops, vehicles, nodes, firstVisit, firstStart, firstEnd } = data;
    this.data = data;
    this.next = new Int32Array(nodes);
    this.previous = new Int32Array(nodes);
    this.costOut = new Int32Array(nodes);
    this.vehicleOf = new Int32Array(nodes).fill(-1);
    this.point = Int32Array.from({ length: nodes }, (_, node) => node);
    this.point.set(data.startPoint, firstStart);
    this.point.set(data.endPoint, firstEnd);
    this.count = new Int32Array(vehicles);
    this.room = data.dayLoad.slice();
    this.duration = new Float64Array(vehicles);
    this.penalty = new Float64Array(vehicles);
    this.loadBehind = new Float64Array(nodes);
    this.loadAhead = new Float64Array(nodes);
    this.spare = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    this.times = new TimeLabels(data);
    this.soft = new SoftWindows(data, this.times);
    this.absent = Int32Array.from({ length: stops }, (_, stop) => stop);
    this.absentCount = stops;
    this.unused = new UnusedVehicles(data);
    this.freeVisits = Int32Array.from({ length: firstStart - firstVisit }, (_, at) => firstVisit + at);
    this.freeCount = this.freeVisits.length;
    this.changes = new RouteChanges(this);
    for (let vehicle = 0; vehicle < vehicles; vehicle++) {
      const start = firstStart + vehicle;
      const end = firstEnd + vehicle;
      this.vehicleOf[start] = vehicle;
      this.vehicleOf[end] = vehicle;
      this.join(start, end, 0);
      this.refresh(vehicle);
    }
    this.commit();
  }

  isStop(node: number): boolean {
    return node < this.data.stops;
  }

  isVisit(node: number): boolean {
    return node >= this.data.firstVisit && node < this.data.firstStart;
  }

  startOf(vehicle: number): number {
    return this.data.firstStart + vehicle;
  }

  endOf(vehicle: number): number {
    return this.data.firstEnd + vehicle;
  }

  /** Inserts a stop behind a node of the vehicle. */
  insert(stop: number, vehicle: number, behind: number): void {
    const { data } = this;
    this.changes.touch(vehicle);
    this.link(stop, vehicle, behind);
    if (this.count[vehicle] === 0) {
      this.unused.take(vehicle);
      this.used++;
    }
    this.count[vehicle] = (this.count[vehicle] as number) + 1;
    this.room[vehicle] = (this.room[vehicle] as number) - (data.load[stop] as number);
    if (data.hasChanges) this.addPenalty(vehicle, this.changeCost(stop, vehicle));
  }

  /** Removes a stop from its route and lists it as absent. */
  remove(stop: number): void {
    const { data } = this;
    const vehicle = this.vehicleOf[stop] as number;
    this.changes.touch(vehicle);
    this.unlink(stop);
    this.count[vehicle] = (this.count[vehicle] as number) - 1;
    if (this.count[vehicle] === 0) {
      this.unused.release(vehicle);
      this.used--;
    }
    this.room[vehicle] = (this.room[vehicle] as number) + (data.load[stop] as number);
    if (data.hasChanges) this.addPenalty(vehicle, -this.changeCost(stop, vehicle));
    this.absent[this.absentCount++] = stop;
  }

  /** The cost of giving a stop to a vehicle other than that of the current plan. */
  changeCost(stop: number, vehicle: number): number {
    const current = this.data.current[stop] as number;
    return current >= 0 && current !== vehicle ? (this.data.changeCost[stop] as number) : 0;
  }

  /** Inserts a visit to a site behind a node. Returns the new node. */
  insertVisit(site: number, vehicle: number, behind: number): number {
    this.changes.touch(vehicle);
    const node = this.takeVisit(site);
    this.link(node, vehicle, behind);
    return node;
  }

  removeVisit(node: number): void {
    this.changes.touch(this.vehicleOf[node] as number);
    this.unlink(node);
    this.freeVisit(node);
  }

  /** An unused node for a visit to a site. */
  takeVisit(site: number): number {
    const node = this.freeVisits[--this.freeCount] as number;
    this.point[node] = this.data.firstSite + site;
    return node;
  }

  freeVisit(node: number): void {
    this.freeVisits[this.freeCount++] = node;
  }

  /** Removes all stops and visits of a vehicle. */
  clear(vehicle: number): void {
    const end = this.endOf(vehicle);
    for (let node = this.next[this.startOf(vehicle)] as number; node !== end; ) {
      const ahead = this.next[node] as number;
      if (this.isStop(node)) this.remove(node);
      else this.removeVisit(node);
      node = ahead;
    }
    this.refresh(vehicle);
  }

  /** Updates the loads, times and penalties along a route. Returns false if a window or the shift is missed. */
  refresh(vehicle: number): boolean {
    const { data } = this;
    if (data.sites > 0) setLoads(this, vehicle);
    if (data.hasPositions) setSpare(this, vehicle);
    if (!data.isTimed) return true;
    const fits = this.times.refresh(this, vehicle);
    if (data.hasSoft) this.addPenalty(vehicle, this.soft.update(this, vehicle));
    return fits;
  }

  /** Accepts the changes so far. */
  commit(): void {
    this.changes.commit();
  }

  /** Undoes the changes since `commit`. */
  undo(): void {
    this.changes.undo();
  }

  listAbsent(): void {
    this.absentCount = 0;
    for (let stop = 0; stop < this.data.stops; stop++) {
      if ((this.vehicleOf[stop] as number) < 0) this.absent[this.absentCount++] = stop;
    }
  }

  /** Links two nodes; figures are left to the caller. */
  join(behind: number, ahead: number, cost: number): void {
    this.next[behind] = ahead;
    this.previous[ahead] = behind;
    this.costOut[behind] = cost;
  }

  private link(node: number, vehicle: number, behind: number): void {
    const { points, from, into, service } = this.data;
    const ahead = this.next[behind] as number;
    const point = this.point[node] as number;
    const costIn = into[point * points + (this.point[behind] as number)] as number;
    const costOut = from[point * points + (this.point[ahead] as number)] as number;
    const growth = costIn + costOut - (this.costOut[behind] as number);
    this.join(behind, node, costIn);
    this.join(node, ahead, costOut);
    this.vehicleOf[node] = vehicle;
    this.travel += growth;
    this.duration[vehicle] = (this.duration[vehicle] as number) + growth + (service[point] as number);
  }

  private unlink(node: number): void {
    const { points, from, service, firstStart } = this.data;
    const vehicle = this.vehicleOf[node] as number;
    const behind = this.previous[node] as number;
    const ahead = this.next[node] as number;
    const isEmpty = behind >= firstStart && ahead >= firstStart;
    const cost = isEmpty
      ? 0
      : (from[(this.point[behind] as number) * points + (this.point[ahead] as number)] as number);
    const growth = cost - (this.costOut[behind] as number) - (this.costOut[node] as number);
    this.join(behind, ahead, cost);
    this.vehicleOf[node] = -1;
    this.travel += growth;
    this.duration[vehicle] =
      (this.duration[vehicle] as number) + growth - (service[this.point[node] as number] as number);
  }

  addPenalty(vehicle: number, amount: number): void {
    this.penalty[vehicle] = (this.penalty[vehicle] as number) + amount;
    this.totalPenalty += amount;
  }
}
