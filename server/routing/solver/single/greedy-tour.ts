import type { SquareCosts } from '../square-costs.ts';
import type { NearCities } from './near-cities.ts';

/**
 * Builds a tour from greedy edges (Bentley 1992): adds the cheapest links between near cities unless a city would get a
 * third link or a cycle would close early. Then it joins the fragments, each to the nearest end of another. The tour is
 * about 15% longer than the optimum.
 */
export function buildGreedyTour(costs: SquareCosts, near: NearCities): Int32Array {
  const fragments = new Fragments(costs.size);
  const links = nearLinks(costs.size, near);
  for (const index of cheapestFirst(links.costs)) {
    const a = links.ends[2 * index] as number;
    const b = links.ends[2 * index + 1] as number;
    if (fragments.canLink(a, b)) fragments.link(a, b);
  }
  return joinFragments(costs, fragments);
}

function nearLinks(size: number, near: NearCities): { ends: number[]; costs: number[] } {
  const ends: number[] = [];
  const costs: number[] = [];
  for (let city = 0; city < size; city++) {
    for (let rank = 0; rank < near.perCity; rank++) {
      const other = near.at(city, rank);
      if (other < city && near.includes(other, city)) continue;
      ends.push(city, other);
      costs.push(near.costAt(city, rank));
    }
  }
  return { ends, costs };
}

/**
 * Returns the indices sorted by cost. Cost and index share one number, which sorts ten times faster than with a
 * callback.
 */
function cheapestFirst(costs: readonly number[]): Float64Array {
  const keys = Float64Array.from(costs, (cost, index) => cost * costs.length + index).sort();
  // Not `%`, because the remainder of a negative number is negative.
  return keys.map((key) => key - Math.floor(key / costs.length) * costs.length);
}

/** Path fragments: at most two links per city, and a union-find of connected cities. */
class Fragments {
  readonly size: number;
  private readonly links: Int32Array;
  private readonly parents: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.links = new Int32Array(2 * size).fill(-1);
    this.parents = Int32Array.from({ length: size }, (_, city) => city);
  }

  canLink(a: number, b: number): boolean {
    return this.isEnd(a) && this.isEnd(b) && this.root(a) !== this.root(b);
  }

  link(a: number, b: number): void {
    this.links[this.links[2 * a] === -1 ? 2 * a : 2 * a + 1] = b;
    this.links[this.links[2 * b] === -1 ? 2 * b : 2 * b + 1] = a;
    this.parents[this.root(a)] = this.root(b);
  }

  isEnd(city: number): boolean {
    return this.links[2 * city + 1] === -1;
  }

  /** Returns the city after `city` when coming from `before`; -1 at the end of the fragment. */
  nextOf(city: number, before: number): number {
    const first = this.links[2 * city] as number;
    return first === before ? (this.links[2 * city + 1] as number) : first;
  }

  private root(city: number): number {
    let at = city;
    while (this.parents[at] !== at) {
      this.parents[at] = this.parents[this.parents[at] as number] as number;
      at = this.parents[at] as number;
    }
    return at;
  }
}

function joinFragments(costs: SquareCosts, fragments: Fragments): Int32Array {
  const tour = new Int32Array(fragments.size);
  const ends = Array.from({ length: fragments.size }, (_, city) => city).filter((city) => fragments.isEnd(city));
  const isVisited = new Uint8Array(fragments.size);
  let count = 0;
  for (let from = ends[0] ?? 0; from !== -1; from = takeNearest(costs, tour[count - 1] as number, ends, isVisited)) {
    for (let before = -1, city = from; city !== -1; ) {
      tour[count++] = city;
      isVisited[city] = 1;
      const after = fragments.nextOf(city, before);
      before = city;
      city = after;
    }
  }
  return tour;
}

/** Returns the nearest fragment end not yet visited, or -1 if there is none. Removes visited ends from the list. */
function takeNearest(costs: SquareCosts, city: number, ends: number[], isVisited: Uint8Array): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = ends.length - 1; i >= 0; i--) {
    const end = ends[i] as number;
    if (isVisited[end]) {
      ends[i] = ends[ends.length - 1] as number;
      ends.pop();
    } else if (costs.between(city, end) < least) {
      least = costs.between(city, end);
      nearest = end;
    }
  }
  return nearest;
}
