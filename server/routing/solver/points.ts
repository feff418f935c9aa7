import type { CostMatrix } from './problem.ts';
import { isSymmetric } from './single/route-cities.ts';

/** The places of a problem as "points", and the costs between them in flat arrays. */

/** Numbers the distinct places where vehicles start and end, from `firstPoint` on. */
export function numberDepots(
  vehicles: readonly { readonly start: number | null; readonly end: number | null }[],
  firstPoint: number,
) {
  const points = new Map<number | null, number>();
  for (const { start, end } of vehicles) {
    for (const place of [start, end]) if (!points.has(place)) points.set(place, firstPoint + points.size);
  }
  return { places: [...points.keys()], pointOf: (place: number | null) => points.get(place) ?? firstPoint };
}

/**
 * Returns the costs between points: `from[a * points + b]` from a to b, and `into[a * points + b]` from b to a. Travel
 * to and from a null place costs nothing.
 */
export function costsBetween(
  matrix: CostMatrix,
  places: readonly (number | null)[],
): { from: Int32Array; into: Int32Array } {
  const points = places.length;
  const from = new Int32Array(points * points);
  for (let a = 0; a < points; a++) {
    const origin = places[a] ?? null;
    if (origin === null) continue;
    for (let b = 0; b < points; b++) {
      const target = places[b] ?? null;
      if (target !== null) from[a * points + b] = matrix.costs[origin * matrix.size + target] as number;
    }
  }
  return { from, into: isSymmetric({ size: points, values: from }) ? from : transposed(from, points) };
}

function transposed(costs: Int32Array, points: number): Int32Array {
  const result = new Int32Array(costs.length);
  for (let a = 0; a < points; a++) {
    for (let b = 0; b < points; b++) result[b * points + a] = costs[a * points + b] as number;
  }
  return result;
}
