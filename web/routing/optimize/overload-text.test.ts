import { expect, it } from 'vitest';
import { overloadText } from './overload-text.ts';

it('says what is too much of a day', () => {
  expect([
    overloadText({ overMinutes: 35, overBags: 0 }),
    overloadText({ overMinutes: 0, overBags: 12 }),
    overloadText({ overMinutes: 80, overBags: 1 }),
  ]).toEqual(['35 min over the shift', '12 bags too many', '1 h 20 min over the shift and 1 bag too many']);
});
