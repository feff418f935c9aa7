import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateKeyOf,
  defaultScheduledDate,
  formatDateKey,
  formatMoment,
  formatWallTime,
  instantOf,
  isDateKey,
  localTimestampOf,
  parseScheduledDate,
  weekdayOf,
} from './dates.ts';

describe('New York dates', () => {
  it('change at New York midnight, not at UTC midnight', () => {
    expect(dateKeyOf(new Date('2026-11-21T04:59:59Z'))).toBe('2026-11-20');
    expect(dateKeyOf(new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21');
    expect(dateKeyOf(new Date('2026-07-01T03:59:59Z'))).toBe('2026-06-30');
    expect(dateKeyOf(new Date('2026-07-01T04:00:00Z'))).toBe('2026-07-01');
  });

  it('keep 09:00 at 09:00 across both clock changes', () => {
    expect(instantOf('2026-03-07', '09:00').toISOString()).toBe('2026-03-07T14:00:00.000Z');
    expect(instantOf('2026-03-08', '09:00').toISOString()).toBe('2026-03-08T13:00:00.000Z');
    expect(instantOf('2026-10-31', '09:00').toISOString()).toBe('2026-10-31T13:00:00.000Z');
    expect(instantOf('2026-11-01', '09:00').toISOString()).toBe('2026-11-01T14:00:00.000Z');
  });

  it('step through a year and two clock changes without a missing, repeated or shifted day', () => {
    let day = '2026-01-01';
    for (let count = 0; count < 365; count++) {
      const next = addDays(day, 1);
      expect(next > day).toBe(true);
      expect(dateKeyOf(instantOf(next, '09:00'))).toBe(next);
      expect(dateKeyOf(instantOf(next, '23:59'))).toBe(next);
      expect(dateKeyOf(instantOf(next, '00:00'))).toBe(next);
      day = next;
    }
    expect(day).toBe('2027-01-01');
  });

  it('match the local timestamp of the same instant', () => {
    for (const [instant, local] of [
      ['2026-12-01T03:30:00.999Z', '2026-11-30T22:30:00-05:00'],
      ['2026-07-01T03:59:59.000Z', '2026-06-30T23:59:59-04:00'],
      // The hour that occurs twice in autumn.
      ['2026-11-01T05:30:00.000Z', '2026-11-01T01:30:00-04:00'],
      ['2026-11-01T06:30:00.000Z', '2026-11-01T01:30:00-05:00'],
    ] as const) {
      expect(localTimestampOf(new Date(instant))).toBe(local);
      expect(Math.floor(Date.parse(instant) / 1000)).toBe(Date.parse(local) / 1000);
    }
  });

  it('have weekdays, and reject dates that do not exist', () => {
    expect(weekdayOf('2026-11-21')).toBe('saturday');
    expect(isDateKey('2028-02-29')).toBe(true);
    expect(isDateKey('2026-02-29')).toBe(false);
  });

  it.each(['', '2026', '2026-11', '2026-11-2', 'x2026-11-21', '2026-11-21x', '+002026-11-21'])('are not %j', (text) => {
    expect(isDateKey(text)).toBe(false);
  });

  it('default to tomorrow at 10:00 in New York', () => {
    expect(defaultScheduledDate(new Date('2026-11-21T02:00:00Z')).toISOString()).toBe('2026-11-21T15:00:00.000Z');
  });

  it('are parsed from an instant, a bare date and a wall time without a zone', () => {
    expect(parseScheduledDate('2026-11-21T09:00:00-05:00')?.toISOString()).toBe('2026-11-21T14:00:00.000Z');
    expect(parseScheduledDate('2026-11-21')?.toISOString()).toBe('2026-11-21T14:00:00.000Z');
    expect(parseScheduledDate('2026-11-21T17:30')?.toISOString()).toBe('2026-11-21T22:30:00.000Z');
    expect(parseScheduledDate('2026-11-21T17:30:15')?.toISOString()).toBe('2026-11-21T22:30:00.000Z');
    expect(parseScheduledDate('2026-11-21T17:30:15.123456789')?.toISOString()).toBe('2026-11-21T22:30:00.000Z');
    expect(parseScheduledDate('2026-11-21T23:30')?.toISOString()).toBe('2026-11-22T04:30:00.000Z');
    expect(parseScheduledDate('2026-11-21T09:00:00-0500')?.toISOString()).toBe('2026-11-21T14:00:00.000Z');
    expect(parseScheduledDate('2026-11-21T09:00Z')?.toISOString()).toBe('2026-11-21T09:00:00.000Z');
    expect(parseScheduledDate('2026-11-21T09:00:00.123Z')?.toISOString()).toBe('2026-11-21T09:00:00.123Z');
    expect(parseScheduledDate('2026-11-21T09:00:00-05:00')?.toISOString()).toBe('2026-11-21T14:00:00.000Z');
    expect(parseScheduledDate('2026-02-30')).toBeNull();
    expect(parseScheduledDate('2026-02-30T09:00:00Z')).toBeNull();
  });

  it.each([
    ...[
      '2026-11-21T24:00',
      '2026-11-21T09:60',
      'x2026-11-21',
      '2026-11-21x',
      '2026-11-21T09:00:ab',
      '2026-11-21T09:00:1',
    ],
    ...['2026-11-21T09:00:00.ab', 'x2026-11-21T09:00Z', '2026-11-21T09:00Zx', '2026-11-21 09:00:00 GMT', '2026'],
    ...['2026-11-21T09:00:00.abZ', '2026-11-21T09Z'],
  ])('are not parsed from %j', (text) => {
    expect(parseScheduledDate(text)).toBeNull();
  });

  it('are shown as people read them', () => {
    expect(formatWallTime(new Date('2026-11-21T14:00:00Z'))).toBe('9:00 AM');
    expect(formatDateKey('2026-11-21')).toBe('Sat, Nov 21');
    expect(formatDateKey('2026-11-21', 'long')).toBe('Saturday, November 21');
  });
});

it('formats an instant as people in New York say it', () => {
  expect(formatMoment(new Date('2026-11-22T04:30:00Z'))).toBe('Sat, Nov 21 at 11:30 PM');
});
