import { describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/dates.ts';
import type { AdminPickup } from '../../contract/pickups.ts';
import { chooseDay, routesOf, splitDays, weekOf } from './route-days.ts';

const today = '2026-11-21';
const stop = (id: string, day: string | null, more: Partial<AdminPickup> = {}) =>
  ({
    id,
    scheduledDate: day && instantOf(day, '23:30').toISOString(),
    routeOrder: null,
    driverUsername: 'truck-one',
    ...more,
  }) as AdminPickup;

describe('days', () => {
  it('are New York days, what is overdue first and together', () => {
    const days = splitDays(
      [stop('a', '2026-11-22'), stop('b', today), stop('c', '2026-11-20'), stop('d', '2026-11-01'), stop('e', null)],
      today,
    );
    expect(days.map(({ key, stops }) => [key, stops?.map(({ id }) => id)])).toEqual([
      ['overdue', ['c', 'd']],
      [today, ['b', 'e']],
      ['2026-11-22', ['a']],
    ]);
  });

  it('are the coming week where one answer cannot hold them all', () => {
    const days = weekOf([stop('a', '2027-02-01'), stop('b', '2026-11-20')], today);
    expect(days.map(({ key }) => key)).toEqual([
      'overdue',
      today,
      ...[22, 23, 24, 25, 26, 27].map((n) => `2026-11-${n}`),
    ]);
    expect(days.slice(1).every(({ stops }) => stops === undefined)).toBe(true);
  });

  it('start with the one asked for, else today, else the next, else what is overdue', () => {
    const days = splitDays([stop('a', '2026-11-24'), stop('b', today), stop('c', '2026-11-20')], today);
    expect(chooseDay(days, '2026-11-24', today)?.key).toBe('2026-11-24');
    expect(chooseDay(days, '1999-01-01', today)?.key).toBe(today);
    expect(chooseDay(splitDays([stop('a', '2026-11-24'), stop('c', '2026-11-20')], today), undefined, today)?.key).toBe(
      '2026-11-24',
    );
    expect(chooseDay(splitDays([stop('c', '2026-11-20')], today), undefined, today)?.key).toBe('overdue');
    expect(chooseDay([], undefined, today)).toBeUndefined();
  });
});

describe('routes', () => {
  it('are one a driver and day, in driving order, numbered as the driver sees them', () => {
    const stops = [
      stop('late', today),
      stop('second', today, { routeOrder: 5 }),
      stop('first', today, { routeOrder: 4 }),
      stop('other', today, { driverUsername: 'truck-two' }),
      stop('past', '2026-11-20', { routeOrder: 1 }),
    ];
    expect(
      routesOf(stops, today).map(({ day, driver, stops: own }) => [
        day,
        driver,
        own.map(({ number, stop: { id } }) => `${number} ${id}`),
      ]),
    ).toEqual([
      ['2026-11-20', 'truck-one', ['1 past']],
      [today, 'truck-one', ['4 first', '5 second', '6 late']],
      [today, 'truck-two', ['1 other']],
    ]);
  });
});
