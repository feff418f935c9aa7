import { describe, expect, it } from 'vitest';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { maxStops } from '../../routing/day-stops.ts';
import { byUrgency, driverDays, driverDayText, progressOf, progressText } from './day.ts';

const stop = (id: string, status: AdminPickup['status'], more: Partial<AdminPickup> = {}) =>
  ({ id, status, driverId: null, driverName: null, estimatedArrival: null, ...more }) as AdminPickup;

describe('a day', () => {
  it('is counted by status', () => {
    const stops = [stop('a', 'completed'), stop('b', 'assigned'), stop('c', 'pending'), stop('d', 'issue')];
    expect(progressOf(stops)).toEqual({ total: 4, completed: 1, scheduled: 1, unassigned: 1, problems: 1 });
    expect(progressText({ total: 4, completed: 1, scheduled: 1, unassigned: 0, problems: 2 })).toBe(
      '1 completed · 1 scheduled · 2 with problems',
    );
  });

  it('is not counted from a list that may be cut off', () => {
    expect(progressOf(Array.from({ length: maxStops }, (_, index) => stop(String(index), 'pending')))).toBeUndefined();
    expect(progressOf(undefined)).toBeUndefined();
  });

  it('sorts unassigned stops and problems first, then by arrival, completed stops last', () => {
    const stops = [
      stop('done', 'completed'),
      stop('unplanned', 'assigned'),
      stop('eight', 'assigned', { estimatedArrival: '2026-11-21T13:00:00.000Z' }),
      stop('seven', 'assigned', { estimatedArrival: '2026-11-21T12:00:00.000Z' }),
      stop('problems', 'issue'),
      stop('nobody', 'pending'),
    ];
    expect(stops.toSorted(byUrgency).map(({ id }) => id)).toEqual([
      'nobody',
      'problems',
      'seven',
      'eight',
      'unplanned',
      'done',
    ]);
  });

  it('lists every driver with all stops, including those without any', () => {
    const stops = [
      stop('a', 'completed', { driverId: 'one' }),
      stop('b', 'assigned', { driverId: 'one' }),
      stop('c', 'issue', { driverId: 'one' }),
    ];
    const drivers = [
      { id: 'one', firstName: 'Marcus', lastName: 'Hill', username: 'truck-one' },
      { id: 'two', firstName: null, lastName: null, username: 'truck-two' },
    ];
    const days = driverDays(drivers, stops);
    expect(days.map((day) => [day.name, driverDayText(day)])).toEqual([
      ['Marcus Hill', '1 of 3 done, 1 problem'],
      ['truck-two', 'No stops'],
    ]);
    expect(driverDayText({ total: 3, completed: 2, problems: 0 })).toBe('2 of 3 done');
    expect(driverDayText({ total: 9, completed: 2, problems: 2 })).toBe('2 of 9 done, 2 problems');
  });
});
