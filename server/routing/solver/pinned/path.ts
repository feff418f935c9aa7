import type { SquareCosts } from '../square-costs.ts';
import type { PinnedLinks } from './links.ts';

/**
 * The free stops of a route with pinned stops, in a mutable order: spots 1 to `size`, with home (the city of start and
 * end) on both sides. A move shifts free stops relative to the pinned ones among them. Its cost is that of the links at
 * its ends, as in a route without pins, plus the change of the detours to the pinned stops within its range.
 */
export class PinnedPath {
  readonly size: number;
  readonly cities: Int32Array;
  readonly spots: Int32Array;
  length = 0;
  private readonly costs: SquareCosts;
  private readonly links: PinnedLinks;
  readonly isDirected: boolean;
  /** By spot: the extra cost of driving the path up to that spot in reverse, without detours to pinned stops. */
  private readonly skews: Float64Array;
  private readonly scratch: Int32Array;

  constructor(costs: SquareCosts, links: PinnedLinks) {
    this.costs = costs;
    this.links = links;
    this.size = links.free;
    this.cities = new Int32Array(this.size + 2).fill(costs.size - 1);
    this.scratch = new Int32Array(this.size + 2);
    this.spots = new Int32Array(costs.size);
    this.skews = new Float64Array(this.size + 2);
    this.isDirected = isDirected(costs);
  }

  /** Sets the order of the free stops. */
  replace(order: ArrayLike<number>): void {
    this.cities.set(order, 1);
    this.length = 0;
    for (let gap = 0; gap <= this.size; gap++) this.length += this.links.across(gap, this.at(gap), this.at(gap + 1));
    this.placeFrom(1, this.size);
  }

  /** Restores an earlier order whose length is known. */
  restore(order: Int32Array, length: number): void {
    this.cities.set(order, 1);
    this.length = length;
    this.placeFrom(1, this.size);
  }

  copyTo(order: Int32Array): void {
    order.set(this.cities.subarray(1, this.size + 1));
  }

  at(spot: number): number {
    return this.cities[spot] as number;
  }

  /** Returns true if one of the gaps after these spots has a pinned stop. */
  hasPinsBehind(first: number, last: number): boolean {
    const { firstFrom } = this.links;
    return firstFrom[first] !== firstFrom[last + 1];
  }

  /** Returns the cost of reversing the stops from spot `low` to spot `high` (2-opt). */
  reverseCost(low: number, high: number): number {
    const { costs, links } = this;
    const [before, first, last, behind] = [this.at(low - 1), this.at(low), this.at(high), this.at(high + 1)];
    let cost =
      costs.between(before, last) +
      costs.between(first, behind) -
      costs.between(before, first) -
      costs.between(last, behind);
    if (this.isDirected) cost += this.skewBetween(low, high);
    for (let next = links.firstFrom[low - 1] as number; next < links.gaps.length; next++) {
      const gap = links.gaps[next] as number;
      if (gap > high) break;
      const left = gap < low ? before : this.at(low + high - gap);
      const right = gap === high ? behind : this.at(low + high - gap - 1);
      cost += links.detour(gap, left, right) - links.detour(gap, this.at(gap), this.at(gap + 1));
    }
    return cost;
  }

  reverse(low: number, high: number, cost: number): void {
    this.cities.subarray(low, high + 1).reverse();
    this.length += cost;
    this.placeFrom(low, high);
  }

