import type { UnusedVehicles } from '../fleet/unused-vehicles.ts';
import type { RouteNodes } from './route-nodes.ts';

/** The routes, as far as an undone change touches them. */
interface ChangingRoutes extends RouteNodes {
  readonly vehicleOf: Int32Array;
  readonly count: Int32Array;
  readonly room: Float64Array;
  readonly duration: Float64Array;
  readonly penalty: Float64Array;
  readonly absent: Int32Array;
  readonly unused: UnusedVehicles;
  absentCount: number;
  travel: number;
  used: number;
  join(behind: number, ahead: number, cost: number): void;
  takeVisit(site: number): number;
  freeVisit(node: number): void;
  refresh(vehicle: number): boolean;
  addPenalty(vehicle: number, amount: number): void;
}

/** The changes of routes since the last `commit`: each route as it was before its first change. */
export class RouteChanges {
  /** The vehicles changed: `touched[0 .. touchedCount)`. */
  readonly touched: Int32Array;
  touchedCount = 0;
  /** 1 for the stops that were absent at the last `commit`. */
  readonly wasAbsent: Uint8Array;
  private readonly routes: ChangingRoutes;
  private readonly isTouched: Uint8Array;
  /** The nodes of the saved routes, site visits as -1 - site, and the costs of their links. */
  private readonly saved: Int32Array;
  private readonly savedCost: Int32Array;
  private readonly savedFrom: Int32Array;
  private savedCount = 0;
  private readonly savedAbsent: Int32Array;
  private savedAbsentCount = 0;
  /** Duration, penalty and room of each saved route. */
  private readonly savedFigures: Float64Array;

  constructor(routes: ChangingRoutes) {
    const { stops, vehicles, nodes } = routes.data;
    this.routes = routes;
    this.touched = new Int32Array(vehicles);
    this.isTouched = new Uint8Array(vehicles);
    this.wasAbsent = new Uint8Array(stops);
    this.saved = new Int32Array(nodes + vehicles);
    this.savedCost = new Int32Array(nodes + vehicles);
    this.savedFrom = new Int32Array(vehicles);
    this.savedAbsent = new Int32Array(stops);
    this.savedFigures = new Float64Array(3 * vehicles);
  }

  /** Accepts the changes so far. */
  commit(): void {
    const { routes } = this;
    this.forgetTouched();
    for (let index = 0; index < this.savedAbsentCount; index++) this.wasAbsent[this.savedAbsent[index] as number] = 0;
    for (let index = 0; index < routes.absentCount; index++) this.wasAbsent[routes.absent[index] as number] = 1;
    this.savedAbsent.set(routes.absent.subarray(0, routes.absentCount));
    this.savedAbsentCount = routes.absentCount;
  }

  /** Undoes the changes since `commit`. */
  undo(): void {
    const { routes } = this;
    for (let index = 0; index < this.touchedCount; index++) this.release(this.touched[index] as number);
    for (let index = 0; index < this.touchedCount; index++) this.restore(this.touched[index] as number, index);
    for (let index = 0; index < this.savedAbsentCount; index++) {
      routes.absent[index] = this.savedAbsent[index] as number;
      routes.vehicleOf[routes.absent[index] as number] = -1;
    }
    routes.absentCount = this.savedAbsentCount;
    this.forgetTouched();
  }

  private forgetTouched(): void {
    for (let index = 0; index < this.touchedCount; index++) this.isTouched[this.touched[index] as number] = 0;
    this.touchedCount = 0;
    this.savedCount = 0;
  }

  /** Saves the route of a vehicle before its first change since `commit`. */
  touch(vehicle: number): void {
    const { routes } = this;
    if (this.isTouched[vehicle] !== 0) return;
    this.isTouched[vehicle] = 1;
    const index = this.touchedCount++;
    this.touched[index] = vehicle;
    this.savedFrom[index] = this.savedCount;
    const start = routes.startOf(vehicle);
    const end = routes.endOf(vehicle);
    const { saved, savedCost } = this;
    const { next, costOut } = routes;
    let at = this.savedCount;
    savedCost[at++] = costOut[start] as number;
    for (let node = next[start] as number; node !== end; node = next[node] as number) {
      saved[at] = routes.isStop(node) ? node : routes.data.firstSite - 1 - (routes.point[node] as number);
      savedCost[at++] = costOut[node] as number;
    }
    this.savedCount = at;
    this.savedFigures[3 * index] = routes.duration[vehicle] as number;
    this.savedFigures[3 * index + 1] = routes.penalty[vehicle] as number;
    this.savedFigures[3 * index + 2] = routes.room[vehicle] as number;
  }

  /** Takes the site visits of a changed route back. */
  private release(vehicle: number): void {
    const { routes } = this;
    const end = routes.endOf(vehicle);
    for (let node = routes.next[routes.startOf(vehicle)] as number; node !== end; node = routes.next[node] as number) {
      routes.travel -= routes.costOut[routes.previous[node] as number] as number;
      if (!routes.isStop(node)) routes.freeVisit(node);
    }
    routes.travel -= routes.costOut[routes.previous[end] as number] as number;
    if ((routes.count[vehicle] as number) > 0) {
      routes.unused.release(vehicle);
      routes.used--;
    }
  }

  private restore(vehicle: number, index: number): void {
    const { routes } = this;
    const { saved, savedCost } = this;
    const to = index + 1 < this.touchedCount ? (this.savedFrom[index + 1] as number) : this.savedCount;
    let at = this.savedFrom[index] as number;
    let behind = routes.startOf(vehicle);
    let stops = 0;
    for (let cost = savedCost[at++] as number; ; cost = savedCost[at++] as number) {
      routes.travel += cost;
      if (at === to) {
        routes.join(behind, routes.endOf(vehicle), cost);
        break;
      }
      let node = saved[at] as number;
      if (node >= 0) stops++;
      else node = routes.takeVisit(-1 - node);
      routes.join(behind, node, cost);
      routes.vehicleOf[node] = vehicle;
      behind = node;
    }
    routes.count[vehicle] = stops;
    if (stops > 0) {
      routes.unused.take(vehicle);
      routes.used++;
    }
    routes.duration[vehicle] = this.savedFigures[3 * index] as number;
    routes.room[vehicle] = this.savedFigures[3 * index + 2] as number;
    routes.refresh(vehicle);
    routes.addPenalty(vehicle, (this.savedFigures[3 * index + 1] as number) - (routes.penalty[vehicle] as number));
  }
}
