import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, instantOf } from '../../../contract/values/time/dates.ts';
import { type BillingFacts, creditsOfVisits, expectedCharges, monthOf } from './credit-rules.ts';

const mondays: PlanTimetable = {
  pickupDays: ['monday'],
  earlier: [],
  holdFrom: null,
  heldUntil: null,
  endsAt: null,
  pending: null,
};

/** A plan bought on November 23 at noon. Its first month is recorded. */
const billing: BillingFacts = {
  months: [{ startsAt: at('2026-11-23'), endsAt: at('2026-12-23'), priceCents: 3500, visits: 4 }],
  ...{
    periodEnd: at('2026-12-23'),
    priceCents: 3500,
    nextPriceOf: () => 6000,
    timetable: mondays,
    boughtOn: '2026-11-23',
  },
};
function at(day: DateKey): Date {
  return instantOf(day, '12:00');
}

describe('monthOf', () => {
  it('takes the month of the books, else the expected one', () => {
    expect(monthOf('2026-11-30', billing)).toEqual(billing.months[0]);
    expect(monthOf('2026-12-28', billing)).toEqual({
      ...{ startsAt: at('2026-12-23'), endsAt: at('2027-01-23'), priceCents: 6000, visits: 4 },
    });
    // A visit on the day that a month ends still belongs to that month: 09:00 is before noon.
    expect(monthOf('2026-12-23', billing).startsAt).toEqual(at('2026-11-23'));
    const unknown = { ...billing, months: [] };
    expect(monthOf('2026-11-30', unknown)).toEqual(billing.months[0]);
    expect(monthOf('2026-11-30', { ...unknown, boughtOn: '2026-01-05' }).visits).toBe(4);
  });

  it('counts the days of the pending package from its month on', () => {
    const pending = { pickupDays: ['monday', 'thursday'], from: at('2026-12-23') };
    const changed = { ...billing, timetable: { ...mondays, pending } };
    // December 24, 28, 31, January 4, 7, 11, 14, 18 and 21.
    expect(monthOf('2026-12-24', changed).visits).toBe(9);
    expect(monthOf('2026-12-14', changed).visits).toBe(4);
  });

  it('ends each month on the day of purchase, however short the months between are', () => {
    const months = [{ startsAt: at('2026-12-31'), endsAt: at('2027-01-31'), priceCents: 3500, visits: 4 }];
    const late = { ...billing, months, periodEnd: at('2027-01-31') };
    expect(monthOf('2027-02-01', late)).toMatchObject({ startsAt: at('2027-01-31'), endsAt: at('2027-02-28') });
    expect(monthOf('2027-03-01', late)).toMatchObject({ startsAt: at('2027-02-28') });
    expect(monthOf('2027-03-30', late).startsAt.toISOString().slice(0, 10)).toBe('2027-02-28');
    expect(monthOf('2027-04-01', late).startsAt.toISOString().slice(0, 10)).toBe('2027-03-31');
  });
});

describe('a month that begins with a visit', () => {
  // Mondays at 09:00, the instant of a visit.
  const [first, second, third] = [
    instantOf('2026-11-23', '09:00'),
    instantOf('2026-12-21', '09:00'),
    instantOf('2027-01-18', '09:00'),
  ] as const;
  const earlier = { startsAt: first, endsAt: second, priceCents: 1000, visits: 4 };
  const present = { startsAt: second, endsAt: third, priceCents: 2000, visits: 4 };
  const known = { ...billing, months: [earlier, present], periodEnd: present.endsAt };

  it('has that visit, and the month before it does not', () => {
    expect(['2026-11-23', '2026-12-14', '2026-12-21', '2027-01-11'].map((day) => monthOf(day, known))).toEqual([
      ...[earlier, earlier, present, present],
    ]);
    const expected = monthOf('2027-01-18', known);
    expect(expected).toEqual({
      startsAt: third,
      endsAt: instantOf('2027-02-18', '09:00'),
      priceCents: 6000,
      visits: 5,
    });
    expect(monthOf('2026-11-16', known)).not.toEqual(earlier);
  });

  it('has the credits that were written from its first visit to the last', () => {
    const credit = (day: DateKey) => creditsOfVisits(['2026-12-28'], [{ day, cents: 500 }], odd)[0];
    // 666, 667 and 667 cents.
    const odd = { ...known, months: [earlier, { ...present, visits: 3 }] };
    expect(['2026-12-14', '2026-12-21', '2027-01-11', '2027-01-18'].map(credit)).toEqual([666, 667, 667, 666]);
  });
});

describe('a month that the books do not have', () => {
  it('has no visit on the day of purchase', () => {
    const monthEnd = instantOf('2026-12-23', '08:00');
    const bought = (boughtOn: DateKey) =>
      monthOf('2026-11-30', { ...billing, months: [], periodEnd: monthEnd, boughtOn }).visits;
    // November 23 and 30, December 7, 14 and 21.
    expect([bought('2026-11-22'), bought('2026-11-23')]).toEqual([5, 4]);
  });

  it('costs nothing when it is the present one and earlier months are known', () => {
    const paused = { ...billing, periodEnd: at('2027-01-23') };
    expect(monthOf('2026-12-28', paused)).toMatchObject({ startsAt: at('2026-12-23'), priceCents: 0 });
    expect(monthOf('2026-12-28', { ...paused, months: [] })).toMatchObject({ priceCents: 3500 });
    expect(monthOf('2027-01-25', paused)).toMatchObject({ startsAt: at('2027-01-23'), priceCents: 6000 });
  });
});

