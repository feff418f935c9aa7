import type { SquareCosts } from '../square-costs.ts';
import type { SketchMap } from './sketch-map.ts';

const perCity = 10;
const nearest = 4;
const perQuadrant = 2;

/**
 * The neighbor list of each city, cheapest first: the nearest cities, and the nearest in each quadrant around it
 * (Johnson and McGeoch 1997). Without the quadrants a search would never leave clusters and rows of equal distances.
 */
export class NearCities {
  readonly perCity: number;
  private readonly cities: Int32Array;
  private readonly costs: Float64Array | Int32Array;

  constructor(costs: SquareCosts, map: SketchMap) {
    const { size, values } = costs;
    this.perCity = Math.min(perCity, size - 1);
    this.cities = new Int32Array(size * this.perCity);
    this.costs =
      values instanceof Int32Array ? new Int32Array(this.cities.length) : new Float64Array(this.cities.length);
    const quadrants = new Quadrants(values, size, map);
    const chosen = new Int32Array(this.perCity);
    for (let city = 0; city < size; city++) {
      quadrants.fill(city);
      quadrants.choose(chosen);
      const first = city * this.perCity;
      this.cities.set(chosen, first);
      for (let rank = 0; rank < chosen.length; rank++) {
        this.costs[first + rank] = values[city * size + (chosen[rank] as number)] as number;
      }
    }
  }

  at(city: number, rank: number): number {
    return this.cities[city * this.perCity + rank] as number;
  }

  includes(city: number, other: number): boolean {
    for (let rank = 0; rank < this.perCity; rank++) if (this.at(city, rank) === other) return true;
    return false;
  }

  costAt(city: number, rank: number): number {
    return this.costs[city * this.perCity + rank] as number;
  }
}

/** The nearest cities around one city in each quadrant: enough to fill a list from one quadrant alone. */
class Quadrants {
  private readonly values: Int32Array | Float64Array;
  private readonly size: number;
  private readonly map: SketchMap;
  private readonly cities = new Int32Array(4 * perCity);
  private readonly costs = new Float64Array(4 * perCity);
  private readonly counts = new Int32Array(4);
  /** The cost below which a city enters a quadrant's list. */
  private readonly entries = new Float64Array(4);
  /** How many cities of each quadrant are chosen, cheapest first. */
  private readonly taken = new Int32Array(4);
  private readonly written = new Int32Array(4);
  private readonly available = new Int32Array(4);

  constructor(values: Int32Array | Float64Array, size: number, map: SketchMap) {
    this.values = values;
    this.size = size;
    this.map = map;
  }

  /**
   * Fills the lists for a city. Starts with cities of similar numbers, which are nearby, so that few entries are
   * displaced later.
   */
  fill(city: number): void {
    this.counts.fill(0);
    this.entries.fill(Number.POSITIVE_INFINITY);
    this.scan(city, city + 1, this.size, 1);
    this.scan(city, city - 1, -1, -1);
  }

  /** Chooses the nearest overall, then the nearest of each quadrant, then more overall. Sorts them cheapest first. */
  choose(chosen: Int32Array): void {
    const { taken, written } = this;
    taken.fill(0);
    for (let count = 0; count < chosen.length; count++) {
      const quota = count < nearest ? -1 : this.belowQuota();
      const quadrant = quota < 0 ? this.cheapest(taken, this.counts) : quota;
      taken[quadrant] = (taken[quadrant] as number) + 1;
    }
    written.fill(0);
    for (let count = 0; count < chosen.length; count++) {
      const quadrant = this.cheapest(written, taken);
      chosen[count] = this.cities[quadrant * perCity + (written[quadrant] as number)] as number;
      written[quadrant] = (written[quadrant] as number) + 1;
    }
  }

  /**
   * Returns the quadrant with the cheapest next city, after `done` cities of each and up to `limits`; -1 if there is
   * none.
   */
  private cheapest(done: Int32Array, limits: Int32Array): number {
    let found = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let quadrant = 0; quadrant < 4; quadrant++) {
      const next = done[quadrant] as number;
      if (next >= (limits[quadrant] as number) || (this.costs[quadrant * perCity + next] as number) >= least) continue;
      least = this.costs[quadrant * perCity + next] as number;
      found = quadrant;
    }
    return found;
  }

  /**
   * Returns the quadrant below its quota from which the fewest cities are chosen, the one with the cheapest next city
   * if several; -1 if there is none.
   */
  private belowQuota(): number {
    for (let rank = 0; rank < perQuadrant; rank++) {
      for (let quadrant = 0; quadrant < 4; quadrant++) {
        this.available[quadrant] = this.taken[quadrant] === rank ? (this.counts[quadrant] as number) : 0;
      }
      const quadrant = this.cheapest(this.taken, this.available);
      if (quadrant >= 0) return quadrant;
    }
    return -1;
  }

  private scan(city: number, from: number, until: number, step: 1 | -1): void {
    const { values, entries } = this;
    const { x, y } = this.map;
    const east = x[city] as number;
    const north = y[city] as number;
    const row = city * this.size;
    for (let other = from; other !== until; other += step) {
      // The signs of the differences, computed without a branch, which the CPU would mispredict half of the time.
      const quadrant = (((x[other] as number) - east) >>> 31) | ((((y[other] as number) - north) >>> 31) << 1);
      const cost = values[row + other] as number;
      if (cost < (entries[quadrant] as number)) this.insert(quadrant, other, cost);
    }
  }

  private insert(quadrant: number, city: number, cost: number): void {
    const { cities, costs, counts } = this;
    const first = quadrant * perCity;
    const count = counts[quadrant] as number;
    let slot = first + Math.min(count, perCity - 1);
    for (; slot > first && (costs[slot - 1] as number) > cost; slot--) {
      cities[slot] = cities[slot - 1] as number;
      costs[slot] = costs[slot - 1] as number;
    }
    cities[slot] = city;
    costs[slot] = cost;
    if (count < perCity) counts[quadrant] = count + 1;
    if (counts[quadrant] === perCity) this.entries[quadrant] = costs[first + perCity - 1] as number;
  }
}
