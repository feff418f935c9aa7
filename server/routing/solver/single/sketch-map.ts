/** Where the cities lie on a plane, roughly: enough to tell directions apart. */
export interface SketchMap {
  readonly x: Int32Array;
  readonly y: Int32Array;
}

/** Coordinates are stretched to whole numbers up to this, so that differences fit 32 bits. */
const edge = 1 << 29;

/**
 * A map drawn from costs alone (FastMap, Faloutsos and Lin 1995): two cities far apart give the first axis, two that are
 * far apart beside it the second. Exact for straight lines on a plane, fair for roads, harmless for anything else.
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
  const whole = size > 0 ? squared(one, other) : 0;
  if (whole === 0) return axis;
  // The law of cosines says how far along the axis a city lies.
  return axis.map((_, city) => (squared(one, city) + whole - squared(other, city)) / (2 * Math.sqrt(whole)));
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
 * The cities along Hilbert's curve (1891). Numbered so, cities that are near each other have near numbers, and a search
 * finds their costs close together in memory.
 */
export function orderAlongCurve({ x, y }: SketchMap): number[] {
  const column = toGrid(x);
  const row = toGrid(y);
  const keys = Float64Array.from(x, (_, city) => distanceOnCurve(column(city), row(city)));
  return Array.from(keys.keys()).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
}

function toGrid(axis: ArrayLike<number>): (city: number) => number {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let city = 0; city < axis.length; city++) {
    least = Math.min(least, axis[city] as number);
    most = Math.max(most, axis[city] as number);
  }
  const scale = most > least ? ((1 << levels) - 1) / (most - least) : 0;
  return (city) => Math.floor(((axis[city] as number) - least) * scale);
}

/** Quadrant by quadrant, from the coarsest to the finest, turning the grid as the curve turns. */
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
