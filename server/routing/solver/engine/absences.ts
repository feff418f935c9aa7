import type { Routes } from './routes/routes.ts';

/**
 * Counts how often each stop was left without a place (absence counters, Christiaens and Vanden Berghe 2020). A search
 * that prefers to leave out stops with low counts soon finds places for the difficult ones.
 */
export class Absences {
  private readonly routes: Routes;
  private readonly counts: Float64Array;
  /** The stops that the last accepted routes leave out. */
  private readonly current: Int32Array;
  private currentCount = 0;

  constructor(routes: Routes) {
    this.routes = routes;
    this.counts = new Float64Array(routes.data.stops);
    this.current = new Int32Array(routes.data.stops);
  }

  /** Returns the sum of the priorities of the absent stops. */
  weight(): number {
    const { absent, absentCount, data } = this.routes;
    let sum = 0;
    for (let index = 0; index < absentCount; index++) sum += data.priority[absent[index] as number] as number;
    return sum;
  }

  /** Returns true if the absent stops have been left out less often than those of the last accepted routes. */
  areRarer(): boolean {
    return this.sum(this.routes.absent, this.routes.absentCount) < this.sum(this.current, this.currentCount);
  }

  /** Adds one absence, weighted by priority, to the count of each absent stop. */
  count(): void {
    const { absent, absentCount, data } = this.routes;
    for (let index = 0; index < absentCount; index++) {
      const stop = absent[index] as number;
      this.counts[stop] = (this.counts[stop] as number) + (data.priority[stop] as number);
    }
  }

  accept(): void {
    const { absent, absentCount } = this.routes;
    for (let index = 0; index < absentCount; index++) this.current[index] = absent[index] as number;
    this.currentCount = absentCount;
  }

  /** Returns the vehicle whose stops were left out least often. */
  easiestVehicle(): number {
    const { data, count, vehicleOf } = this.routes;
    const sums = new Float64Array(data.vehicles);
    for (let stop = 0; stop < data.stops; stop++) {
      const vehicle = vehicleOf[stop] as number;
      if (vehicle >= 0) sums[vehicle] = (sums[vehicle] as number) + 1e-6 + (this.counts[stop] as number);
    }
    let best = -1;
    for (let vehicle = 0; vehicle < data.vehicles; vehicle++) {
      if (count[vehicle] === 0) continue;
      if (best < 0 || (sums[vehicle] as number) < (sums[best] as number)) best = vehicle;
    }
    return best;
  }

  private sum(stops: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += this.counts[stops[index] as number] as number;
    return sum;
  }
}