  /**
   * Returns the cost of swapping the path from spot `low` to before `middle` with the path from `middle` to `high`.
   * Either path is reversed if requested. If one of them is short, this is Or-opt.
   */
  swapCost(low: number, middle: number, high: number, reversesFirst: boolean, reversesSecond: boolean): number {
    const { costs, links } = this;
    const before = this.at(low - 1);
    const behind = this.at(high + 1);
    const firstStart = this.at(reversesFirst ? middle - 1 : low);
    const firstEnd = this.at(reversesFirst ? low : middle - 1);
    const secondStart = this.at(reversesSecond ? high : middle);
    const secondEnd = this.at(reversesSecond ? middle : high);
    let cost =
      costs.between(before, secondStart) +
      costs.between(secondEnd, firstStart) +
      costs.between(firstEnd, behind) -
      costs.between(before, this.at(low)) -
      costs.between(this.at(middle - 1), this.at(middle)) -
      costs.between(this.at(high), behind);
    if (this.isDirected && reversesFirst) cost += this.skewBetween(low, middle - 1);
    if (this.isDirected && reversesSecond) cost += this.skewBetween(middle, high);
    for (let next = links.firstFrom[low - 1] as number; next < links.gaps.length; next++) {
      const gap = links.gaps[next] as number;
      if (gap > high) break;
      const left = this.afterSwap(gap, low, middle, high, reversesFirst, reversesSecond);
      const right = this.afterSwap(gap + 1, low, middle, high, reversesFirst, reversesSecond);
      cost += links.detour(gap, left, right) - links.detour(gap, this.at(gap), this.at(gap + 1));
    }
    return cost;
  }

  swap(low: number, middle: number, high: number, reversesFirst: boolean, reversesSecond: boolean, cost: number): void {
    const { cities, scratch } = this;
    if (reversesFirst) cities.subarray(low, middle).reverse();
    if (reversesSecond) cities.subarray(middle, high + 1).reverse();
    scratch.set(cities.subarray(low, middle));
    cities.copyWithin(low, middle, high + 1);
    cities.set(scratch.subarray(0, middle - low), low + high + 1 - middle);
    this.length += cost;
    this.placeFrom(low, high);
  }

  /** Returns the cost of exchanging two stops that are not adjacent. */
  exchangeCost(low: number, high: number): number {
    const one = this.at(low);
    const other = this.at(high);
    return this.replaceCost(low, one, other) + this.replaceCost(high, other, one);
  }

  exchange(low: number, high: number, cost: number): void {
    const one = this.at(low);
    this.cities[low] = this.at(high);
    this.cities[high] = one;
    this.length += cost;
    this.placeFrom(low, high);
  }

  private replaceCost(spot: number, old: number, city: number): number {
    const { links } = this;
    const before = this.at(spot - 1);
    const behind = this.at(spot + 1);
    return (
      links.across(spot - 1, before, city) +
      links.across(spot, city, behind) -
      links.across(spot - 1, before, old) -
      links.across(spot, old, behind)
    );
  }

  /** Returns the city on a spot after the two paths are swapped. */
  private afterSwap(
    spot: number,
    low: number,
    middle: number,
    high: number,
    reversesFirst: boolean,
    reversesSecond: boolean,
  ): number {
    if (spot < low || spot > high) return this.at(spot);
    const step = spot - low;
    const intoFirst = step - (high + 1 - middle);
    if (intoFirst < 0) return this.at(reversesSecond ? high - step : middle + step);
    return this.at(reversesFirst ? middle - 1 - intoFirst : low + intoFirst);
  }

  private skewBetween(low: number, high: number): number {
    return (this.skews[high] as number) - (this.skews[low] as number);
  }

  private placeFrom(low: number, high: number): void {
    const { cities, spots } = this;
    for (let spot = low; spot <= high; spot++) spots[cities[spot] as number] = spot;
    if (!this.isDirected) return;
    const { costs, skews } = this;
    for (let spot = low; spot <= this.size; spot++) {
      const from = cities[spot - 1] as number;
      const to = cities[spot] as number;
      skews[spot] = (skews[spot - 1] as number) + costs.between(to, from) - costs.between(from, to);
    }
  }
}

/** Returns true if costs between stops are asymmetric. Home, with its separate start and end, doesn't count. */
function isDirected({ size, values }: SquareCosts): boolean {
  for (let from = 0; from < size - 1; from++) {
    for (let to = 0; to < from; to++) if (values[from * size + to] !== values[to * size + from]) return true;
  }
  return false;
}
