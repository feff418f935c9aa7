import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('groups by key, in the order of the first items', () => {
  const groups = groupBy(['south', 'north', 'south side'], (name) => name[0]);
  expect([...groups]).toEqual([
    ['s', ['south', 'south side']],
    ['n', ['north']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
