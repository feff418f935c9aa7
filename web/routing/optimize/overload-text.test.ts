import { expect, it } from 'vitest';
import { overloadText } from './overload-text.ts';

it('names what exceeds a day, and why', () => {
  const closed = 'No disposal site is open when the truck is full.';
  const loaded = 'No disposal site is open at the end of the day, so the truck stays loaded.';
  expect([
    overloadText({ overMinutes: 35, overBags: 0, bagsReason: null }),
    overloadText({ overMinutes: 0, overBags: 12, bagsReason: closed }),
    overloadText({ overMinutes: 80, overBags: 1, bagsReason: closed }),
    overloadText({ overMinutes: 0, overBags: 0, bagsReason: loaded }),
  ]).toEqual([
    '35 min over the shift',
    `12 bags too many. ${closed}`,
    `1 h 20 min over the shift and 1 bag too many. ${closed}`,
    loaded,
  ]);
});
