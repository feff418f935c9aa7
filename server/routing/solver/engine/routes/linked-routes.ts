import type { EngineData } from '../data.ts';
import { UnusedVehicles } from './unused-vehicles.ts';

/**
 * Routes as linked lists of nodes, each from its vehicle's start node to its end node, with the sums of loads, travel
 * and service updated on every change.
 */
export class LinkedRoutes {
  readonly data: EngineData;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** The cost of the link from each node to the next. 0 from the start to the end of an empty route. */
  readonly costOut: Int32Array;
  /** The vehicle of each node; -1 while unassigned. */
  readonly vehicleOf: Int32Array;
  readonly point: Int32Array;
  /** The number of stops of each vehicle. */
  readonly count: Int32Array;
  /** The sum of the loads of each vehicle's stops. */
  readonly load: Float64Array;
  /** How much more each vehicle may load in the day; -1 if it has its maximum number of stops. */
  readonly room: Float64Array;
  /** Travel plus service of each vehicle, without waiting; 0 without stops. */
  readonly duration: Float64Array;
  travel = 0;
  used = 0;
  readonly unused: UnusedVehicles;
  private readonly freeVisits: Int32Array;
  private freeCount = 0;

  constructor(data: EngineData) {
    const { vehicles, nodes, firstVisit, firstStart, firstEnd } = data;
    this.data = data;
    this.next = new Int32Array(nodes);
    this.previous = new Int32Array(nodes);
    this.costOut = new Int32Array(nodes);
    this.vehicleOf = new Int32Array(nodes).fill(-1);
    this.point = Int32Array.from({ length: nodes }, (_, node) => node);
    this.point.set(data.startPoint, firstStart);
    this.point.set(data.endPoint, firstEnd);
    this.count = new Int32Array(vehicles);
    this.load = new Float64Array(vehicles);
    this.room = new Float64Array(vehicles);
    this.duration = new Float64Array(vehicles);
    this.unused = new UnusedVehicles(data);
    this.freeVisits = Int32Array.from({ length: firstStart - firstVisit }, (_, at) => firstVisit + at);
    this.freeCount = this.freeVisits.length;
    for (let vehicle = 0; vehicle < vehicles; vehicle++) {
      this.vehicleOf[firstStart + vehicle] = vehicle;
      this.vehicleOf[firstEnd + vehicle] = vehicle;
      this.join(firstStart + vehicle, firstEnd + vehicle, 0);
      this.setRoom(vehicle);
    }
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

  /** Links an unassigned stop after a node of the vehicle. */
  linkStop(stop: number, vehicle: number, behind: number): void {
    this.link(stop, vehicle, behind);
    if (this.count[vehicle] === 0) {
      this.unused.take(vehicle);
      this.used++;
    }
    this.count[vehicle] = (this.count[vehicle] as number) + 1;
    this.load[vehicle] = (this.load[vehicle] as number) + (this.data.load[stop] as number);
    this.setRoom(vehicle);
  }

  unlinkStop(stop: number): void {
    const vehicle = this.vehicleOf[stop] as number;
    this.unlink(stop);
    this.count[vehicle] = (this.count[vehicle] as number) - 1;
    if (this.count[vehicle] === 0) {
      this.unused.release(vehicle);
      this.used--;
    }
    this.load[vehicle] = (this.load[vehicle] as number) - (this.data.load[stop] as number);
    this.setRoom(vehicle);
  }

  /** Links a visit to the site at this point after a node. Returns the visit's node: the one that was freed last. */
  linkVisit(point: number, vehicle: number, behind: number): number {
    const node = this.freeVisits[--this.freeCount] as number;
    this.point[node] = point;
    this.link(node, vehicle, behind);
    return node;
  }

  unlinkVisit(node: number): void {
    this.unlink(node);
    this.freeVisits[this.freeCount++] = node;
  }

  /** Updates how much more a vehicle may load. */
  setRoom(vehicle: number): void {
    const { dayLoad, maxStops } = this.data;
    const isFull = (this.count[vehicle] as number) >= (maxStops[vehicle] as number);
    this.room[vehicle] = isFull ? -1 : (dayLoad[vehicle] as number) - (this.load[vehicle] as number);
  }

  private link(node: number, vehicle: number, behind: number): void {
    const { points, from, into, service } = this.data;
    const { point, costOut } = this;
    const ahead = this.next[behind] as number;
    const at = point[node] as number;
    const costIn = into[at * points + (point[behind] as number)] as number;
    const costAhead = from[at * points + (point[ahead] as number)] as number;
    const growth = costIn + costAhead - (costOut[behind] as number);
    this.join(behind, node, costIn);
    this.join(node, ahead, costAhead);
    this.vehicleOf[node] = vehicle;
    this.travel += growth;
    this.duration[vehicle] = (this.duration[vehicle] as number) + growth + (service[at] as number);
  }

  private unlink(node: number): void {
    const { points, from, service, firstStart } = this.data;
    const { point, costOut } = this;
    const vehicle = this.vehicleOf[node] as number;
    const behind = this.previous[node] as number;
    const ahead = this.next[node] as number;
    const isEmpty = behind >= firstStart && ahead >= firstStart;
    const joined = isEmpty ? 0 : (from[(point[behind] as number) * points + (point[ahead] as number)] as number);
    const growth = joined - (costOut[behind] as number) - (costOut[node] as number);
    this.join(behind, ahead, joined);
    this.vehicleOf[node] = -1;
    this.travel += growth;
    this.duration[vehicle] = (this.duration[vehicle] as number) + growth - (service[point[node] as number] as number);
  }

  private join(behind: number, ahead: number, cost: number): void {
    this.next[behind] = ahead;
    this.previous[ahead] = behind;
    this.costOut[behind] = cost;
  }
}
