import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fastestTryMs } from '../../../tests/support/fastest-try.ts';
import { bestLength, isPermutation, randomMatrix } from '../../../tests/support/routing/routing-problems.ts';
import { findExactOrder, findExactTour, maxExactSize } from './exact-order.ts';
import { PinnedLinks } from './pinned/links.ts';
import { cpuTimeMs } from './search-limit.ts';
import { SquareCosts } from './square-costs.ts';

const costsOf = (links: PinnedLinks) => (gap: number, from: number, to: number) => links.across(gap, from, to);

it('finds the same length as trying every order around pinned stops', () => {
  const pins = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(pins, fc.integer(), (pinned, seed) => {
      const { size, costs } = randomMatrix(pinned.length + 1, seed, 'asymmetric');
      const links = new PinnedLinks(
        new SquareCosts(size, costs),
        pinned.map((isPinned, city) => (isPinned ? city : undefined)),
      );
      const free = Int32Array.from(pinned.keys()).filter((city) => !pinned[city]);
      const best = Math.min(...permutations([...free]).map((order) => links.lengthOf(order, size - 1)));
      const found = findExactOrder(free, size - 1, costsOf(links));
      expect([...found].sort()).toEqual([...free].sort());
      expect(links.lengthOf(found, size - 1)).toBe(best);
    }),
  );
});

it('handles the maximum number of stops', () => {
  const { size, costs } = randomMatrix(maxExactSize + 2, 3, 'asymmetric');
  const links = new PinnedLinks(new SquareCosts(size, costs), [...new Array(maxExactSize).fill(undefined), 0]);
  const free = Int32Array.from({ length: maxExactSize }, (_, index) => index + 1);
  expect(new Set(findExactOrder(free, size - 1, costsOf(links))).size).toBe(maxExactSize);
});

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

it('finds a tour of the same length as trying every order', () => {
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
  const { costs } = randomMatrix(maxExactSize, 1, 'asymmetric');
  const findMs = () => {
    const startedMs = cpuTimeMs();
    findExactTour(new SquareCosts(maxExactSize, costs));
    return cpuTimeMs() - startedMs;
  };
  expect(await fastestTryMs(500, findMs)).toBeLessThan(500);
});
