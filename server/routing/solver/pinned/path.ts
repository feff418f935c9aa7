import type { SquareCosts } from '../square-costs.ts';
import type { PinnedLinks } from './links.ts';

/**
 * The free stops of a route that pins some, in an order that can be changed: spots 1 to `size`, with home, the city of start
 * and end, on both sides. A change moves the stops between two spots against the pinned ones among them. So it is priced
 * as for a route without pins, by the links at its ends, and by what the detours to the pinned stops in its reach become.
 */
export class PinnedPath {
  readonly size: number;
  readonly cities: Int32Array;
  readonly spots: Int32Array;
  length = 0;
  private readonly costs: SquareCosts;
  private readonly links: PinnedLinks;
  readonly hasDirections: boolean;
  /** What the way up to each spot costs more backwards than forwards, pinned stops left out. */
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
    this.hasDirections = hasDirections(costs);
  }

  /** Puts the free stops in this order. */
  replace(order: ArrayLike<number>): void {
    this.cities.set(order, 1);
    this.length = 0;
    for (let gap = 0; gap <= this.size; gap++) this.length += this.links.across(gap, this.at(gap), this.at(gap + 1));
    this.placeFrom(1, this.size);
  }

  /** As it was before, when its length is known. */
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

  /** Whether a pinned stop stands in one of the gaps behind these spots. */
  hasPinsBehind(first: number, last: number): boolean {
    const { firstFrom } = this.links;
    return firstFrom[first] !== firstFrom[last + 1];
  }

  /** What it costs to drive the stops from spot `low` to spot `high` the other way round (2-opt). */
  turnCost(low: number, high: number): number {
    const { costs, links } = this;
    const [before, first, last, behind] = [this.at(low - 1), this.at(low), this.at(high), this.at(high + 1)];
    let cost =
      costs.between(before, last) +
      costs.between(first, behind) -
      costs.between(before, first) -
      costs.between(last, behind);
    if (this.hasDirections) cost += this.skewBetween(low, high);
    for (let next = links.firstFrom[low - 1] as number; next < links.gaps.length; next++) {
      const gap = links.gaps[next] as number;
      if (gap > high) break;
      const left = gap < low ? before : this.at(low + high - gap);
      const right = gap === high ? behind : this.at(low + high - gap - 1);
      cost += links.detour(gap, left, right) - links.detour(gap, this.at(gap), this.at(gap + 1));
    }
    return cost;
  }

  turn(low: number, high: number, cost: number): void {
    this.cities.subarray(low, high + 1).reverse();
    this.length += cost;
    this.placeFrom(low, high);
  }

  /**
   * What it costs when the stops from spot `low` on and those from spot `middle` to `high` change places; the first of them
   * driven the other way round, or the second, if that is wanted (Or-opt where one of them has few stops).
   */
  swapCost(low: number, middle: number, high: number, turnsFirst: boolean, turnsSecond: boolean): number {
    const { costs, links } = this;
    const before = this.at(low - 1);
    const behind = this.at(high + 1);
    const firstStart = this.at(turnsFirst ? middle - 1 : low);
    const firstEnd = this.at(turnsFirst ? low : middle - 1);
    const secondStart = this.at(turnsSecond ? high : middle);
    const secondEnd = this.at(turnsSecond ? middle : high);
    let cost =
      costs.between(before, secondStart) +
      costs.between(secondEnd, firstStart) +
      costs.between(firstEnd, behind) -
      costs.between(before, this.at(low)) -
      costs.between(this.at(middle - 1), this.at(middle)) -
      costs.between(this.at(high), behind);
    if (this.hasDirections && turnsFirst) cost += this.skewBetween(low, middle - 1);
    if (this.hasDirections && turnsSecond) cost += this.skewBetween(middle, high);
    for (let next = links.firstFrom[low - 1] as number; next < links.gaps.length; next++) {
      const gap = links.gaps[next] as number;
      if (gap > high) break;
      const left = this.afterSwap(gap, low, middle, high, turnsFirst, turnsSecond);
      const right = this.afterSwap(gap + 1, low, middle, high, turnsFirst, turnsSecond);
      cost += links.detour(gap, left, right) - links.detour(gap, this.at(gap), this.at(gap + 1));
    }
    return cost;
  }

  swap(low: number, middle: number, high: number, turnsFirst: boolean, turnsSecond: boolean, cost: number): void {
    const { cities, scratch } = this;
    if (turnsFirst) cities.subarray(low, middle).reverse();
    if (turnsSecond) cities.subarray(middle, high + 1).reverse();
    scratch.set(cities.subarray(low, middle));
    cities.copyWithin(low, middle, high + 1);
    cities.set(scratch.subarray(0, middle - low), low + high + 1 - middle);
    this.length += cost;
    this.placeFrom(low, high);
  }

  /** What it costs when two stops that are not neighbours change places; the others stay where they are. */
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

  /** Who stands on a spot after the two paths have changed places. */
  private afterSwap(
    spot: number,
    low: number,
    middle: number,
    high: number,
    turnsFirst: boolean,
    turnsSecond: boolean,
  ): number {
    if (spot < low || spot > high) return this.at(spot);
    const step = spot - low;
    const intoFirst = step - (high + 1 - middle);
    if (intoFirst < 0) return this.at(turnsSecond ? high - step : middle + step);
    return this.at(turnsFirst ? middle - 1 - intoFirst : low + intoFirst);
  }

  private skewBetween(low: number, high: number): number {
    return (this.skews[high] as number) - (this.skews[low] as number);
  }

  private placeFrom(low: number, high: number): void {
    const { cities, spots } = this;
    for (let spot = low; spot <= high; spot++) spots[cities[spot] as number] = spot;
    if (!this.hasDirections) return;
    const { costs, skews } = this;
    for (let spot = low; spot <= this.size; spot++) {
      const from = cities[spot - 1] as number;
      const to = cities[spot] as number;
      skews[spot] = (skews[spot - 1] as number) + costs.between(to, from) - costs.between(from, to);
    }
  }
}

/** Whether the way between two stops may cost more than the way back; home, with a start and an end, does not count. */
function hasDirections({ size, values }: SquareCosts): boolean {
  for (let from = 0; from < size - 1; from++) {
    for (let to = 0; to < from; to++) if (values[from * size + to] !== values[to * size + from]) return true;
  }
  return false;
}
