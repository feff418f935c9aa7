import { expect, test } from 'vitest';
import { isFreshPress, isNear, isStillFresh, waitMinutes } from './next-rules.ts';

const now = new Date('2026-11-21T15:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test.each([
  [3, null, true],
  [4, null, false],
  [3, 90, true],
  [4, 20, true],
  [4, 21, false],
  [4, 1, true],
  [9, -5, false],
  [3, -5, true],
])('%i stops before it and %s minutes: near is %s', (stopsAhead, minutes, expected) => {
  const estimatedArrival = minutes === null ? null : inMinutes(minutes);
  expect(isNear({ stopsAhead, estimatedArrival }, now)).toBe(expected);
});

test('a press counts for ten minutes, and two more while its job waits', () => {
  expect(isFreshPress(inMinutes(-9.9), now)).toBe(true);
  expect(isFreshPress(inMinutes(-10), now)).toBe(false);
  expect(isStillFresh(inMinutes(-11.9), now)).toBe(true);
  expect(isStillFresh(inMinutes(-12), now)).toBe(false);
});

test('the wait is rounded to steps of five minutes', () => {
  expect([1, 7, 8, 18, 42].map((minutes) => waitMinutes(inMinutes(minutes), now))).toEqual([5, 5, 10, 20, 40]);
  expect(waitMinutes(null, now)).toBeNull();
  expect(waitMinutes(inMinutes(-1), now)).toBeNull();
});
