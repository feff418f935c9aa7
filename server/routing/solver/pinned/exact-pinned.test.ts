import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomMatrix } from '../../../../tests/support/routing-problems.ts';
import { SquareCosts } from '../square-costs.ts';
import { findExactOrder, mostExactFree } from './exact-pinned.ts';
import { PinnedLinks } from './links.ts';

it('finds the same length as trying every order', () => {
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
      const found = findExactOrder(links, free, size - 1);
      expect([...found].sort()).toEqual([...free].sort());
      expect(links.lengthOf(found, size - 1)).toBe(best);
    }),
  );
});

it('handles the maximum number of free stops', () => {
  const { size, costs } = randomMatrix(mostExactFree + 2, 3, 'asymmetric');
  const links = new PinnedLinks(new SquareCosts(size, costs), [...new Array(mostExactFree).fill(undefined), 0]);
  const free = Int32Array.from({ length: mostExactFree }, (_, index) => index + 1);
  expect(new Set(findExactOrder(links, free, size - 1)).size).toBe(mostExactFree);
});

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
