import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { promisedDays, spanOfWindow } from './promise-rules.ts';

describe('the days whose windows are promises', () => {
  it.each([
    ['2026-11-24', '00:00', ['2026-11-24']],
    ['2026-11-24', '16:59', ['2026-11-24']],
    ['2026-11-24', '17:00', ['2026-11-24', '2026-11-25']],
    // The same after quiet hours have begun: a missing reminder doesn't change what the page shows.
    ['2026-11-24', '23:59', ['2026-11-24', '2026-11-25']],
    // The evening before the clock changes, and the evening of that day.
    ['2026-10-31', '17:00', ['2026-10-31', '2026-11-01']],
    ['2026-11-01', '17:00', ['2026-11-01', '2026-11-02']],
    ['2027-03-13', '17:00', ['2027-03-13', '2027-03-14']],
  ])('on %s at %s are %j', (day, time, days) => expect(promisedDays(instantOf(day, time))).toEqual(days));
});

describe('the instants of a window', () => {
  it.each([
    ['2026-11-25', '9:00 AM – 11:00 AM', '2026-11-25T14:00:00.000Z', '2026-11-25T16:00:00.000Z'],
    ['2026-07-01', '11:30 AM – 1:30 PM', '2026-07-01T15:30:00.000Z', '2026-07-01T17:30:00.000Z'],
    ['2026-11-25', '11:00 PM – 1:00 AM', '2026-11-26T04:00:00.000Z', '2026-11-26T06:00:00.000Z'],
    // Days with a clock change.
    ['2026-11-01', '7:00 AM – 9:00 AM', '2026-11-01T12:00:00.000Z', '2026-11-01T14:00:00.000Z'],
    ['2027-03-14', '7:00 AM – 9:00 AM', '2027-03-14T11:00:00.000Z', '2027-03-14T13:00:00.000Z'],
    ['2027-03-14', '1:00 AM – 4:00 AM', '2027-03-14T06:00:00.000Z', '2027-03-14T08:00:00.000Z'],
    // 1:30 AM comes twice: a window begins at the first and ends at the second.
    ['2026-11-01', '1:30 AM – 3:30 AM', '2026-11-01T05:30:00.000Z', '2026-11-01T08:30:00.000Z'],
    ['2026-11-01', '12:30 AM – 1:30 AM', '2026-11-01T04:30:00.000Z', '2026-11-01T06:30:00.000Z'],
  ])('%s %s', (day, text, startsAt, endsAt) => {
    const span = spanOfWindow(day, text);
    expect([span?.startsAt.toISOString(), span?.endsAt.toISOString()]).toEqual([startsAt, endsAt]);
  });

  it('are unknown for another text', () => expect(spanOfWindow('2026-11-25', 'in the morning')).toBeNull());
});
