import { expect, test } from 'vitest';
import { completeLines, lineOf, sumOfLines } from './charge-lines.ts';

test('lines add up with their tax', () => {
  expect(sumOfLines([{ ...lineOf('pickup', 4500), taxCents: 360 }, lineOf('credit', -1000)])).toBe(3860);
  expect(sumOfLines([])).toBe(0);
});

test('what lines do not explain is another line', () => {
  const price = lineOf('plan-month', 6000);
  expect(completeLines([price], 6000)).toEqual([price]);
  expect(completeLines([price], 5000)).toEqual([price, lineOf('other', -1000)]);
  expect(completeLines([], 4500)).toEqual([lineOf('other', 4500)]);
  expect(completeLines([], 0)).toEqual([]);
});
