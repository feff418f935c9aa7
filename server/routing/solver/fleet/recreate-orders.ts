import type { Random } from '../random.ts';
import type { FleetData } from './data.ts';
import type { FleetRoutes } from './routes.ts';

/**
 * The orders in which absent stops are inserted (Christiaens and Vanden Berghe 2020): random, heaviest first, farthest from a
 * depot first, or nearest first, chosen with weights 4 : 4 : 2 : 1.
 */
export class InsertionOrders {
  private readonly random: Random;
  private readonly randomKeys: Float64Array;
  private readonly heaviest: Float64Array;
  private readonly farthest: Float64Array;
  private readonly nearest: Float64Array;

  constructor(data: FleetData, random: Random) {
    this.random = random;
    this.randomKeys = new Float64Array(data.stops);
    this.heaviest = data.load.map((load) => -load);
    this.nearest = depotCosts(data, data.stops);
    this.farthest = this.nearest.map((cost) => -cost);
  }

  /** Sorts the absent stops by a randomly chosen order. */
  sort({ absent, absentCount }: FleetRoutes): void {
    const draw = this.random.below(11);
    if (draw < 4) {
      for (let index = 0; index < absentCount; index++) this.randomKeys[absent[index] as number] = this.random.unit();
      sortBy(this.randomKeys, absent, absentCount);
    } else sortBy(draw < 8 ? this.heaviest : draw < 10 ? this.farthest : this.nearest, absent, absentCount);
  }
}

/** Insertion sort, which keeps the order of equals: there are about ten stops. */
export function sortBy(keys: Float64Array, absent: Int32Array, count: number): void {
  for (let index = 1; index < count; index++) {
    const stop = absent[index] as number;
    const key = keys[stop] as number;
    let at = index;
    for (; at > 0 && (keys[absent[at - 1] as number] as number) > key; at--) absent[at] = absent[at - 1] as number;
    absent[at] = stop;
  }
}

/** The least cost from a depot to each stop. Depots are the points from `firstDepot` on. */
export function depotCosts(
  { stops, points, into }: { stops: number; points: number; into: Int32Array },
  firstDepot: number,
): Float64Array {
  const costs = new Float64Array(stops).fill(Number.POSITIVE_INFINITY);
  for (let stop = 0; stop < stops; stop++) {
    for (let depot = firstDepot; depot < points; depot++) {
      costs[stop] = Math.min(costs[stop] as number, into[stop * points + depot] as number);
    }
  }
  return costs;
}
