import type { FleetData } from './data.ts';
import { UnusedVehicles } from './unused-vehicles.ts';

/**
 * The current routes as linked lists of stops, with all derived figures updated on every change. Changes since the last
 * `commit` can be undone.
 */
export class FleetRoutes {
  readonly data: FleetData;
  /** The stop after each stop, or the end point of its vehicle; likewise the one before. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** The cost of the link from each stop, and of the link to it. */
  readonly costOut: Int32Array;
  readonly costIn: Int32Array;
  /** The vehicle of each stop; -1 while unassigned. */
  readonly vehicleOf: Int32Array;
  /** The first stop of each vehicle (its end point if it has none) and the last (its start point). */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly count: Int32Array;
  readonly load: Float64Array;
  /** The free capacity of each vehicle. */
  readonly room: Float64Array;
  /** Travel plus service of each vehicle; 0 without stops. */
  readonly duration: Float64Array;
  travel = 0;
  /** The sum of loads beyond capacity. */
  overload = 0;
  used = 0;
  /** Unassigned stops: `absent[0 .. absentCount)`. */
  readonly absent: Int32Array;
  absentCount: number;
  readonly unused: UnusedVehicles;
  /** The undo journal, three numbers per change: stop, vehicle, and the previous point, or -1 for an insertion. */
  private readonly changes: Int32Array;
  private changeCount = 0;

  constructor(data: FleetData) {
    const { stops, vehicles } = data;
    this.data = data;
    this.next = new Int32Array(stops);
    this.previous = new Int32Array(stops);
    this.costOut = new Int32Array(stops);
    this.costIn = new Int32Array(stops);
    this.vehicleOf = new Int32Array(stops).fill(-1);
    this.first = data.endPoint.slice();
    this.last = data.startPoint.slice();
    this.count = new Int32Array(vehicles);
    this.load = new Float64Array(vehicles);
    this.room = data.capacity.slice();
    this.duration = new Float64Array(vehicles);
    this.absent = Int32Array.from({ length: stops }, (_, stop) => stop);
    this.absentCount = stops;
    this.unused = new UnusedVehicles(data);
    this.changes = new Int32Array(6 * stops + 6);
  }

  /** Inserts a stop behind another, or first if `behind` is the vehicle's start point. */
  insert(stop: number, vehicle: number, behind: number): void {
    this.link(stop, vehicle, behind);
    this.record(stop, vehicle, -1);
  }

  /** Removes a stop from its route and lists it as absent. */
  remove(stop: number): void {
    const vehicle = this.vehicleOf[stop] as number;
    const behind = this.previous[stop] as number;
    this.unlink(stop);
    this.record(stop, vehicle, behind);
    this.absent[this.absentCount++] = stop;
  }

  /** Lists all unassigned stops as absent. */
  listAbsent(): void {
    this.absentCount = 0;
    for (let stop = 0; stop < this.data.stops; stop++) {
      if ((this.vehicleOf[stop] as number) < 0) this.absent[this.absentCount++] = stop;
    }
  }

  /** Accepts the changes so far. */
  commit(): void {
    this.changeCount = 0;
  }

  /** Undoes the changes since `commit`, the last one first. */
  undo(): void {
    const { changes } = this;
    while (this.changeCount > 0) {
      this.changeCount -= 3;
      const stop = changes[this.changeCount] as number;
      const behind = changes[this.changeCount + 2] as number;
      if (behind < 0) this.unlink(stop);
      else this.link(stop, changes[this.changeCount + 1] as number, behind);
    }
    this.absentCount = 0;
  }

  /** Copies the routes cheaply; `RoutesCopy` turns them into lists later. */
  copyTo(copy: RoutesCopy): void {
    copy.first.set(this.first);
    copy.next.set(this.next);
    copy.count.set(this.count);
  }

  private record(stop: number, vehicle: number, behind: number): void {
    const { changes } = this;
    changes[this.changeCount] = stop;
    changes[this.changeCount + 1] = vehicle;
    changes[this.changeCount + 2] = behind;
    this.changeCount += 3;
  }

  private link(stop: number, vehicle: number, behind: number): void {
    const { stops, points, from, into } = this.data;
    const ahead = (behind < stops ? this.next[behind] : this.first[vehicle]) as number;
    const costIn = into[stop * points + behind] as number;
    const costOut = from[stop * points + ahead] as number;
    let saved = 0;
    if (this.count[vehicle] === 0) {
      this.unused.take(vehicle);
      this.used++;
    } else saved = (behind < stops ? this.costOut[behind] : this.costIn[ahead]) as number;
    this.next[stop] = ahead;
    this.previous[stop] = behind;
    this.costIn[stop] = costIn;
    this.costOut[stop] = costOut;
    if (behind < stops) {
      this.next[behind] = stop;
      this.costOut[behind] = costIn;
    } else this.first[vehicle] = stop;
    if (ahead < stops) {
      this.previous[ahead] = stop;
      this.costIn[ahead] = costOut;
    } else this.last[vehicle] = stop;
    this.vehicleOf[stop] = vehicle;
    this.updateFigures(stop, vehicle, 1, costIn + costOut - saved);
  }

  private unlink(stop: number): void {
    const { stops, points, from } = this.data;
    const vehicle = this.vehicleOf[stop] as number;
    const behind = this.previous[stop] as number;
    const ahead = this.next[stop] as number;
    const freed = (this.costIn[stop] as number) + (this.costOut[stop] as number);
    let joined = 0;
    if (this.count[vehicle] === 1) {
      this.unused.release(vehicle);
      this.used--;
    } else joined = from[behind * points + ahead] as number;
    if (behind < stops) {
      this.next[behind] = ahead;
      this.costOut[behind] = joined;
    } else this.first[vehicle] = ahead;
    if (ahead < stops) {
      this.previous[ahead] = behind;
      this.costIn[ahead] = joined;
    } else this.last[vehicle] = behind;
    this.vehicleOf[stop] = -1;
    this.updateFigures(stop, vehicle, -1, joined - freed);
  }

  private updateFigures(stop: number, vehicle: number, sign: number, travel: number): void {
    const { data, load } = this;
    const capacity = data.capacity[vehicle] as number;
    const before = load[vehicle] as number;
    const after = before + sign * (data.load[stop] as number);
    if (before > capacity || after > capacity) {
      this.overload += Math.max(0, after - capacity) - Math.max(0, before - capacity);
    }
    load[vehicle] = after;
    this.room[vehicle] = after < capacity ? capacity - after : 0;
    this.count[vehicle] = (this.count[vehicle] as number) + sign;
    this.duration[vehicle] = (this.duration[vehicle] as number) + travel + sign * (data.service[stop] as number);
    this.travel += travel;
  }
}

/** A copy of the order of stops alone, for the best routes met. */
export class RoutesCopy {
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly count: Int32Array;

  constructor({ stops, vehicles }: FleetData) {
    this.first = new Int32Array(vehicles);
    this.next = new Int32Array(stops);
    this.count = new Int32Array(vehicles);
  }

  /** The stops of each vehicle in driving order. */
  read(): number[][] {
    return Array.from(this.first, (first, vehicle) => {
      let stop = first;
      return Array.from({ length: this.count[vehicle] as number }, () => {
        const here = stop;
        stop = this.next[here] as number;
        return here;
      });
    });
  }
}
