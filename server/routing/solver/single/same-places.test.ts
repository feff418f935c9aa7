import { expect, it } from 'vitest';
import { euclideanMatrix } from '../../../../tests/support/routing/routing-problems.ts';
import { findSamePlaces } from './same-places.ts';

it('finds copies of one point by their costs', () => {
  const points = [
    [0, 0],
    [5, 5],
    [0, 0],
    [9, 1],
    [5, 5],
    [0, 0],
  ] as const;
  const { size, costs } = euclideanMatrix(points);
  expect(findSamePlaces({ size, costs }, [1, 2, 3, 4, 5], [0])).toEqual([1, 2, 3, 1, 2]);
});

it('keeps places apart if any cost to or from another place differs', () => {
  const same = () =>
    euclideanMatrix([
      [0, 0],
      [3, 0],
      [3, 0],
      [7, 0],
    ]);
  const change = (from: number, to: number) => {
    const matrix = same();
    matrix.costs[from * matrix.size + to] = 1;
    return findSamePlaces(matrix, [1, 2, 3], [0]);
  };
  expect(findSamePlaces(same(), [1, 2, 3], [0])).toEqual([1, 1, 3]);
  for (const [from, to] of [
    [1, 2],
    [2, 1],
    [1, 3],
    [3, 1],
    [2, 0],
    [0, 2],
  ] as const) {
    expect(change(from, to)).toEqual([1, 2, 3]);
  }
  // The diagonal of the matrix has no meaning.
  expect(change(1, 1)).toEqual([1, 1, 3]);
});