describe('creditsOfVisits', () => {
  it('gives a month that is entirely held exactly its price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), fc.integer({ min: 1, max: 9 }), (priceCents, visits) => {
        const month = { startsAt: at('2026-11-23'), endsAt: at('2026-12-23'), priceCents, visits };
        const all = Array.from({ length: visits }, (_, index) => addDays('2026-11-24', index * 3));
        const credits = creditsOfVisits(all, [], { ...billing, months: [month] });
        expect(credits.reduce((sum, cents) => sum + cents, 0)).toBe(priceCents);
      }),
    );
  });

  it('continues after the credits of an earlier hold in the month, and keeps what the books have', () => {
    const month = { startsAt: at('2026-11-23'), endsAt: at('2026-12-23'), priceCents: 1000, visits: 3 };
    const facts = { ...billing, months: [month] };
    // 333, 333 and 334 cents.
    expect(creditsOfVisits(['2026-12-07', '2026-12-14'], [{ day: '2026-11-30', cents: 333 }], facts)).toEqual([
      333, 334,
    ]);
    const written = [{ day: '2026-11-30', cents: 300 }];
    expect(creditsOfVisits(['2026-11-30', '2026-12-07'], written, facts)).toEqual([300, 333]);
    expect(creditsOfVisits(['2026-11-30'], [{ day: '2026-11-30', cents: null }], facts)).toEqual([333]);
    // Visits beyond the number that the month had when it began are worth nothing.
    expect(creditsOfVisits(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'], [], facts).at(-1)).toBe(0);
  });
});

describe('expectedCharges', () => {
  const facts = { ...billing, nextPriceOf: () => 3500 };
  const amounts = (credits: { day: DateKey; cents: number }[], balanceCents = 0) =>
    expectedCharges(credits, balanceCents, facts).map(({ amountCents }) => amountCents);

  it('takes credit off the charge after its visit', () => {
    expect(amounts([])).toEqual([3500]);
    expect(amounts([{ day: '2026-12-21', cents: 875 }])).toEqual([2625]);
    // The month of this visit begins with the first charge.
    expect(amounts([{ day: '2026-12-28', cents: 875 }])).toEqual([3500, 2625]);
  });

  it('keeps what a charge does not need, and carries what is too little to charge', () => {
    expect(amounts([], 4000)).toEqual([0, 3000]);
    expect(amounts([], 3470)).toEqual([0, 3530]);
    expect(amounts([], 3450)).toEqual([50]);
  });

  it('leaves a credit for the next charge when its visit is at the instant of one', () => {
    const atVisit = { ...facts, periodEnd: instantOf('2026-12-21', '09:00') };
    expect(expectedCharges([{ day: '2026-12-21', cents: 875 }], 0, atVisit)).toEqual([
      { at: instantOf('2026-12-21', '09:00'), priceCents: 3500, creditCents: 0, amountCents: 3500 },
      { at: instantOf('2027-01-21', '09:00'), priceCents: 3500, creditCents: 875, amountCents: 2625 },
    ]);
  });

  it('follows the day of purchase after a shorter month', () => {
    const month = { startsAt: at('2027-01-31'), endsAt: at('2027-02-28'), priceCents: 3500, visits: 4 };
    const short = { ...facts, months: [month], periodEnd: at('2027-02-28') };
    const charges = expectedCharges([{ day: '2027-03-01', cents: 875 }], 0, short);
    expect(charges.map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2027-02-28', '2027-03-31']);
    expect(monthOf('2027-03-01', short).endsAt.toISOString().slice(0, 10)).toBe('2027-03-31');
  });

  it('never charges more or less than prices and credits together', () => {
    const credit = fc.record({ ahead: fc.nat(120), cents: fc.integer({ min: 0, max: 4000 }) });
    fc.assert(
      fc.property(fc.array(credit, { maxLength: 20 }), fc.integer({ min: -49, max: 9000 }), (given, balanceCents) => {
        const credits = given
          .map(({ ahead, cents }) => ({ day: addDays('2026-11-25', ahead), cents }))
          .sort((a, b) => a.day.localeCompare(b.day));
        const charges = expectedCharges(credits, balanceCents, facts);
        const sumOf = (of: readonly number[]) => of.reduce((sum, cents) => sum + cents, 0);
        const credited = sumOf(credits.map(({ cents }) => cents)) + balanceCents;
        const charged = sumOf(charges.map(({ amountCents }) => amountCents));
        expect(charged).toBe(sumOf(charges.map(({ priceCents }) => priceCents)) - credited);
        for (const { amountCents } of charges) expect(amountCents === 0 || amountCents >= 50).toBe(true);
      }),
    );
  });
});
