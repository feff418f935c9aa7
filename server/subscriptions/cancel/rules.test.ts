import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsOfMonth } from '../../../contract/values/plan/credit.ts';
import { decideCancel, shareOf } from './rules.ts';

describe('a cancellation', () => {
  const now = new Date('2026-11-23T17:00:00Z');
  const endsAt = new Date('2026-12-20T17:00:00Z');
  const plan = { status: 'active', cancellationDate: null, currentPeriodEnd: endsAt, pastDueSince: null } as const;

  it('serves the plan to the end of its paid month', () => {
    expect(decideCancel(plan, now)).toEqual({ kind: 'at-end', endsAt });
    expect(decideCancel(plan, new Date(endsAt.getTime() - 1))).toEqual({ kind: 'at-end', endsAt });
  });

  it("doesn't move an end that is set, whatever has happened since", () => {
    const later = new Date('2027-01-20T17:00:00Z');
    const changed = { ...plan, status: 'paused', cancellationDate: endsAt, currentPeriodEnd: later } as const;
    expect(decideCancel({ ...changed, pastDueSince: now }, now)).toEqual({ kind: 'at-end', endsAt });
  });

  it("ends a plan immediately that is paused or unpaid, or whose month isn't known", () => {
    for (const change of [{ status: 'paused' }, { pastDueSince: now }, { currentPeriodEnd: null }] as const) {
      expect(decideCancel({ ...plan, ...change }, now)).toEqual({ kind: 'now' });
    }
  });

  it("waits while the next month isn't known to be paid", () => {
    expect(decideCancel(plan, endsAt)).toEqual({ kind: 'renewing' });
  });

  it('finds a plan ended that was cancelled, or whose end has come', () => {
    expect(decideCancel({ ...plan, status: 'cancelled' }, now)).toEqual({ kind: 'ended' });
    expect(decideCancel({ ...plan, cancellationDate: endsAt }, endsAt)).toEqual({ kind: 'ended' });
  });
});

describe('the share of visits that are no longer made', () => {
  it('is rounded down after what is credited, and the last visit has the rest', () => {
    const month = { priceCents: 1000, visits: 3 };
    expect([shareOf(month, 0, 1), shareOf(month, 1, 1), shareOf(month, 2, 1)]).toEqual([333, 333, 334]);
    expect([shareOf(month, 0, 0), shareOf(month, 0, 3), shareOf(month, 3, 2)]).toEqual([0, 1000, 0]);
    expect(shareOf({ priceCents: 1000, visits: 0 }, 0, 2)).toBe(0);
  });

  it('and the credits of a month are never more than its price, and exactly that when no visit is made', () => {
    const months = fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(months, fc.nat(12), fc.nat(12), ([priceCents, visits], credited, notMade) => {
        const before = creditsOfMonth(priceCents, visits, credited).reduce((sum, cents) => sum + cents, 0);
        const both = before + shareOf({ priceCents, visits }, credited, notMade);
        expect(both).toBeLessThanOrEqual(priceCents);
        if (credited + notMade >= visits) expect(both).toBe(priceCents);
      }),
    );
  });
});
