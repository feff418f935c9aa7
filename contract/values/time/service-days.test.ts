import { expect, it } from 'vitest';
import { planOf } from '../prices.ts';
import { daysText, firstServiceDays, serviceDaysOf } from './service-days.ts';

it('are the days that the package fixes, else the preferred one', () => {
  expect(serviceDaysOf(planOf('premium'), 'sunday')).toEqual(['monday', 'thursday']);
  expect(serviceDaysOf(planOf('basic'), 'sunday')).toEqual(['sunday']);
});

it('are named as people write them', () => {
  expect(daysText(['monday', 'thursday'])).toBe('Monday and Thursday');
  expect(daysText(['sunday'])).toBe('Sunday');
});

it('begin tomorrow, and a week from today at the latest', () => {
  // 2026-11-23 is a Monday.
  expect(firstServiceDays(['monday', 'tuesday', 'sunday'], '2026-11-23')).toEqual([
    ...['2026-11-24', '2026-11-29', '2026-11-30'],
  ]);
});
