import { expect, test } from 'vitest';
import type { DriverSchedule } from '../../../../contract/drivers.ts';
import { clockOffText, possibleDays, stopCountText } from './day-words.ts';

const minuteMs = 60_000;

test.each([
  [null, null],
  [10 * minuteMs, null],
  [-10 * minuteMs, null],
  [11 * minuteMs, '11 minutes ahead'],
  [-55 * minuteMs, '1 hour behind'],
  [90 * minuteMs, '2 hours ahead'],
  [24 * 60 * minuteMs, '1 day ahead'],
  [-3 * 24 * 60 * minuteMs, '3 days behind'],
])('a clock that is %s ms ahead: %s', (aheadMs, words) => {
  expect(clockOffText(aheadMs)).toBe(
    words === null ? null : `This phone's clock is about ${words}. Your route follows our clock.`,
  );
});

test('offers each day from the last known one to the end of the saved route, so that today is always among them', () => {
  const schedule: DriverSchedule = Object.fromEntries(
    ['2026-12-01', '2026-11-28', '2026-11-30'].map((date) => [
      date,
      { date, dayName: '', isTomorrow: false, pickups: [] },
    ]),
  );
  expect(possibleDays(schedule, '2026-11-29')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  expect(possibleDays(schedule, null)).toEqual(['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01']);
  expect(possibleDays(schedule, '2026-12-02')).toEqual([]);
});

test('counts stops', () => {
  expect([0, 1, 12].map(stopCountText)).toEqual(['0 stops', '1 stop', '12 stops']);
});
