import { expect, test } from 'vitest';
import { isHalfTyped } from './half-typed.ts';

test('a year that is being typed is no past date yet', () => {
  expect(['0002-11-22', '0202-11-22', '2025-11-22'].map(isHalfTyped)).toEqual([true, true, false]);
});
