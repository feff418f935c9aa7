import type { CostMatrix, Trip } from '../problem.ts';
import { SquareCosts } from '../square-costs.ts';

/** A route as a closed tour: its stops are the first cities, followed by one or two for its start and end. */
export interface RouteCities {
  readonly costs: SquareCosts;
  /** The city of the start, where the tour is opened. */
  readonly home: number;
}

/**
 * Adds one city for start and end together. Links from it cost the same as from the start, and links to it the same as
 * to the end, or 0 if the route is open there. Works for all costs, but is rarely symmetric unless start and end are
 * the same.
 */
export function toDirectedCities({ matrix, start, end }: Trip, places: readonly number[]): RouteCities {
  const size = places.length + 1;
  const home = places.length;
  const values = new Int32Array(size * size);
  copyStops(matrix, places, values, size);
  places.forEach((place, city) => {
    if (start !== null) values[home * size + city] = costBetween(matrix, start, place);
    if (end !== null) values[city * size + home] = costBetween(matrix, place, end);
  });
  return { costs: new SquareCosts(size, values), home };
}

/**
 * Adds one city for the start and one for the end, with a link between them whose large negative cost makes every good
 * tour use it. The result is symmetric if the costs between the stops are.
 */
export function toSymmetricCities({ matrix, start, end }: Trip, places: readonly number[]): RouteCities {
  const size = places.length + 2;
  const home = places.length;
  const reward = 2 * largestCost(matrix) + 1;
  const values = reward < 2 ** 31 ? new Int32Array(size * size) : new Float64Array(size * size);
  copyStops(matrix, places, values, size);
  places.forEach((place, city) => {
    const fromStart = start === null ? 0 : costBetween(matrix, start, place);
    const toEnd = end === null ? 0 : costBetween(matrix, place, end);
    values[home * size + city] = fromStart;
    values[city * size + home] = fromStart;
    values[(home + 1) * size + city] = toEnd;
    values[city * size + home + 1] = toEnd;
  });
  values[home * size + home + 1] = -reward;
  values[(home + 1) * size + home] = -reward;
  return { costs: new SquareCosts(size, values), home };
}

/** Returns true if the costs are symmetric. Compares block by block, which is cache-friendly. */
export function isSymmetric({ size, values }: Pick<SquareCosts, 'size' | 'values'>): boolean {
  for (let top = 0; top < size; top += block) {
    for (let left = 0; left <= top; left += block) {
      if (!isBlockSymmetric(values, size, top, left)) return false;
    }
  }
  return true;
}

const block = 32;

function isBlockSymmetric(values: Int32Array | Float64Array, size: number, top: number, left: number): boolean {
  const bottom = Math.min(size, top + block);
  const right = Math.min(size, left + block);
  for (let a = top; a < bottom; a++) {
    for (let b = left; b < right; b++) if (values[a * size + b] !== values[b * size + a]) return false;
  }
  return true;
}

/** Returns the mean costs of both directions, for the first tour of a directed search. */
export function withoutDirections({ size, values }: SquareCosts): SquareCosts {
  const means = Float64Array.from(values);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      means[a * size + b] = Math.floor(((values[a * size + b] as number) + (values[b * size + a] as number)) / 2);
    }
  }
  return new SquareCosts(size, values instanceof Int32Array ? Int32Array.from(means) : means);
}

function costBetween(matrix: CostMatrix, from: number, to: number): number {
  return matrix.costs[from * matrix.size + to] as number;
}

function copyStops(
  { size, costs }: CostMatrix,
  stops: readonly number[],
  values: SquareCosts['values'],
  width: number,
) {
  const columns = Int32Array.from(stops);
  for (let city = 0; city < columns.length; city++) {
    const from = (columns[city] as number) * size;
    const to = city * width;
    for (let other = 0; other < columns.length; other++) {
      values[to + other] = costs[from + (columns[other] as number)] as number;
    }
    // The diagonal of the matrix has no meaning.
    values[to + city] = 0;
  }
}

function largestCost({ costs }: CostMatrix): number {
  let largest = 0;
  for (let i = 0; i < costs.length; i++) if ((costs[i] as number) > largest) largest = costs[i] as number;
  return largest;
}
