import type { SquareCosts } from '../square-costs.ts';

/**
 * The links between the free stops of a route with pinned stops. Without the pinned stops, the route is a path of free
 * stops from start to end, with a gap between each two. Which pinned stops are in which gap depends only on their
 * positions. Gap 0 is before the first free stop.
 */
export class PinnedLinks {
  /** The number of free stops, one less than the number of gaps. */
  readonly free: number;
  /** The gaps with pinned stops, in order. */
  readonly gaps: Int32Array;
  /** For each gap, the index in `gaps` of the first gap with pinned stops from that gap on. */
  readonly firstFrom: Int32Array;
  /** The gap of each pinned city; -1 for free cities. */
  readonly gapOf: Int32Array;
  private readonly costs: SquareCosts;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly inner: Float64Array;

  /** `slots` is the city pinned at each position, undefined at free positions. */
  constructor(costs: SquareCosts, slots: readonly (number | undefined)[]) {
    this.costs = costs;
    this.free = slots.filter((slot) => slot === undefined).length;
    this.first = new Int32Array(this.free + 1).fill(-1);
    this.last = new Int32Array(this.free + 1).fill(-1);
    this.inner = new Float64Array(this.free + 1);
    this.gapOf = new Int32Array(costs.size).fill(-1);
    let gap = 0;
    for (const city of slots) {
      if (city === undefined) gap++;
      else this.pin(city, gap);
    }
    this.gaps = Int32Array.from(this.first.keys()).filter((at) => this.first[at] !== -1);
    this.firstFrom = Int32Array.from({ length: this.free + 2 }, (_, from) => {
      const found = this.gaps.findIndex((at) => at >= from);
      return found < 0 ? this.gaps.length : found;
    });
  }

  /** Returns the cost from one free stop to the next through the pinned stops in the gap between them. */
  across(gap: number, from: number, to: number): number {
    const first = this.first[gap] as number;
    if (first < 0) return this.costs.between(from, to);
    const last = this.last[gap] as number;
    return this.costs.between(from, first) + (this.inner[gap] as number) + this.costs.between(last, to);
  }

  /** Returns how much more `across` costs than the direct link. */
  detour(gap: number, from: number, to: number): number {
    return this.across(gap, from, to) - this.costs.between(from, to);
  }

  /** Returns the length of the route with the free stops in this order, from home to home. */
  lengthOf(order: ArrayLike<number>, home: number): number {
    let length = 0;
    let from = home;
    for (let gap = 0; gap < this.free; gap++) {
      length += this.across(gap, from, order[gap] as number);
      from = order[gap] as number;
    }
    return length + this.across(this.free, from, home);
  }

  private pin(city: number, gap: number): void {
    if (this.first[gap] === -1) this.first[gap] = city;
    else this.inner[gap] = (this.inner[gap] as number) + this.costs.between(this.last[gap] as number, city);
    this.last[gap] = city;
    this.gapOf[city] = gap;
  }
}
