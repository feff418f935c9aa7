import type { CostMatrix } from '../problem.ts';
import { SquareCosts } from '../square-costs.ts';

/** A route as a closed tour: its stops are the first cities, and one or two more stand for where it starts and ends. */
export interface RouteCities {
  readonly costs: SquareCosts;
  /** The city of the start; the tour is opened there. */
  readonly home: number;
}

/**
 * With one city more for start and end together: links from it cost as from the start, links to it as to the end, and
 * nothing where the route is open. Right for any costs, but hardly ever symmetric when start and end are not one.
 */
export function toDirectedCities(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
): RouteCities {
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
 * With two cities more, one for the start and one for the end, and a link between them that costs so much less than
 * nothing that every good tour uses it: symmetric whenever the costs between the stops are.
 */
export function toSymmetricCities(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
): RouteCities {
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

/** Whether the costs are the same both ways between all cities; block by block, which spares the memory long jumps. */
export function isSymmetric({ size, values }: SquareCosts): boolean {
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

/** The mean of both ways: what a directed search begins with. */
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
  matrix: CostMatrix,
  stops: readonly number[],
  values: Int32Array | Float64Array,
  size: number,
): void {
  const columns = Int32Array.from(stops);
  for (let city = 0; city < columns.length; city++) {
    const from = (columns[city] as number) * matrix.size;
    copyRow(matrix.costs, from, columns, values, city * size);
    // What a matrix says about staying where one is means nothing.
    values[city * size + city] = 0;
  }
}

function copyRow(
  costs: Int32Array,
  from: number,
  columns: Int32Array,
  values: Int32Array | Float64Array,
  to: number,
): void {
  for (let other = 0; other < columns.length; other++)
    values[to + other] = costs[from + (columns[other] as number)] as number;
}

function largestCost({ costs }: CostMatrix): number {
  let most = 0;
  for (let i = 0; i < costs.length; i++) if ((costs[i] as number) > most) most = costs[i] as number;
  return most;
}
