import type { EngineData } from '../data.ts';
import { setLoads, updateLoads } from '../labels/load-labels.ts';
import { setSpare } from '../labels/position-labels.ts';
import type { RouteNodes } from '../labels/route-nodes.ts';
import { SoftWindows } from '../labels/soft-windows.ts';
import { TimeLabels } from '../labels/time-labels.ts';
import { LinkedRoutes } from './linked-routes.ts';
import { RouteChanges } from './route-changes.ts';

/**
 * The current routes with the labels of their nodes, the penalties and the absent stops. After a change of a vehicle's
 * route, `refresh` must be called before places in it are priced. Changes since the last `commit` can be undone.
 */
export class Routes extends LinkedRoutes implements RouteNodes {
  /** Costs of missed soft windows and of changed vehicles, by vehicle. */
  readonly penalty: Float64Array;
  /** The load on board after each node. */
  readonly loadBehind: Float64Array;
  /** The load taken on from each node until the next disposal site. */
  readonly loadAhead: Float64Array;
  /**
   * How many stops may still be inserted before each node, or later, without pushing a pinned stop past its position.
   */
  readonly spare: Float64Array;
  readonly times: TimeLabels;
  readonly soft: SoftWindows;
  totalPenalty = 0;
  /** Unassigned stops: `absent[0 .. absentCount)`. */
  readonly absent: Int32Array;
  absentCount: number;
  /** The changes since `commit`. */
  readonly changes: RouteChanges;

  constructor(data: EngineData) {
    super(data);
    const { stops, vehicles, nodes } = data;
    this.penalty = new Float64Array(vehicles);
    this.loadBehind = new Float64Array(nodes);
    this.loadAhead = new Float64Array(nodes);
    this.spare = new Float64Array(nodes).fill(Number.POSITIVE_INFINITY);
    this.times = new TimeLabels(data);
    this.soft = new SoftWindows(data, this.times);
    this.absent = Int32Array.from({ length: stops }, (_, stop) => stop);
    this.absentCount = stops;
    this.changes = new RouteChanges(this);
    for (let vehicle = 0; vehicle < vehicles; vehicle++) this.refresh(vehicle);
    this.commit();
  }

  /** Inserts a stop after a node of the vehicle. */
  insert(stop: number, vehicle: number, behind: number): void {
    this.changes.touch(vehicle);
    this.linkStop(stop, vehicle, behind);
    this.changes.inserted(stop, vehicle);
    if (this.data.hasChanges) this.addPenalty(vehicle, this.changeCost(stop, vehicle));
  }

  /** Removes a stop from its route and lists it as absent. */
  remove(stop: number): void {
    const vehicle = this.vehicleOf[stop] as number;
    this.changes.touch(vehicle);
    this.changes.removed(stop, vehicle, this.previous[stop] as number, stop);
    this.unlinkStop(stop);
    if (this.data.hasChanges) this.addPenalty(vehicle, -this.changeCost(stop, vehicle));
    this.absent[this.absentCount++] = stop;
  }

  /** Returns the cost of giving a stop to this vehicle; 0 if it has the stop now. */
  changeCost(stop: number, vehicle: number): number {
    const current = this.data.current[stop] as number;
    return current >= 0 && current !== vehicle ? (this.data.changeCost[stop] as number) : 0;
  }

  /** Inserts a visit to a site after a node. Returns the new node. */
  insertVisit(site: number, vehicle: number, behind: number): number {
    this.changes.touch(vehicle);
    const node = this.linkVisit(this.data.firstSite + site, vehicle, behind);
    this.changes.inserted(node, vehicle);
    return node;
  }

  removeVisit(node: number): void {
    const vehicle = this.vehicleOf[node] as number;
    this.changes.touch(vehicle);
    this.changes.removed(node, vehicle, this.previous[node] as number, this.point[node] as number);
    this.unlinkVisit(node);
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
    if (!data.hasLabels) return true;
    if (data.sites > 0) setLoads(this, vehicle);
    if (data.hasPositions) setSpare(this, vehicle);
    if (!data.isTimed) return true;
    const fits = this.times.refresh(this, vehicle);
    if (data.hasSoft) this.addPenalty(vehicle, this.soft.update(this, vehicle));
    return fits;
  }

  /** Does what `refresh` does after the nodes from `first` to `last` were inserted, which changes only some labels. */
  refreshInserted(vehicle: number, first: number, last: number): void {
    const { data } = this;
    if (!data.hasLabels) return;
    if (data.sites > 0) updateLoads(this, vehicle, first, last);
    if (data.hasPositions) setSpare(this, vehicle);
    if (!data.isTimed) return;
    this.times.update(this, vehicle, first, last);
    if (data.hasSoft) this.addPenalty(vehicle, this.soft.update(this, vehicle));
  }

  /** Returns true if a stop can be visited in time between two nodes of the vehicle. */
  isInTime(stop: number, vehicle: number, behind: number, ahead: number): boolean {
    const { data, point } = this;
    const costIn = data.into[stop * data.points + (point[behind] as number)] as number;
    const costOut = data.from[stop * data.points + (point[ahead] as number)] as number;
    return this.times.fits(vehicle, behind, ahead, stop, costIn, costOut);
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

  setPenalty(vehicle: number, penalty: number): void {
    this.totalPenalty += penalty - (this.penalty[vehicle] as number);
    this.penalty[vehicle] = penalty;
  }

  private addPenalty(vehicle: number, amount: number): void {
    this.setPenalty(vehicle, (this.penalty[vehicle] as number) + amount);
  }
}
