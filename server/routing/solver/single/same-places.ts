import type { CostMatrix } from '../problem.ts';

/** So many places at no cost are compared with one, at most: what is left then is not worth a cube of the number of places. */
const mostCompared = 8;

/**
 * For each of the different `places` the first of them that it is the same as: no cost between the two, both ways, and the
 * same costs to and from every place. Copies of one point are one city to a search, or its near lists hold nothing else.
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

/** The index of the earlier place that this one is the same as; -1 when there is none. */
function findSame({ size, costs }: CostMatrix, columns: Int32Array, isFirst: Uint8Array, index: number): number {
  const place = columns[index] as number;
  const row = place * size;
  let compared = 0;
  for (let other = 0; other < index && compared < mostCompared; other++) {
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
    // What a matrix says about staying where one is means nothing.
    if (place === one || place === other) continue;
    if (costs[one * size + place] !== costs[other * size + place]) return false;
    if (costs[place * size + one] !== costs[place * size + other]) return false;
  }
  return true;
}
