import type { SquareCosts } from '../square-costs.ts';

/**
 * What lies between two free stops of a route that pins some. With the pinned stops taken out the route is a path of free
 * stops from the start to the end, with a gap between each two; and which gap has pinned stops, and which, depends on their
 * positions alone, whatever free stops stand around it. Gap 0 lies before the first free stop.
 */
export class PinnedLinks {
  /** How many free stops there are; one gap more. */
  readonly free: number;
  /** The gaps with pinned stops, in order, and for each gap which of them is the first from there on. */
  readonly gaps: Int32Array;
  readonly firstFrom: Int32Array;
  /** For each city the gap it stands in; -1 for free ones. */
  readonly gapOf: Int32Array;
  private readonly costs: SquareCosts;
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  private readonly inner: Float64Array;

  /** `slots`: the city that is pinned at each position, undefined where any may stand. */
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

  /** The way from one free stop to the next through whatever is pinned in the gap between them. */
  across(gap: number, from: number, to: number): number {
    const first = this.first[gap] as number;
    if (first < 0) return this.costs.between(from, to);
    const last = this.last[gap] as number;
    return this.costs.between(from, first) + (this.inner[gap] as number) + this.costs.between(last, to);
  }

  /** How much longer that is than the straight way. */
  detour(gap: number, from: number, to: number): number {
    return this.across(gap, from, to) - this.costs.between(from, to);
  }

  /** How long the route with the free stops in this order is, from home to home. */
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
