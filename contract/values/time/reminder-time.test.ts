import { expect, it } from 'vitest';
import { reminderAt } from './reminder-time.ts';

it.each([
  ['2026-11-23', '2026-11-22T22:00:00.000Z'],
  ['2026-11-01', '2026-10-31T21:00:00.000Z'],
  ['2026-11-02', '2026-11-01T22:00:00.000Z'],
  ['2027-03-15', '2027-03-14T21:00:00.000Z'],
])('the reminder of %s is at 5 PM on the day before, in winter and in summer', (day, at) => {
  expect(reminderAt(day).toISOString()).toBe(at);
});
