import { expect, test } from 'vitest';
import { isHalfTyped } from './use-date-text.ts';

test('a partly typed year is not a past date yet', () => {
  expect(['0002-11-22', '0202-11-22', '2025-11-22'].map(isHalfTyped)).toEqual([true, true, false]);
});
