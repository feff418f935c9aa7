import { describe, expect, it } from 'vitest';
import { checkBookingDate, checkPressedAt, wasPressedBeforeItsDay } from './rules.ts';

describe('the date of a booking', () => {
  const lateEvening = new Date('2026-11-22T04:30:00Z'); // still the 21st in New York, 23:30

  it('is today in New York though 09:00 is past and UTC has the next date', () => {
    const date = checkBookingDate('2026-11-21T14:00:00Z', lateEvening, null);
    expect(date).toEqual({ ok: true, instant: new Date('2026-11-21T14:00:00Z') });
  });

  it('is refused for yesterday in New York', () => {
    expect(checkBookingDate('2026-11-20T14:00:00Z', lateEvening, null)).toEqual({
      ok: false,
      message: 'Please select a future date.',
    });
  });

  it.each(['', 'tomorrow', '2026-02-30', '2026-13-01T09:00:00Z', '21/11/2026', '2026-11-22T25:00:00Z'])(
    'is no date: %j',
    (text) => {
      expect(checkBookingDate(text, lateEvening, null)).toEqual({ ok: false, message: 'Please select a date.' });
    },
  );

  it('is refused beyond a year', () => {
    expect(checkBookingDate('2027-12-24', lateEvening, null)).toMatchObject({ ok: false });
  });

  it('takes a bare date as 09:00 in New York, over a clock change too', () => {
    expect(checkBookingDate('2027-03-14', lateEvening, null)).toMatchObject({
      instant: new Date('2027-03-14T13:00:00Z'),
    });
    expect(checkBookingDate('2027-03-13', lateEvening, null)).toMatchObject({
      instant: new Date('2027-03-13T14:00:00Z'),
    });
  });

  it('closes today at the cut-off, and only today', () => {
    const justBefore = new Date('2026-11-21T10:59:00Z');
    const atCutoff = new Date('2026-11-21T11:00:00Z'); // 06:00 in New York
    expect(checkBookingDate('2026-11-21', justBefore, '06:00').ok).toBe(true);
    expect(checkBookingDate('2026-11-21', atCutoff, '06:00')).toMatchObject({ ok: false });
    expect(checkBookingDate('2026-11-22', atCutoff, '06:00').ok).toBe(true);
  });
});

describe('when a stop was done', () => {
  const now = new Date('2026-11-23T20:00:00Z');
  const at = (pressedAt: string | undefined, day: string | null) =>
    checkPressedAt(pressedAt === undefined ? undefined : new Date(pressedAt), day, now).toISOString();

  it('is when it was pressed, from the midnight of its day to now', () => {
    expect(at('2026-11-23T05:00:00Z', '2026-11-23')).toBe('2026-11-23T05:00:00.000Z');
    expect(at('2026-11-23T20:00:00Z', '2026-11-23')).toBe(now.toISOString());
    expect(at('2026-11-20T12:00:00Z', '2026-11-20')).toBe('2026-11-20T12:00:00.000Z');
  });

  it.each([
    [undefined, '2026-11-23'],
    ['nonsense', '2026-11-23'],
    ['2026-11-23T20:00:00.001Z', '2026-11-23'],
    ['2026-11-23T04:59:59.999Z', '2026-11-23'],
  ])('is now where that cannot be: %s', (pressedAt, day) => {
    expect(at(pressedAt, day)).toBe(now.toISOString());
  });

  it('is never more than 14 days ago, however overdue the stop was', () => {
    expect(at('2026-11-09T05:00:00Z', '2026-08-01')).toBe('2026-11-09T05:00:00.000Z');
    expect(at('2026-11-09T04:59:59Z', '2026-08-01')).toBe(now.toISOString());
    expect(at('2026-11-09T04:59:59Z', null)).toBe(now.toISOString());
  });
});

describe('a press that means the day that a stop had before', () => {
  // 09:00 on Tuesday.
  const now = new Date('2026-11-24T14:00:00Z');
  const isBefore = (pressedAt: string | undefined, sentAt: string | undefined) =>
    wasPressedBeforeItsDay(
      { pressedAt: pressedAt ? new Date(pressedAt) : undefined, sentAt: sentAt ? new Date(sentAt) : undefined },
      '2026-11-24',
      now,
    );

  it('lies before the midnight of the day that it has now', () => {
    expect(isBefore('2026-11-24T04:59:59.999Z', now.toISOString())).toBe(true);
    expect(isBefore('2026-11-24T05:00:00Z', now.toISOString())).toBe(false);
  });

  it('is known by our clock alone', () => {
    // The phone is two days slow, and half an hour has passed.
    expect(isBefore('2026-11-22T13:30:00Z', '2026-11-22T14:00:00Z')).toBe(false);
    // It is two days fast, and a whole day has passed.
    expect(isBefore('2026-11-25T14:00:00Z', '2026-11-26T14:00:00Z')).toBe(true);
  });

  it.each([
    [undefined, now.toISOString()],
    ['2026-11-23T14:00:00Z', undefined],
    ['2026-11-23T14:00:00Z', 'nonsense'],
    ['nonsense', now.toISOString()],
  ])('is not known where the phone does not say both: %s, %s', (pressedAt, sentAt) => {
    expect(isBefore(pressedAt, sentAt)).toBe(false);
  });
});
