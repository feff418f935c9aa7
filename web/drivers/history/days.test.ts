import { describe, expect, it } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import { groupByDay, historyDayText, overdueText } from './days.ts';

const done = (id: string, completedAt: string, bagCount = 4) => ({ id, completedAt, bagCount }) as Pickup;

describe('groupByDay', () => {
  it('groups by the New York date of completion, latest first, with the bags of the day', () => {
    const days = groupByDay([
      done('morning', '2026-11-20T13:00:00.000Z'),
      done('noon', '2026-11-20T17:00:00.000Z', 6),
      // 23:30 on November 19 in New York.
      done('late', '2026-11-20T04:30:00.000Z'),
      done('next', '2026-11-21T15:00:00.000Z'),
    ]);
    expect(days.map(({ date, pickups, bags }) => [date, pickups.map(({ id }) => id), bags])).toEqual([
      ['2026-11-21', ['next'], 4],
      ['2026-11-20', ['noon', 'morning'], 10],
      ['2026-11-19', ['late'], 4],
    ]);
  });

  it('groups a day of 25 hours together', () => {
    // 00:30 EDT and 23:30 EST of November 1, when the clocks go back.
    const days = groupByDay([done('first', '2026-11-01T04:30:00.000Z'), done('last', '2026-11-02T04:30:00.000Z')]);
    expect(days.map(({ date, pickups }) => [date, pickups.length])).toEqual([['2026-11-01', 2]]);
  });
});

describe('historyDayText', () => {
  it.each([
    ['2026-03-01', 'Today'],
    ['2026-02-28', 'Yesterday'],
    ['2026-02-27', 'Friday, February 27'],
    ['2025-12-31', 'Wednesday, December 31, 2025'],
  ])('%s: %s', (date, text) => expect(historyDayText(date, '2026-03-01')).toBe(text));
});

it('overdueText names the day of a pickup that was completed on another one', () => {
  const of = (scheduledDate: string | null, completedAt: string | null) => overdueText({ scheduledDate, completedAt });
  expect(of('2026-11-20T14:00:00Z', '2026-11-22T15:00:00Z')).toBe('Due Nov 20');
  // Still Friday in New York.
  expect(of('2026-11-20T14:00:00Z', '2026-11-21T03:00:00Z')).toBeNull();
  expect(of(null, '2026-11-21T03:00:00Z')).toBeNull();
});
