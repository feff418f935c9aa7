import { describe, expect, it } from 'vitest';
import type { DriverDay, DriverStop } from '../../contract/drivers.ts';
import { countStops, splitSchedule, stopStateOf } from './schedule.ts';

const stop = (id: string, part: Partial<DriverStop> = {}) =>
  ({ id, status: 'assigned', routeOrder: null, ...part }) as DriverStop;
const day = (date: string, ...pickups: DriverStop[]): DriverDay => ({ date, dayName: '', isTomorrow: false, pickups });

describe('splitSchedule', () => {
  it('splits and sorts the dates', () => {
    const split = splitSchedule(
      {
        '2026-11-24': day('2026-11-24', stop('later')),
        '2026-11-20': day('2026-11-20', stop('yesterday'), stop('done', { status: 'completed' })),
        '2026-11-22': day('2026-11-22', stop('tomorrow')),
        '2026-11-21': day('2026-11-21', stop('now'), stop('finished', { status: 'completed' })),
        '2026-11-09': day('2026-11-09', stop('long ago')),
        '2026-11-23': day('2026-11-23'),
      },
      '2026-11-21',
    );
    expect(split.overdue.map(({ id }) => id)).toEqual(['long ago', 'yesterday']);
    expect(split.today.map(({ stop }) => stop.id)).toEqual(['now', 'finished']);
    expect(split.upcoming.map(({ date }) => date)).toEqual(['2026-11-22', '2026-11-24']);
  });

  it('numbers stops by route order, and the rest after them', () => {
    const numbersOf = (...orders: (number | null)[]) =>
      splitSchedule(
        { '2026-11-21': day('2026-11-21', ...orders.map((routeOrder) => stop('x', { routeOrder }))) },
        '2026-11-21',
      ).today.map(({ number }) => number);
    expect(numbersOf(1, 2, 3)).toEqual([1, 2, 3]);
    expect(numbersOf(1, 3, null, null)).toEqual([1, 3, 4, 5]);
    expect(numbersOf(null, null)).toEqual([1, 2]);
  });

  it('is empty without a schedule', () => {
    expect(splitSchedule({}, '2026-11-21')).toEqual({ overdue: [], today: [], visits: [], upcoming: [] });
  });
});

describe('stopStateOf', () => {
  it('maps statuses to open, done and incomplete', () => {
    const statuses = ['assigned', 'completed', 'incomplete', 'issue'] as const;
    expect(statuses.map((status) => stopStateOf({ status }))).toEqual(['open', 'done', 'incomplete', 'incomplete']);
  });
});

it('countStops adds up: every stop is completed, remaining or incomplete', () => {
  const stops = (['assigned', 'completed', 'incomplete', 'issue', 'assigned'] as const).map((status) =>
    stop('x', { status }),
  );
  expect(countStops(stops)).toEqual({ total: 5, completed: 1, remaining: 2, incomplete: 2 });
  expect(countStops([])).toEqual({ total: 0, completed: 0, remaining: 0, incomplete: 0 });
});
