import { describe, expect, test } from 'vitest';
import {
  checkBookingDay,
  cutoffOf,
  isTodayOpen,
  lastClosedDay,
  movedTypeOf,
  pickedDate,
  sameDayText,
  serviceTypeOf,
} from './booking-dates.ts';

// 21 November 2026, 23:30 in New York; the 22nd in UTC.
const lateEvening = new Date('2026-11-22T04:30:00Z');

describe('checkBookingDay', () => {
  test('allows today and later by the New York calendar', () => {
    expect(checkBookingDay('2026-11-21', lateEvening, null)).toEqual({ ok: true });
    expect(checkBookingDay('2026-11-22', lateEvening, null)).toEqual({ ok: true });
    expect(checkBookingDay('2026-11-20', lateEvening, null)).toEqual({
      ok: false,
      message: 'Please select a future date.',
    });
  });

  test('allows at most a year ahead', () => {
    expect(checkBookingDay('2027-11-21', lateEvening, null).ok).toBe(true);
    expect(checkBookingDay('2027-11-22', lateEvening, null).ok).toBe(false);
  });

  test('refuses text that is not a date', () => {
    for (const text of ['', 'tomorrow', '2026-02-30']) {
      const message = 'Please select a date.';
      expect(checkBookingDay(text, lateEvening, null)).toEqual({ ok: false, message });
    }
  });

  test('allows today until the cutoff', () => {
    const noon = new Date('2026-11-21T17:00:00Z');
    expect(isTodayOpen(noon, null)).toBe(true);
    expect(isTodayOpen(noon, '12:30')).toBe(true);
    expect(isTodayOpen(noon, '12:00')).toBe(false);
    expect(checkBookingDay('2026-11-21', noon, '10:00')).toMatchObject({ ok: false });
    expect(checkBookingDay('2026-11-22', noon, '10:00')).toEqual({ ok: true });
  });
});

test('a picked day is stored as 09:00 in New York on both sides of a clock change', () => {
  expect(pickedDate('2026-10-31')).toBe('2026-10-31T13:00:00.000Z');
  expect(pickedDate('2026-11-01')).toBe('2026-11-01T14:00:00.000Z');
  expect(pickedDate('2027-03-14')).toBe('2027-03-14T13:00:00.000Z');
});

test('the service type depends on the day', () => {
  expect(serviceTypeOf(new Date('2026-11-21T14:00:00.000Z'), lateEvening)).toBe('same-day');
  expect(serviceTypeOf(new Date('2026-11-22T15:00:00.000Z'), lateEvening)).toBe('next-day');
  expect(serviceTypeOf(new Date('2026-11-23T14:00:00.000Z'), lateEvening)).toBe('one-time');
});

test('a day closes at the cut-off of the day before, by New York time', () => {
  const closedAt = (instant: string) => lastClosedDay(new Date(instant), '18:00');
  expect(closedAt('2026-11-22T22:59:59Z')).toBe('2026-11-22');
  expect(closedAt('2026-11-22T23:00:00Z')).toBe('2026-11-23');
  expect(closedAt('2026-11-23T04:59:00Z')).toBe('2026-11-23');
  expect(closedAt('2026-11-23T05:00:00Z')).toBe('2026-11-23');
  // In summer, New York is an hour closer to UTC.
  expect(closedAt('2026-07-01T22:00:00Z')).toBe('2026-07-02');
  expect(cutoffOf('2026-11-23', '18:00').toISOString()).toBe('2026-11-22T23:00:00.000Z');
  // The clocks went back the night before: the cut-off was still in daylight saving time.
  expect(cutoffOf('2026-11-01', '18:00').toISOString()).toBe('2026-10-31T22:00:00.000Z');
});

test("a moved pickup's type follows its new day, but a plan's stop stays one", () => {
  const [now, tomorrow] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-11-22T14:00:00Z')];
  expect(movedTypeOf('same-day', tomorrow, now)).toBe('next-day');
  expect(movedTypeOf('subscription', tomorrow, now)).toBe('subscription');
});

test('says until when a pickup can be booked for today', () => {
  expect(sameDayText(null)).toBe('Yes. Choose today when you book.');
  expect(sameDayText('06:00')).toBe(
    'Yes, if you book by 6:00 AM. After that, the first day you can choose is tomorrow.',
  );
});
