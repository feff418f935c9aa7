import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomMatrix } from '../../../../tests/support/routing/routing-problems.ts';
import { createRandom } from '../random.ts';
import { SquareCosts } from '../square-costs.ts';
import { PinnedLinks } from './links.ts';
import { PinnedPath } from './path.ts';

/** Returns a random path of free stops among pinned ones. */
function drawPath(count: number, seed: number, kind: 'symmetric' | 'asymmetric') {
  const { size, costs } = randomMatrix(count + 1, seed, kind);
  const random = createRandom(seed);
  const slots = Array.from({ length: count }, (_, city) => (random.below(3) === 0 ? city : undefined));
  const links = new PinnedLinks(new SquareCosts(size, costs), slots);
  const path = new PinnedPath(new SquareCosts(size, costs), links);
  path.replace(Array.from(slots.keys()).filter((city) => slots[city] === undefined));
  const order = new Int32Array(path.size);
  const real = () => {
    path.copyTo(order);
    return links.lengthOf(order, size - 1);
  };
  return { path, random, order, real };
}

it.each(['symmetric', 'asymmetric'] as const)('computes the cost of every move correctly, %s costs', (kind) => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 20 }), fc.integer(), (count, seed) => {
      const { path, random, order, real } = drawPath(count, seed, kind);
      expect(path.length).toBe(real());
      for (let change = 0; change < 12 && path.size >= 3; change++) {
        const low = 1 + random.below(path.size - 1);
        const high = low + 1 + random.below(path.size - low);
        const middle = low + 1 + random.below(high - low);
        const before = path.length;
        const [reversesFirst, reversesSecond] = [random.below(2) === 0, random.below(2) === 0];
        const which = change % 3;
        const cost =
          which === 0
            ? path.reverseCost(low, high)
            : which === 1
              ? path.swapCost(low, middle, high, reversesFirst, reversesSecond)
              : path.exchangeCost(low, high);
        if (which === 0) path.reverse(low, high, cost);
        else if (which === 1) path.swap(low, middle, high, reversesFirst, reversesSecond, cost);
        else if (high - low > 1) path.exchange(low, high, cost);
        else continue;
        expect(path.length).toBe(before + cost);
        expect(path.length).toBe(real());
        expect(Array.from(order, (city) => path.spots[city])).toEqual(Array.from(order, (_, at) => at + 1));
      }
    }),
    { numRuns: 200 },
  );
});
