import { describe, expect, it } from 'vitest';
import type { DriverDay, DriverStop } from '../../contract/drivers.ts';
import type { DisposalVisit } from '../../contract/routing/disposal.ts';
import {
  countStops,
  isOpenItem,
  numberStops,
  splitSchedule,
  stopStateOf,
  wasLastPress,
  withVisits,
} from './schedule.ts';

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
    expect(splitSchedule({}, '2026-11-21')).toEqual({ overdue: [], today: [], visits: [], leftBags: 0, upcoming: [] });
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

describe('withVisits', () => {
  const visit = (id: string, afterStops: number, emptiedAt: string | null = null) =>
    ({ id, afterStops, emptiedAt }) as DisposalVisit;
  const numbered = numberStops([stop('a'), stop('b')]);
  const idsOf = (...visits: DisposalVisit[]) => withVisits(numbered, visits).map(({ id }) => id);

  it('puts each visit at its place among the stops, in their order', () => {
    expect(idsOf()).toEqual(['a', 'b']);
    expect(idsOf(visit('v', 0))).toEqual(['v', 'a', 'b']);
    expect(idsOf(visit('v', 1), visit('w', 1))).toEqual(['a', 'v', 'w', 'b']);
    // A stop has left the route since the visits were planned.
    expect(idsOf(visit('v', 7))).toEqual(['a', 'b', 'v']);
    expect(withVisits([], [visit('v', 3)])).toHaveLength(1);
  });

  it('knows which is open, and which visit was the last press', () => {
    const emptied = visit('v', 1, '2026-11-21T15:00:00.000Z');
    expect(withVisits([], [emptied, visit('w', 2)]).map(isOpenItem)).toEqual([false, true]);
    const done = (at: string | null) => [{ completedAt: at }];
    expect(wasLastPress(emptied, done('2026-11-21T14:59:00.000Z'))).toBe(true);
    expect(wasLastPress(emptied, done('2026-11-21T15:01:00.000Z'))).toBe(false);
    expect(wasLastPress(visit('w', 2), done(null))).toBe(false);
  });
});
