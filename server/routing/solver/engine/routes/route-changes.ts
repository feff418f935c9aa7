import type { RouteNodes } from '../labels/route-nodes.ts';

/** The parts of the routes that undoing a change needs. */
interface ChangingRoutes extends RouteNodes {
  readonly vehicleOf: Int32Array;
  readonly load: Float64Array;
  readonly duration: Float64Array;
  readonly penalty: Float64Array;
  readonly absent: Int32Array;
  absentCount: number;
  linkStop(stop: number, vehicle: number, behind: number): void;
  unlinkStop(stop: number): void;
  linkVisit(point: number, vehicle: number, behind: number): number;
  unlinkVisit(node: number): void;
  setRoom(vehicle: number): void;
  refresh(vehicle: number): boolean;
  setPenalty(vehicle: number, penalty: number): void;
}

/** Numbers per change in the journal: the node, its vehicle, the node before it (-1 for an insertion) and its point. */
const perChange = 4;

/** The changes of routes since the last `commit`, in a journal that is undone from its end. */
export class RouteChanges {
  /** The changed vehicles: `touched[0 .. touchedCount)`. */
  readonly touched: Int32Array;
  touchedCount = 0;
  /** 1 for the stops that were absent at the last `commit`. */
  readonly wasAbsent: Uint8Array;
  private readonly routes: ChangingRoutes;
  private readonly isTouched: Uint8Array;
  private journal: Int32Array;
  private length = 0;
  private readonly savedAbsent: Int32Array;
  private savedAbsentCount = 0;
  /**
   * Duration, penalty and load of each touched vehicle before its changes. They are saved because sums of fractions
   * don't return exactly to their old values.
   */
  private readonly savedFigures: Float64Array;

  constructor(routes: ChangingRoutes) {
    const { stops, vehicles, nodes } = routes.data;
    this.routes = routes;
    this.touched = new Int32Array(vehicles);
    this.isTouched = new Uint8Array(vehicles);
    this.wasAbsent = new Uint8Array(stops);
    this.journal = new Int32Array(2 * perChange * nodes);
    this.savedAbsent = new Int32Array(stops);
    this.savedFigures = new Float64Array(3 * vehicles);
  }

  /** Saves a vehicle's figures. Must be called before its route is changed. */
  touch(vehicle: number): void {
    if (this.isTouched[vehicle] !== 0) return;
    const { routes, savedFigures } = this;
    this.isTouched[vehicle] = 1;
    const index = this.touchedCount++;
    this.touched[index] = vehicle;
    savedFigures[3 * index] = routes.duration[vehicle] as number;
    savedFigures[3 * index + 1] = routes.penalty[vehicle] as number;
    savedFigures[3 * index + 2] = routes.load[vehicle] as number;
  }

  inserted(node: number, vehicle: number): void {
    this.removed(node, vehicle, -1, -1);
  }

  removed(node: number, vehicle: number, behind: number, point: number): void {
    if (this.length === this.journal.length) this.grow();
    const { journal, length } = this;
    journal[length] = node;
    journal[length + 1] = vehicle;
    journal[length + 2] = behind;
    journal[length + 3] = point;
    this.length = length + perChange;
  }

  /** Accepts the changes so far. */
  commit(): void {
    const { absent, absentCount } = this.routes;
    const { savedAbsent, wasAbsent } = this;
    this.forgetTouched();
    this.length = 0;
    for (let index = 0; index < this.savedAbsentCount; index++) wasAbsent[savedAbsent[index] as number] = 0;
    for (let index = 0; index < absentCount; index++) {
      const stop = absent[index] as number;
      wasAbsent[stop] = 1;
      savedAbsent[index] = stop;
    }
    this.savedAbsentCount = absentCount;
  }

  /** Undoes the changes since `commit`, the last one first. */
  undo(): void {
    const { routes, journal, touched, savedFigures } = this;
    while (this.length > 0) {
      this.length -= perChange;
      const node = journal[this.length] as number;
      const behind = journal[this.length + 2] as number;
      if (behind < 0) this.takeOut(node);
      else this.putBack(node, journal[this.length + 1] as number, behind, journal[this.length + 3] as number);
    }
    for (let index = 0; index < this.touchedCount; index++) {
      const vehicle = touched[index] as number;
      routes.duration[vehicle] = savedFigures[3 * index] as number;
      routes.load[vehicle] = savedFigures[3 * index + 2] as number;
      routes.setRoom(vehicle);
      routes.refresh(vehicle);
      routes.setPenalty(vehicle, savedFigures[3 * index + 1] as number);
    }
    for (let index = 0; index < this.savedAbsentCount; index++)
      routes.absent[index] = this.savedAbsent[index] as number;
    routes.absentCount = this.savedAbsentCount;
    this.forgetTouched();
  }

  private takeOut(node: number): void {
    if (this.routes.isStop(node)) this.routes.unlinkStop(node);
    else this.routes.unlinkVisit(node);
  }

  /** Puts a removed node back. A visit gets its old node, because undoing takes and frees nodes in reverse order. */
  private putBack(node: number, vehicle: number, behind: number, point: number): void {
    if (this.routes.isStop(node)) this.routes.linkStop(node, vehicle, behind);
    else this.routes.linkVisit(point, vehicle, behind);
  }

  private forgetTouched(): void {
    for (let index = 0; index < this.touchedCount; index++) this.isTouched[this.touched[index] as number] = 0;
    this.touchedCount = 0;
  }

  private grow(): void {
    const longer = new Int32Array(2 * this.journal.length);
    longer.set(this.journal);
    this.journal = longer;
  }
}
