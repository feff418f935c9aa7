import type { SketchMap } from './sketch-map.ts';

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
