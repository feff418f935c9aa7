import { expect, test } from 'vitest';
import { bagsText } from '../../contract/pickups.ts';
import { dayText, instantDayText, serviceTypeText } from './pickup-words.ts';

test('names near days and dates the others, with the year where it differs', () => {
  expect(dayText('2026-11-21', '2026-11-21')).toBe('Today');
  expect(dayText('2026-12-01', '2026-11-30')).toBe('Tomorrow');
  expect(dayText('2026-11-26', '2026-11-21')).toBe('Thu, Nov 26');
  expect(dayText('2026-11-22', '2026-11-21', 'long')).toBe('Tomorrow, November 22');
  expect(dayText('2026-11-26', '2026-11-21', 'long')).toBe('Thursday, November 26');
  expect(dayText('2025-12-31', '2026-01-02')).toBe('Wed, Dec 31, 2025');
});

test('takes the day from New York, whatever the hour is in UTC', () => {
  const now = new Date('2026-11-21T17:00:00Z');
  expect(instantDayText('2026-11-22T04:30:00.000Z', now, 'No date')).toBe('Today');
  expect(instantDayText('2026-11-22T14:00:00.000Z', now, 'No date')).toBe('Tomorrow');
  expect(instantDayText(null, now, 'No date')).toBe('No date');
});

test('shows a missing type as one-time', () => {
  expect(serviceTypeText('same-day')).toBe('Same-Day');
  expect(serviceTypeText(null)).toBe('One-Time');
});

test('counts bags', () => {
  expect([1, 8].map(bagsText)).toEqual(['1 bag', '8 bags']);
});
