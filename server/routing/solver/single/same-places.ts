import type { CostMatrix } from '../problem.ts';

/** The most comparisons per place. Without a limit, the total work would be cubic. */
const maxCompared = 8;

/**
 * Returns for each of the distinct `places` the first one that is equivalent: cost 0 between the two in both
 * directions, and equal costs to and from every other place. Merging them keeps copies of one point from filling the
 * neighbor lists.
 */
export function findSamePlaces(matrix: CostMatrix, places: readonly number[], ends: readonly number[]): number[] {
  const columns = Int32Array.from([...places, ...ends]);
  const isFirst = new Uint8Array(places.length);
  return places.map((place, index) => {
    const same = findSame(matrix, columns, isFirst, index);
    if (same >= 0) return places[same] as number;
    isFirst[index] = 1;
    return place;
  });
}

/** Returns the index of the earlier place equivalent to this one; -1 if there is none. */
function findSame({ size, costs }: CostMatrix, columns: Int32Array, isFirst: Uint8Array, index: number): number {
  const place = columns[index] as number;
  const row = place * size;
  let compared = 0;
  for (let other = 0; other < index && compared < maxCompared; other++) {
    const otherPlace = columns[other] as number;
    if (costs[row + otherPlace] !== 0 || isFirst[other] === 0 || costs[otherPlace * size + place] !== 0) continue;
    if (haveSameCosts(costs, size, columns, place, otherPlace)) return other;
    compared++;
  }
  return -1;
}

function haveSameCosts(costs: Int32Array, size: number, columns: Int32Array, one: number, other: number): boolean {
  for (let i = 0; i < columns.length; i++) {
    const place = columns[i] as number;
    // The diagonal of the matrix has no meaning.
    if (place === one || place === other) continue;
    if (costs[one * size + place] !== costs[other * size + place]) return false;
    if (costs[place * size + one] !== costs[place * size + other]) return false;
  }
  return true;
}
