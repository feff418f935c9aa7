import { expect, it } from 'vitest';
import { bagsOf, countedBagsText } from './pickups.ts';

it('shows the count beside what was booked', () => {
  const stops = [
    { bagCount: 8 },
    { bagCount: 8, countedBags: null },
    { bagCount: 8, countedBags: 12 },
    { bagCount: 1, countedBags: 0 },
  ];
  expect(stops.map(countedBagsText)).toEqual(['8 bags', '8 bags', '12 bags, not 8', '0 bags, not 1']);
  expect(stops.map(bagsOf)).toEqual([8, 8, 12, 0]);
});
