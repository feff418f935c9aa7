/**
 * Costs between the cities of a tour, possibly asymmetric. They are integers, may be negative, and are stored as
 * doubles if they exceed 32 bits. Sums are JavaScript numbers, so they don't overflow.
 */
export class SquareCosts {
  readonly size: number;
  readonly values: Int32Array | Float64Array;

  constructor(size: number, values: Int32Array | Float64Array) {
    this.size = size;
    this.values = values;
  }

  between(from: number, to: number): number {
    return this.values[from * this.size + to] as number;
  }

  /** Returns the cost of the closed tour through `cities`. */
  ofTour(cities: ArrayLike<number>): number {
    let sum = 0;
    for (let i = 0; i < cities.length; i++) {
      sum += this.between(cities[i] as number, cities[i + 1 === cities.length ? 0 : i + 1] as number);
    }
    return sum;
  }
}
