import { describe, expect, it } from 'vitest';
import { billingDayOf, nextMonth, previousMonth } from './billing-months.ts';

const at = (day: string) => new Date(`${day}T14:30:00.000Z`);

describe('nextMonth and previousMonth', () => {
  it('keep the day and the time, and take the last day of a shorter month', () => {
    expect(nextMonth(at('2026-11-23'))).toEqual(at('2026-12-23'));
    expect(nextMonth(at('2026-12-31'))).toEqual(at('2027-01-31'));
    expect(nextMonth(at('2027-01-31'))).toEqual(at('2027-02-28'));
    expect(nextMonth(at('2027-02-28'), 31)).toEqual(at('2027-03-31'));
    expect(previousMonth(at('2027-01-05'))).toEqual(at('2026-12-05'));
    expect(previousMonth(at('2027-03-31'))).toEqual(at('2027-02-28'));
    expect(previousMonth(at('2027-02-28'), 30)).toEqual(at('2027-01-30'));
  });
});

describe('billingDayOf', () => {
  it('is the original day of the month, even after a shorter month', () => {
    expect(billingDayOf(at('2027-02-28'), [at('2026-12-31'), at('2027-01-31')])).toBe(31);
    expect(billingDayOf(at('2027-02-28'), [])).toBe(28);
    // The plan was billed on the 31st before it was bought again.
    expect(billingDayOf(at('2027-02-10'), [at('2026-12-31')])).toBe(10);
  });
});
