import type { FleetData } from './data.ts';
import { UnusedVehicles } from './unused-vehicles.ts';

/**
 * The routes under construction: chains of stops, with everything the search asks for kept up to date at every change.
 * The changes since the last `keep` can be taken back.
 */
export class FleetRoutes {
  readonly data: FleetData;
  /** The stop after each stop, or the end point of its vehicle; likewise before. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** What it costs to go on from each stop, and to come to it. */
  readonly costOut: Int32Array;
  readonly costIn: Int32Array;
  /** The vehicle of each stop, -1 while it has none. */
  readonly vehicleOf: Int32Array;
  /** The first stop of each vehicle (its end point if it has none) and the last (its start point). */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly count: Int32Array;
  readonly load: Float64Array;
  /** What each vehicle can still take without being overloaded. */
  readonly room: Float64Array;
  /** Travel and service of each vehicle. A vehicle without stops stays at home and costs nothing. */
  readonly duration: Float64Array;
  travel = 0;
  /** Load beyond capacity, summed over the vehicles. */
  overload = 0;
  used = 0;
  /** Stops without a vehicle: `absent[0 .. absentCount)`. */
  readonly absent: Int32Array;
  absentCount: number;
  readonly unused: UnusedVehicles;
  /** Every change as three numbers: stop, vehicle, and what it stood behind, or -1 if the change was an insertion. */
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

  /** Puts a stop behind another, or first when `behind` is the vehicle's start point. */
  insert(stop: number, vehicle: number, behind: number): void {
    this.link(stop, vehicle, behind);
    this.note(stop, vehicle, -1);
  }

  /** Takes a stop out of its route and lists it as absent. */
  remove(stop: number): void {
    const vehicle = this.vehicleOf[stop] as number;
    const behind = this.previous[stop] as number;
    this.unlink(stop);
    this.note(stop, vehicle, behind);
    this.absent[this.absentCount++] = stop;
  }

  /** Lists every stop without a vehicle as absent. */
  listAbsent(): void {
    this.absentCount = 0;
    for (let stop = 0; stop < this.data.stops; stop++) {
      if ((this.vehicleOf[stop] as number) < 0) this.absent[this.absentCount++] = stop;
    }
  }

  /** The changes so far stand. */
  keep(): void {
    this.changeCount = 0;
  }

  /** Takes the changes since `keep` back, the last one first. */
  takeBack(): void {
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

  /** The routes as they stand, cheaply: `RoutesCopy` reads them out later. */
  copyTo(copy: RoutesCopy): void {
    copy.first.set(this.first);
    copy.next.set(this.next);
    copy.count.set(this.count);
  }

  private note(stop: number, vehicle: number, behind: number): void {
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
    this.book(stop, vehicle, 1, costIn + costOut - saved);
  }

  private unlink(stop: number): void {
    const { stops, points, from } = this.data;
    const vehicle = this.vehicleOf[stop] as number;
    const behind = this.previous[stop] as number;
    const ahead = this.next[stop] as number;
    const freed = (this.costIn[stop] as number) + (this.costOut[stop] as number);
    let joined = 0;
    if (this.count[vehicle] === 1) {
      this.unused.putBack(vehicle);
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
    this.book(stop, vehicle, -1, joined - freed);
  }

  private book(stop: number, vehicle: number, sign: number, travel: number): void {
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

/** A copy of nothing but the order of the stops: the best routes found so far. */
export class RoutesCopy {
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly count: Int32Array;

  constructor({ stops, vehicles }: FleetData) {
    this.first = new Int32Array(vehicles);
    this.next = new Int32Array(stops);
    this.count = new Int32Array(vehicles);
  }

  /** The stops of each vehicle in the order of the drive. */
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
