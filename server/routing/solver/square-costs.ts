/**
 * Costs between the cities of a tour, both ways. Whole numbers that may be negative; kept as doubles when 32 bits do not
 * hold them. Sums of costs are JavaScript numbers everywhere, so they do not overflow.
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

  /** What the closed tour through `cities` costs. */
  ofTour(cities: ArrayLike<number>): number {
    let sum = 0;
    for (let i = 0; i < cities.length; i++) {
      sum += this.between(cities[i] as number, cities[i + 1 === cities.length ? 0 : i + 1] as number);
    }
    return sum;
  }
}
