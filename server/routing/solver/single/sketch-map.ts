/** Approximate coordinates of the cities on a plane: enough to distinguish directions. */
export interface SketchMap {
  readonly x: Int32Array;
  readonly y: Int32Array;
}

/** Coordinates are scaled to integers up to this, so that differences fit in 32 bits. */
const edge = 1 << 29;

/**
 * Computes coordinates from costs alone (FastMap, Faloutsos and Lin 1995): two distant cities define the first axis,
 * two that are distant in the remaining direction the second. Exact for straight lines on a plane, good for roads, and
 * harmless otherwise, since the map only guides the search.
 */
export function drawMap(size: number, between: (from: number, to: number) => number): SketchMap {
  const squared = (a: number, b: number) => between(a, b) ** 2;
  const x = drawAxis(size, squared);
  const y = drawAxis(size, (a, b) => Math.max(0, squared(a, b) - ((x[a] as number) - (x[b] as number)) ** 2));
  const scale = edge / Math.max(1, largest(x), largest(y));
  return { x: Int32Array.from(x, (value) => value * scale), y: Int32Array.from(y, (value) => value * scale) };
}

function drawAxis(size: number, squared: (a: number, b: number) => number): Float64Array {
  const one = farthest(size, (city) => squared(0, city));
  const other = farthest(size, (city) => squared(one, city));
  const axis = new Float64Array(size);
  const squaredLength = size > 0 ? squared(one, other) : 0;
  if (squaredLength === 0) return axis;
  // By the law of cosines.
  return axis.map(
    (_, city) => (squared(one, city) + squaredLength - squared(other, city)) / (2 * Math.sqrt(squaredLength)),
  );
}

function farthest(size: number, squared: (city: number) => number): number {
  let most = -1;
  let found = 0;
  for (let city = 0; city < size; city++) {
    const value = squared(city);
    if (value > most) {
      most = value;
      found = city;
    }
  }
  return found;
}

function largest(axis: Float64Array): number {
  return axis.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

const levels = 10;

/**
 * Returns the cities in order along a Hilbert curve (Hilbert 1891). Numbered this way, nearby cities have their costs
 * close together in memory.
 */
export function orderAlongCurve({ x, y }: SketchMap): number[] {
  const column = toGrid(x);
  const row = toGrid(y);
  const keys = Float64Array.from(x, (_, city) => distanceOnCurve(column(city), row(city)));
  return Array.from(keys.keys()).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

function toGrid(axis: ArrayLike<number>): (city: number) => number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let city = 0; city < axis.length; city++) {
    min = Math.min(min, axis[city] as number);
    max = Math.max(max, axis[city] as number);
  }
  const scale = max > min ? ((1 << levels) - 1) / (max - min) : 0;
  return (city) => Math.floor(((axis[city] as number) - min) * scale);
}

/**
 * Returns a grid cell's distance along the curve. Descends from the coarsest quadrants to the finest, rotating the grid
 * as the curve does.
 */
function distanceOnCurve(column: number, row: number): number {
  let x = column;
  let y = row;
  let distance = 0;
  for (let side = 1 << (levels - 1); side > 0; side >>= 1) {
    const right = x & side ? 1 : 0;
    const top = y & side ? 1 : 0;
    distance += side * side * ((3 * right) ^ top);
    if (top) continue;
    const turned = right ? side - 1 - (y & (side - 1)) : y & (side - 1);
    y = right ? side - 1 - (x & (side - 1)) : x & (side - 1);
    x = turned;
  }
  return distance;
}
