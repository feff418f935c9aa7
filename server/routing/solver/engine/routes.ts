import { UnusedVehicles } from '../fleet/unused-vehicles.ts';
import type { EngineData } from './data.ts';
import { TimeLabels } from './time-labels.ts';

/**
 * The current routes as linked lists of nodes, with all derived figures. Each route runs from its vehicle's start node to its
 * end node. A change must be followed by `refresh` of the vehicle before places in its route are priced. Changes since the
 * last `commit` can be undone.
 */
export class Routes {
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
  travel = 0;
  totalPenalty = 0;
  used = 0;
  /** Unassigned stops: `absent[0 .. absentCount)`. */
  readonly absent: Int32Array;
  absentCount: number;
  /** 1 for the stops that were absent at the last `commit`. */
  readonly wasAbsent: Uint8Array;
  readonly unused: UnusedVehicles;
  /** The vehicles changed since `commit`: `touched[0 .. touchedCount)`. */
  readonly touched: Int32Array;
  touchedCount = 0;
  private readonly isTouched: Uint8Array;
  private readonly freeVisits: Int32Array;
  private freeCount = 0;
  /** The routes of the touched vehicles before the changes: site visits as -1 - site. */
  private readonly saved: Int32Array;
  private readonly savedCost: Int32Array;
  private readonly savedFrom: Int32Array;
  private savedCount = 0;
  private readonly savedAbsent: Int32Array;
  private savedAbsentCount = 0;
  private readonly savedFigures: Float64Array;
  private readonly nextCopy: Int32Array;
  private readonly pointCopy: Int32Array;

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
    this.absent = Int32Array.from({ length: stops }, (_, stop) => stop);
    this.absentCount = stops;
    this.wasAbsent = new Uint8Array(stops);
    this.unused = new UnusedVehicles(data);
    this.touched = new Int32Array(vehicles);
    this.isTouched = new Uint8Array(vehicles);
    this.freeVisits = Int32Array.from({ length: firstStart - firstVisit }, (_, at) => firstVisit + at);
    this.freeCount = this.freeVisits.length;
    this.saved = new Int32Array(nodes + vehicles);
    this.savedCost = new Int32Array(nodes + vehicles);
    this.savedFrom = new Int32Array(vehicles);
    this.savedAbsent = new Int32Array(stops);
    this.savedFigures = new Float64Array(3 * vehicles);
    this.nextCopy = new Int32Array(nodes);
    this.pointCopy = new Int32Array(nodes);
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
    this.touch(vehicle);
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
    this.touch(vehicle);
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
    this.touch(vehicle);
    const node = this.freeVisits[--this.freeCount] as number;
    this.point[node] = this.data.firstSite + site;
    this.link(node, vehicle, behind);
    return node;
  }

  removeVisit(node: number): void {
    this.touch(this.vehicleOf[node] as number);
    this.unlink(node);
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
    if (data.sites > 0) this.setLoads(vehicle);
    if (data.hasPositions) this.setSpare(vehicle);
    if (!data.isTimed) return true;
    const fits = this.times.refresh(this, vehicle);
    if (data.hasSoft) this.addPenalty(vehicle, this.times.softChange(this, vehicle));
    return fits;
  }

  /** Accepts the changes so far. */
  commit(): void {
    this.forgetTouched();
    for (let index = 0; index < this.savedAbsentCount; index++) this.wasAbsent[this.savedAbsent[index] as number] = 0;
    for (let index = 0; index < this.absentCount; index++) this.wasAbsent[this.absent[index] as number] = 1;
    this.savedAbsent.set(this.absent.subarray(0, this.absentCount));
    this.savedAbsentCount = this.absentCount;
  }

  /** Undoes the changes since `commit`. */
  undo(): void {
    for (let index = 0; index < this.touchedCount; index++) this.release(this.touched[index] as number);
    for (let index = 0; index < this.touchedCount; index++) this.restore(this.touched[index] as number, index);
    for (let index = 0; index < this.savedAbsentCount; index++) {
      this.absent[index] = this.savedAbsent[index] as number;
      this.vehicleOf[this.absent[index] as number] = -1;
    }
    this.absentCount = this.savedAbsentCount;
    this.forgetTouched();
  }

  /** Copies the routes cheaply; `readCopy` turns them into lists later. */
  copyTo(): void {
    this.nextCopy.set(this.next);
    this.pointCopy.set(this.point);
  }

  /** What `read` would have returned at the time of `copyTo`. */
  readCopy(): number[][] {
    return this.list(this.nextCopy, this.pointCopy);
  }

  /** The nodes of each vehicle in driving order: stops, and site visits as -1 - site. */
  read(): number[][] {
    return this.list(this.next, this.point);
  }

  private list(next: Int32Array, point: Int32Array): number[][] {
    return Array.from({ length: this.data.vehicles }, (_, vehicle) => {
      const nodes: number[] = [];
      const end = this.endOf(vehicle);
      for (let node = next[this.startOf(vehicle)] as number; node !== end; node = next[node] as number) {
        nodes.push(this.isStop(node) ? node : this.data.firstSite - 1 - (point[node] as number));
      }
      return nodes;
    });
  }

  /** Replaces all routes by ones that `read` returned. */
  load(routes: readonly (readonly number[])[]): void {
    for (let vehicle = 0; vehicle < this.data.vehicles; vehicle++) this.clear(vehicle);
    routes.forEach((nodes, vehicle) => {
      let behind = this.startOf(vehicle);
      for (const node of nodes) {
        if (node >= 0) {
          this.insert(node, vehicle, behind);
          behind = node;
        } else behind = this.insertVisit(-1 - node, vehicle, behind);
      }
      this.refresh(vehicle);
    });
    this.listAbsent();
  }

  listAbsent(): void {
    this.absentCount = 0;
    for (let stop = 0; stop < this.data.stops; stop++) {
      if ((this.vehicleOf[stop] as number) < 0) this.absent[this.absentCount++] = stop;
    }
  }

  private forgetTouched(): void {
    for (let index = 0; index < this.touchedCount; index++) this.isTouched[this.touched[index] as number] = 0;
    this.touchedCount = 0;
    this.savedCount = 0;
  }

  /** Saves the route of a vehicle before its first change since `commit`. */
  private touch(vehicle: number): void {
    if (this.isTouched[vehicle] !== 0) return;
    this.isTouched[vehicle] = 1;
    const index = this.touchedCount++;
    this.touched[index] = vehicle;
    this.savedFrom[index] = this.savedCount;
    const start = this.startOf(vehicle);
    const end = this.endOf(vehicle);
    const { saved, savedCost, next, costOut } = this;
    let at = this.savedCount;
    savedCost[at++] = costOut[start] as number;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      saved[at] = this.isStop(node) ? node : this.data.firstSite - 1 - (this.point[node] as number);
      savedCost[at++] = costOut[node] as number;
    }
    this.savedCount = at;
    this.savedFigures[3 * index] = this.duration[vehicle] as number;
    this.savedFigures[3 * index + 1] = this.penalty[vehicle] as number;
    this.savedFigures[3 * index + 2] = this.room[vehicle] as number;
  }

  /** Takes the site visits of a changed route back. */
  private release(vehicle: number): void {
    const end = this.endOf(vehicle);
    for (let node = this.next[this.startOf(vehicle)] as number; node !== end; node = this.next[node] as number) {
      this.travel -= this.costOut[this.previous[node] as number] as number;
      if (!this.isStop(node)) this.freeVisits[this.freeCount++] = node;
    }
    this.travel -= this.costOut[this.previous[end] as number] as number;
    if ((this.count[vehicle] as number) > 0) {
      this.unused.release(vehicle);
      this.used--;
    }
  }

  private restore(vehicle: number, index: number): void {
    const { saved, savedCost } = this;
    const to = index + 1 < this.touchedCount ? (this.savedFrom[index + 1] as number) : this.savedCount;
    let at = this.savedFrom[index] as number;
    let behind = this.startOf(vehicle);
    let stops = 0;
    for (let cost = savedCost[at++] as number; ; cost = savedCost[at++] as number) {
      this.travel += cost;
      if (at === to) {
        this.join(behind, this.endOf(vehicle), cost);
        break;
      }
      let node = saved[at] as number;
      if (node >= 0) stops++;
      else {
        const site = this.data.firstSite - 1 - node;
        node = this.freeVisits[--this.freeCount] as number;
        this.point[node] = site;
      }
      this.join(behind, node, cost);
      this.vehicleOf[node] = vehicle;
      behind = node;
    }
    this.count[vehicle] = stops;
    if (stops > 0) {
      this.unused.take(vehicle);
      this.used++;
    }
    this.duration[vehicle] = this.savedFigures[3 * index] as number;
    this.room[vehicle] = this.savedFigures[3 * index + 2] as number;
    this.refresh(vehicle);
    this.addPenalty(vehicle, (this.savedFigures[3 * index + 1] as number) - (this.penalty[vehicle] as number));
  }

  private join(behind: number, ahead: number, cost: number): void {
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

  private addPenalty(vehicle: number, amount: number): void {
    this.penalty[vehicle] = (this.penalty[vehicle] as number) + amount;
    this.totalPenalty += amount;
  }

  private setLoads(vehicle: number): void {
    const { next, previous, loadBehind, loadAhead } = this;
    const { load, loadAtStart, stops } = this.data;
    const start = this.startOf(vehicle);
    const end = this.endOf(vehicle);
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

  private setSpare(vehicle: number): void {
    const { next, previous, spare, data } = this;
    const start = this.startOf(vehicle);
    const end = this.endOf(vehicle);
    let rank = 0;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      if (!this.isStop(node)) continue;
      const position = data.position[node] as number;
      spare[node] = position < 0 ? Number.POSITIVE_INFINITY : position - rank;
      rank++;
    }
    let least = Number.POSITIVE_INFINITY;
    for (let node = previous[end] as number; node !== start; node = previous[node] as number) {
      if (this.isStop(node)) least = Math.min(least, spare[node] as number);
      spare[node] = least;
    }
  }
}
