import type { Random } from '../random.ts';
import type { SquareCosts } from '../square-costs.ts';

/**
 * A closed tour for asymmetric costs. Each change rewrites the whole array, which is fast enough for hundreds of
 * cities. Running sums of the costs in both directions give the cost of reversing a path in one step.
 */
export class DirectedTour {
  readonly size: number;
  private readonly costs: SquareCosts;
  private cities: Int32Array;
  private scratch: Int32Array;
  private readonly positions: Int32Array;
  /** The cost from the first position to each position. */
  private readonly forwards: Float64Array;
  /** The cost from each position back to the first one, along the same cities in reverse. */
  private readonly backwards: Float64Array;

  constructor(costs: SquareCosts, cities: Int32Array) {
    this.size = cities.length;
    this.costs = costs;
    this.cities = cities.slice();
    this.scratch = new Int32Array(this.size);
    this.positions = new Int32Array(this.size);
    this.forwards = new Float64Array(this.size + 1);
    this.backwards = new Float64Array(this.size + 1);
    this.sumUp();
  }

  get length(): number {
    return this.forwards[this.size] as number;
  }

  toArray(): Int32Array {
    return this.cities.slice();
  }

  replace(cities: Int32Array): void {
    this.cities.set(cities);
    this.sumUp();
  }

  copyTo(cities: Int32Array): void {
    cities.set(this.cities);
  }

  next(city: number): number {
    const position = (this.positions[city] as number) + 1;
    return this.cities[position === this.size ? 0 : position] as number;
  }

  previous(city: number): number {
    const position = this.positions[city] as number;
    return this.cities[position === 0 ? this.size - 1 : position - 1] as number;
  }

  steps(from: number, to: number): number {
    const difference = (this.positions[to] as number) - (this.positions[from] as number);
    return difference < 0 ? difference + this.size : difference;
  }

  /** Returns how much more the path from one city forward to another costs when reversed. */
  reversalCost(from: number, to: number): number {
    const first = this.positions[from] as number;
    const last = this.positions[to] as number;
    const skew = this.skewBefore(last) - this.skewBefore(first);
    return last >= first ? skew : skew + this.skewBefore(this.size);
  }

  /** Swaps two consecutive paths: `firstB` to `lastB` then comes before `firstA` to `lastA`. */
  swapPaths(firstA: number, lastA: number, firstB: number, lastB: number): void {
    const rest = this.next(lastB);
    const last = this.previous(firstA);
    let count = this.copyPath(firstB, lastB, 0);
    count = this.copyPath(firstA, lastA, count);
    if (count < this.size) this.copyPath(rest, last, count);
    this.swapBuffers();
  }

  reversePath(first: number, last: number): void {
    const rest = this.next(last);
    const before = this.previous(first);
    const count = this.copyPath(first, last, 0);
    this.scratch.subarray(0, count).reverse();
    if (count < this.size) this.copyPath(rest, before, count);
    this.swapBuffers();
  }

  /**
   * Applies the directed double bridge: puts three short consecutive paths in the opposite order, without reversing
   * any. Returns the cities at the changed links.
   */
  kick(random: Random, longest: number): number[] {
    const start = random.below(this.size);
    const cuts = [0, 0, 0].map(() => 1 + random.below(longest));
    const at = (steps: number) => this.cities[(start + steps) % this.size] as number;
    const [a = 1, b = 1, c = 1] = cuts;
    const ends = [0, 1, a, a + 1, a + b, a + b + 1, a + b + c, a + b + c + 1].map(at);
    for (let step = 0; step < this.size; step++) this.scratch[step] = at(step + 1);
    this.scratch.copyWithin(0, a + b, a + b + c);
    for (let step = 0; step < b; step++) this.scratch[c + step] = at(1 + a + step);
    for (let step = 0; step < a; step++) this.scratch[c + b + step] = at(1 + step);
    this.swapBuffers();
    return ends;
  }

  private skewBefore(position: number): number {
    return (this.backwards[position] as number) - (this.forwards[position] as number);
  }

  private copyPath(first: number, last: number, to: number): number {
    const from = this.positions[first] as number;
    const until = (this.positions[last] as number) + 1;
    if (from < until) {
      this.scratch.set(this.cities.subarray(from, until), to);
      return to + until - from;
    }
    this.scratch.set(this.cities.subarray(from), to);
    this.scratch.set(this.cities.subarray(0, until), to + this.size - from);
    return to + this.size - from + until;
  }

  private swapBuffers(): void {
    const old = this.cities;
    this.cities = this.scratch;
    this.scratch = old;
    this.sumUp();
  }

  private sumUp(): void {
    const { cities, costs, positions, forwards, backwards, size } = this;
    for (let position = 0; position < size; position++) {
      const city = cities[position] as number;
      const next = cities[position + 1 === size ? 0 : position + 1] as number;
      positions[city] = position;
      forwards[position + 1] = (forwards[position] as number) + costs.between(city, next);
      backwards[position + 1] = (backwards[position] as number) + costs.between(next, city);
    }
  }
}
