import { expect, it } from 'vitest';
import { fastestTryMs } from '../../../../tests/support/fastest-try.ts';
import { bestLength, isPermutation, randomMatrix } from '../../../../tests/support/routing-problems.ts';
import { cpuTimeMs } from '../search-limit.ts';
import { SquareCosts } from '../square-costs.ts';
import { findExactTour, maxExactCities } from './exact-tour.ts';

it('finds the same length as trying every order', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const size = 2 + (seed % 6);
    const matrix = randomMatrix(size, seed, 'asymmetric');
    const costs = new SquareCosts(size, matrix.costs);
    const tour = findExactTour(costs);
    expect(isPermutation([...tour], size)).toBe(true);
    const others = Array.from({ length: size - 1 }, (_, city) => city + 1);
    expect(costs.ofTour(tour)).toBe(bestLength(matrix, others, 0, 0));
  }
});

it('is fast for the largest problem it is used for', async () => {
  const { costs } = randomMatrix(maxExactCities, 1, 'asymmetric');
  const findMs = () => {
    const startedMs = cpuTimeMs();
    findExactTour(new SquareCosts(maxExactCities, costs));
    return cpuTimeMs() - startedMs;
  };
  expect(await fastestTryMs(500, findMs)).toBeLessThan(500);
});
