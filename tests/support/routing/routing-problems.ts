import type { CostMatrix } from '../../../server/routing/solver/problem.ts';
import { createRandom } from '../../../server/routing/solver/random.ts';

/** Returns the rounded distances between points on a plane. */
export function euclideanMatrix(points: readonly (readonly [x: number, y: number])[]): CostMatrix {
  const costs = points.flatMap(([xa, ya]) => points.map(([xb, yb]) => Math.round(Math.hypot(xa - xb, ya - yb))));
  return { size: points.length, costs: Int32Array.from(costs) };
}

/** Returns random costs without any geometry, from few values, so that many are equal. */
export function randomMatrix(size: number, seed: number, kind: 'symmetric' | 'asymmetric'): CostMatrix {
  const random = createRandom(seed);
  const costs = new Int32Array(size * size).map(() => random.below(100));
  if (kind === 'symmetric') {
    for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) costs[a * size + b] = costs[b * size + a] ?? 0;
  }
  return { size, costs };
}

export function isPermutation(order: readonly number[], count: number): boolean {
  return order.length === count && new Set(order).size === count && order.every((index) => index >= 0 && index < count);
}

/** Returns the length of the shortest tour through a few places, found by trying every order. */
export function bestLength(
  matrix: CostMatrix,
  places: readonly number[],
  start: number | null,
  end: number | null,
): number {
  if (places.length === 0) return 0;
  const cost = (from: number | null, to: number | null) =>
    from === null || to === null ? 0 : (matrix.costs[from * matrix.size + to] ?? Number.NaN);
  const fromHere = (here: number | null, left: readonly number[]): number =>
    left.length === 0
      ? cost(here, end)
      : Math.min(...left.map((next, at) => cost(here, next) + fromHere(next, left.toSpliced(at, 1))));
  return fromHere(start, places);
}
