import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../time/dates.ts';
import {
  checkBackEarly,
  checkHold,
  countHoldDays,
  earliestBackDay,
  earliestHoldDay,
  type HoldDays,
  holdDaysLeft,
} from './hold.ts';

const changeCutoff = '18:00';
const at = (day: string, time = '12:00') => instantOf(day, time);
const check = (from: string, days: number, earlier: HoldDays[] = [], now = at('2026-11-23')) =>
  checkHold({ from, until: addDays(from, days) }, { now, changeCutoff, earlier });

describe('earliestHoldDay', () => {
  it('is tomorrow before the cut-off and the day after tomorrow from it on', () => {
    expect(earliestHoldDay(at('2026-11-23', '17:59'), changeCutoff)).toBe('2026-11-24');
    expect(earliestHoldDay(at('2026-11-23', '18:00'), changeCutoff)).toBe('2026-11-25');
  });

  it('is the same wall time on both days of a clock change', () => {
    for (const eve of ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']) {
      expect(earliestHoldDay(at(eve, '17:59'), changeCutoff)).toBe(addDays(eve, 1));
      expect(earliestHoldDay(at(eve, '18:00'), changeCutoff)).toBe(addDays(eve, 2));
    }
    // 02:30 doesn't exist on March 8.
    expect(earliestHoldDay(at('2026-03-08', '01:59'), '02:30')).toBe('2026-03-09');
    expect(earliestHoldDay(at('2026-03-08', '03:30'), '02:30')).toBe('2026-03-10');
  });
});

describe('checkHold', () => {
  it('accepts 14 to 90 days, also over a clock change', () => {
    for (const from of ['2026-11-24', '2027-03-01', '2026-10-25']) {
      const now = at(addDays(from, -2));
      expect(check(from, 13, [], now)).toEqual({ until: expect.stringContaining('at least 14 days') });
      expect(check(from, 14, [], now)).toBeNull();
      expect(check(from, 90, [], now)).toBeNull();
      expect(check(from, 91, [], now)).toEqual({ until: expect.stringContaining('at most 90 days') });
      expect(check(from, -5, [], now)).toEqual({ until: expect.stringContaining('at least 14 days') });
    }
  });

  it('names the dates that are possible', () => {
    expect(check('2026-11-23', 14)).toEqual({ from: 'The earliest day a hold can start is Tue, Nov 24.' });
    expect(check('2026-11-24', 3)).toEqual({ until: 'A hold lasts at least 14 days: until Tue, Dec 8 or later.' });
    expect(check('2026-11-24', 99)).toEqual({ until: 'A hold lasts at most 90 days: until Mon, Feb 22 or earlier.' });
    expect(check('2027-11-23', 20)).toBeNull();
    expect(check('2027-11-24', 20)).toEqual({ from: 'Please choose a first day within a year.' });
  });

  it('counts what was held in the twelve months before its end', () => {
    const earlier = [{ from: '2026-06-01', until: '2026-08-15' }];
    expect(check('2026-11-24', 15, earlier)).toBeNull();
    expect(check('2026-11-24', 16, earlier)).toEqual({
      until: 'You have 15 of 90 hold days left in the 12 months before that day. This hold has 16.',
    });
    // The twelve months then begin on July 7, so 36 days of June and July no longer count.
    expect(check('2027-06-01', 36, earlier)).toBeNull();
    expect(holdDaysLeft('2027-07-07', earlier)).toBe(51);
    expect(holdDaysLeft('2027-08-15', earlier)).toBe(90);
    // This hold was cancelled before it began.
    expect(holdDaysLeft('2026-12-31', [{ from: '2026-09-01', until: '2026-09-01' }])).toBe(90);
  });

  it('counts from March 1 where the year before has no February 29', () => {
    expect(holdDaysLeft('2028-02-29', [{ from: '2027-02-27', until: '2027-03-02' }])).toBe(89);
  });
});

describe('checkBackEarly', () => {
  const hold = { from: '2026-12-01', until: '2027-01-01' };
  const back = (on: string, now: Date) => checkBackEarly(on, hold, { now, changeCutoff });

  it('cancels all of a hold before it begins', () => {
    expect(back('2026-12-01', at('2026-11-20'))).toBeNull();
    expect(back('2026-11-30', at('2026-11-20'))).toBe('The earliest day you can come back is Tue, Dec 1.');
    expect(back('2026-12-01', at('2026-11-30', '18:00'))).toBe('The earliest day you can come back is Wed, Dec 2.');
  });

  it('accepts days before their cut-off, without a minimum number of held days', () => {
    expect(back('2026-12-03', at('2026-12-02', '17:59'))).toBeNull();
    expect(back('2026-12-03', at('2026-12-02', '18:00'))).toBe('The earliest day you can come back is Fri, Dec 4.');
    expect(back('2026-12-31', at('2026-12-02'))).toBeNull();
    expect(back('2027-01-01', at('2026-12-02'))).toContain('Your hold ends on Fri, Jan 1 anyway.');
    expect(back('2026-12-31', at('2026-12-30', '18:00'))).toBe("It's too late to come back before Fri, Jan 1.");
  });
});

it('never holds more than 90 days of any twelve months, whatever is asked for and taken back', () => {
  const request = fc.record({ waitDays: fc.nat(60), days: fc.nat(100), backAfterDays: fc.option(fc.nat(100)) });
  fc.assert(
    fc.property(
      fc.constantFrom('2026-01-05', '2027-10-20'),
      fc.array(request, { maxLength: 25 }),
      (start, requests) => {
        const holds: HoldDays[] = [];
        let today: string = start;
        for (const { waitDays, days, backAfterDays } of requests) {
          today = addDays(today, waitDays);
          const from = earliestHoldDay(at(today), changeCutoff);
          const hold = { from, until: addDays(from, days) };
          if (checkHold(hold, { now: at(today), changeCutoff, earlier: holds }) !== null) continue;
          expect(countHoldDays(hold)).toBeGreaterThanOrEqual(14);
          expect(countHoldDays(hold)).toBeLessThanOrEqual(90);
          const now = at(addDays(today, backAfterDays ?? 0));
          const on = earliestBackDay(hold, now, changeCutoff);
          const isBack = backAfterDays !== null && checkBackEarly(on, hold, { now, changeCutoff }) === null;
          const held = isBack ? { from, until: on } : hold;
          holds.push(held);
          if (held.until > today) today = held.until;
        }
        const heldDays = holds.flatMap((hold) =>
          Array.from({ length: countHoldDays(hold) }, (_, i) => addDays(hold.from, i)),
        );
        for (const day of heldDays) {
          const year = heldDays.filter((other) => other <= day && other > addDays(day, -365));
          expect(year.length).toBeLessThanOrEqual(90);
        }
        expect(new Set(heldDays).size).toBe(heldDays.length);
      },
    ),
    { numRuns: 200 },
  );
});
