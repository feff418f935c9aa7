import { describe, expect, it } from 'vitest';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { newsOf, stopIn } from './sheet-news.ts';

const stop = (status: DriverStop['status'], id = 'one') => ({ id, status }) as DriverStop;

describe('newsOf', () => {
  it.each([
    ['assigned', 'assigned', null],
    ['assigned', 'completed', 'done'],
    ['assigned', 'incomplete', 'incomplete'],
    ['completed', 'completed', null],
    ['incomplete', 'completed', 'done'],
    // Scheduled anew: everything that the sheet offers can be saved.
    ['incomplete', 'assigned', null],
  ] as const)('from %s to %s: %s', (before, after, news) => expect(newsOf(stop(before), stop(after))).toBe(news));

  it('tells that the stop was taken away', () => expect(newsOf(stop('assigned'), undefined)).toBe('gone'));
});

it('finds a stop on whatever day it stands now', () => {
  const schedule = {
    '2026-11-20': { pickups: [stop('assigned', 'late')] },
    '2026-11-23': { pickups: [stop('assigned', 'one')] },
  } as unknown as DriverSchedule;
  expect(stopIn(schedule, 'one')?.id).toBe('one');
  expect(stopIn(schedule, 'two')).toBeUndefined();
});
