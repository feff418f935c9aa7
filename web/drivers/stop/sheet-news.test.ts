import { describe, expect, it } from 'vitest';
import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { newsOf, stopIn } from './sheet-news.tsx';

const stop = (status: DriverStop['status'], id = 'one') => ({ id, status }) as DriverStop;

describe('newsOf', () => {
  it.each([
    ['assigned', 'assigned', null],
    ['assigned', 'completed', 'done'],
    ['assigned', 'incomplete', 'incomplete'],
    ['completed', 'completed', null],
    ['incomplete', 'completed', 'done'],
    // A rescheduled stop: everything in the sheet can still be saved.
    ['incomplete', 'assigned', null],
  ] as const)('from %s to %s: %s', (before, after, news) => expect(newsOf(stop(before), stop(after))).toBe(news));

  it('says that the stop was unassigned', () => expect(newsOf(stop('assigned'), undefined)).toBe('gone'));
});

it('stopIn finds a stop on any day', () => {
  const schedule = {
    '2026-11-20': { pickups: [stop('assigned', 'late')] },
    '2026-11-23': { pickups: [stop('assigned', 'one')] },
  } as unknown as DriverSchedule;
  expect(stopIn(schedule, 'one')?.id).toBe('one');
  expect(stopIn(schedule, 'two')).toBeUndefined();
});
