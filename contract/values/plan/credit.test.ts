import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf, type Weekday, weekdayOf } from '../time/dates.ts';
import { creditsOfMonth, visitsOfMonth } from './credit.ts';

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

describe('creditsOfMonth', () => {
  it('rounds each running total down, so that a month entirely held is exactly its price', () => {
    expect(creditsOfMonth(3500, 4, 4)).toEqual([875, 875, 875, 875]);
    expect(creditsOfMonth(1000, 3, 3)).toEqual([333, 333, 334]);
    expect(creditsOfMonth(15_000, 9, 2)).toEqual([1666, 1667]);
  });

  it('is zero for a visit that the month did not have, and without visits', () => {
    expect(creditsOfMonth(1000, 3, 5)).toEqual([333, 333, 334, 0, 0]);
    expect(creditsOfMonth(1000, 0, 2)).toEqual([0, 0]);
    expect(creditsOfMonth(1000, 4, 0)).toEqual([]);
  });

  it('adds up to the price, never above it, and another missed visit keeps the earlier credits', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 10 }), fc.nat(12), (priceCents, visits, missed) => {
        const credits = creditsOfMonth(priceCents, visits, missed);
        const total = sum(credits);
        expect(credits.every((one) => Number.isInteger(one) && one >= 0)).toBe(true);
        expect(total).toBe(Math.floor((priceCents * Math.min(missed, visits)) / visits));
        expect(creditsOfMonth(priceCents, visits, missed + 1).slice(0, missed)).toEqual(credits);
      }),
    );
  });
});

describe('visitsOfMonth', () => {
  const at = (day: string, time = '14:00') => instantOf(day, time);

  it('has the service days whose 09:00 is within the month', () => {
    expect(visitsOfMonth(['monday'], at('2026-11-02'), at('2026-12-02'))).toEqual([
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    const early = visitsOfMonth(['monday'], at('2026-11-02', '09:00'), at('2026-11-30', '09:00'));
    expect(early).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23']);
  });

  it('leaves out the day of purchase', () => {
    const days = visitsOfMonth(['monday'], at('2026-11-02', '07:00'), at('2026-12-02', '07:00'), '2026-11-02');
    expect(days[0]).toBe('2026-11-09');
  });

  const weekdays: Weekday[][] = [['monday'], ['sunday'], ['monday', 'thursday'], ['saturday']];
  const instant = fc
    .record({ day: fc.nat(800), minute: fc.nat(24 * 60 - 1) })
    .map(({ day, minute }) => new Date(at(addDays('2026-01-01', day), '00:00').getTime() + minute * 60_000));

  it('gives each visit to exactly one of two months that follow each other, over clock changes too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...weekdays),
        instant,
        fc.nat(40),
        fc.nat(40),
        (serviceDays, start, first, second) => {
          const [middle, end] = [first, first + second].map((days) => new Date(start.getTime() + days * 86_400_000));
          const both = [
            ...visitsOfMonth(serviceDays, start, middle as Date),
            ...visitsOfMonth(serviceDays, middle as Date, end as Date),
          ];
          expect(both).toEqual(visitsOfMonth(serviceDays, start, end as Date));
          expect(both.every((day) => serviceDays.includes(weekdayOf(day)) && day >= dateKeyOf(start))).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });
});
