import { expect, it } from 'vitest';
import { isPermutation, randomMatrix } from '../../../../tests/support/routing/routing-problems.ts';
import { SquareCosts } from '../square-costs.ts';
import { WorkQueue } from '../work-queue.ts';
import { ArrayTour } from './array-tour.ts';
import { LinKernighan } from './lin-kernighan.ts';
import { NearCities } from './near-cities.ts';
import { drawMap } from './sketch-map.ts';

it('returns the actual gain, and leaves the tour unchanged without one', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const size = 8 + (seed % 30);
    const costs = new SquareCosts(size, randomMatrix(size, seed, 'symmetric').costs);
    const near = new NearCities(
      costs,
      drawMap(size, (a, b) => costs.between(a, b)),
    );
    const tour = new ArrayTour(Int32Array.from({ length: size }, (_, city) => city));
    const queue = new WorkQueue(size);
    const search = new LinKernighan(costs, near, tour, queue);
    for (const city of tour.cities) queue.push(city);
    while (!queue.isEmpty) {
      const city = queue.pop();
      const before = tour.cities.slice();
      const gain = search.improve(city);
      expect(gain).toBeGreaterThanOrEqual(0);
      expect(costs.ofTour(before) - costs.ofTour(tour.cities)).toBe(gain);
      if (gain > 0) queue.push(city);
    }
    expect(isPermutation([...tour.cities], size)).toBe(true);
  }
});
