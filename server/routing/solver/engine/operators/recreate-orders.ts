import type { Random } from '../../random.ts';
import type { EngineData } from '../data.ts';
import type { Routes } from '../routes/routes.ts';

/**
 * The orders in which absent stops are inserted (Christiaens and Vanden Berghe 2020): random, heaviest first, farthest
 * from a depot first, or nearest first, chosen with weights 4 : 4 : 2 : 1. If there are windows, three more orders have
 * weight 2 each: tightest first, earliest first and latest first. Stops of higher priority always come first.
 */
export class InsertionOrders {
  private readonly random: Random;
  private readonly hasPriorities: boolean;
  private readonly priority: Float64Array;
  private readonly randomKeys: Float64Array;
  /** Each order, repeated as often as its weight. 0 stands for a random order. */
  private readonly lots: (Float64Array | 0)[];

  constructor(data: EngineData, random: Random) {
    this.random = random;
    this.priority = data.priority.map((priority) => -priority);
    this.hasPriorities = new Set(data.priority).size > 1;
    this.randomKeys = new Float64Array(data.stops);
    const heaviest = data.load.map((load) => -load);
    const nearest = depotCosts(data);
    const farthest = nearest.map((cost) => -cost);
    this.lots = [0, 0, 0, 0, heaviest, heaviest, heaviest, heaviest, farthest, farthest, nearest];
    const early = data.early.subarray(0, data.stops);
    const late = data.late.subarray(0, data.stops);
    if (late.some((time) => time < Number.MAX_VALUE)) {
      const tightest = late.map((time, stop) => finite(time) - finite(early[stop] as number));
      const earliest = late.map(finite);
      const latest = early.map((time) => -finite(time));
      this.lots.push(tightest, tightest, earliest, earliest, latest, latest);
    }
  }

  /** Sorts the absent stops by a randomly chosen order. */
  sort({ absent, absentCount }: Routes): void {
    let keys = this.lots[this.random.below(this.lots.length)] ?? 0;
    if (keys === 0) {
      keys = this.randomKeys;
      for (let index = 0; index < absentCount; index++) keys[absent[index] as number] = this.random.unit();
    }
    sortBy(keys, absent, absentCount);
    if (this.hasPriorities) sortBy(this.priority, absent, absentCount);
  }
}

/** Sorts by insertion, which keeps the order of equals and is fast for the usual ten stops. */
function sortBy(keys: Float64Array, absent: Int32Array, count: number): void {
  for (let index = 1; index < count; index++) {
    const stop = absent[index] as number;
    const key = keys[stop] as number;
    let at = index;
    for (; at > 0 && (keys[absent[at - 1] as number] as number) > key; at--) absent[at] = absent[at - 1] as number;
    absent[at] = stop;
  }
}

/** Returns the lowest cost from a depot to each stop. The depots follow the sites. */
function depotCosts({ stops, sites, points, into }: EngineData): Float64Array {
  const costs = new Float64Array(stops).fill(Number.POSITIVE_INFINITY);
  for (let stop = 0; stop < stops; stop++) {
    for (let depot = stops + sites; depot < points; depot++) {
      costs[stop] = Math.min(costs[stop] as number, into[stop * points + depot] as number);
    }
  }
  return costs;
}

function finite(time: number): number {
  return Math.max(-1e15, Math.min(1e15, time));
}
