import { describe, expect, it } from 'vitest';
import { planOf } from '../../contract/values/prices.ts';
import { firstServiceDays, serviceDaysOf } from '../../contract/values/time/service-days.ts';
import {
  appliedPending,
  type BilledFacts,
  type BillingFacts,
  decideBilling,
  earlierDaysOf,
  followingOccurrence,
  isOtherPlan,
  isStuckDraft,
  noPending,
  noPendingPrice,
  priceOfMonth,
  termsOf,
  timetableOf,
  visitsAround,
} from './rules.ts';

describe('a draft invoice', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const draft = (hoursAgo: number, draftError: string | null = null, status = 'draft') =>
    isStuckDraft({ status, draftError, createdAt: new Date(now.getTime() - hoursAgo * 60 * 60 * 1000) }, now);

  it('is stuck after a day, or as soon as it could not be finalized', () => {
    expect([draft(1), draft(24), draft(24.01)]).toEqual([false, false, true]);
    expect(draft(0, 'The location is unknown.')).toBe(true);
    expect([draft(48, null, 'open'), draft(48, 'The location is unknown.', 'paid')]).toEqual([false, false]);
  });
});

describe('service days', () => {
  it('are the preferred day, or Monday and Thursday for packages with fixed days', () => {
    expect(serviceDaysOf(planOf('basic'), 'saturday')).toEqual(['saturday']);
    expect(serviceDaysOf(planOf('clean-carry'), 'tuesday')).toEqual(['tuesday']);
    expect(serviceDaysOf(planOf('heavy-duty'), 'saturday')).toEqual(['monday', 'thursday']);
    expect(serviceDaysOf(planOf('premium'), 'saturday')).toEqual(['monday', 'thursday']);
  });

  it('start after today, even if today is a service day', () => {
    // 2026-11-23 is a Monday.
    expect(firstServiceDays(['monday'], '2026-11-23')).toEqual(['2026-11-30']);
    expect(firstServiceDays(['tuesday'], '2026-11-23')).toEqual(['2026-11-24']);
    expect(firstServiceDays(['sunday'], '2026-11-23')).toEqual(['2026-11-29']);
    expect(firstServiceDays(['monday', 'thursday'], '2026-11-24')).toEqual(['2026-11-26', '2026-11-30']);
  });

  it('follow a calendar week later across years and clock changes, never in the past', () => {
    expect(followingOccurrence('2026-10-26', '2026-10-26')).toBe('2026-11-02');
    expect(followingOccurrence('2026-12-28', '2026-12-28')).toBe('2027-01-04');
    expect(followingOccurrence('2026-11-02', '2026-11-25')).toBe('2026-11-30');
    expect(followingOccurrence('2026-11-02', '2026-11-23')).toBe('2026-11-23');
  });
});

describe('isOtherPlan', () => {
  const ours = {
    ...{ packageType: 'basic', pricePerMonth: '35.00', currentPeriodEnd: new Date('2026-12-22T15:00:00Z') },
    ...{ ...noPending, ...noPendingPrice },
  } satisfies BilledFacts;

  it('is false for the same package at the same price', () => {
    expect(isOtherPlan(ours, { packageType: 'basic', priceCents: 3500 })).toBe(false);
  });

  it('is true for another package or another price', () => {
    expect(isOtherPlan(ours, { packageType: 'premium', priceCents: 3500 })).toBe(true);
    expect(isOtherPlan(ours, { packageType: null, priceCents: 3500 })).toBe(true);
    expect(isOtherPlan(ours, { packageType: 'basic', priceCents: 3501 })).toBe(true);
  });

  it('compares a package that begins next month, at its agreed price or else its listed one', () => {
    const changing = { ...ours, pricePerMonth: '41.50', pendingPackageType: 'premium' } as const;
    expect(isOtherPlan(changing, { packageType: 'basic', priceCents: 4150 })).toBe(true);
    expect(isOtherPlan(changing, { packageType: 'premium', priceCents: 15000 })).toBe(false);
    const agreed = { ...changing, pendingPackagePrice: '140.00' };
    expect(isOtherPlan(agreed, { packageType: 'premium', priceCents: 14000 })).toBe(false);
  });
});

describe('termsOf', () => {
  it("are the package's, weekly or twice weekly by its days", () => {
    expect(termsOf(planOf('basic'), 'tuesday')).toEqual({
      packageType: 'basic',
      pickupDays: ['tuesday'],
      frequency: 'weekly',
      includesFurniturePickup: false,
      includesBinWashing: false,
      includesLawnMowing: false,
    });
    expect(termsOf(planOf('premium'), 'tuesday')).toEqual({
      packageType: 'premium',
      pickupDays: ['monday', 'thursday'],
      frequency: 'twice-weekly',
      includesFurniturePickup: true,
      includesBinWashing: true,
      includesLawnMowing: true,
    });
  });
});

describe('decideBilling', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const weekAgo = new Date('2026-11-16T12:00:00Z');
  const almostWeekAgo = new Date('2026-11-16T12:00:00.001Z');
  const paidUp = { status: 'active', pastDueSince: null, isPausedForPayment: false } as const;

  function decide(ours: Partial<BillingFacts['ours']>, facts: Partial<Omit<BillingFacts, 'ours'>> = {}) {
    const lastPaidAt = new Date('2026-10-30T12:00:00Z');
    const plan = { ...paidUp, cancellationDate: null, ...ours };
    return decideBilling({ ours: plan, theirs: 'active', isOwing: false, lastPaidAt, now, ...facts });
  }

  it('leaves a plan that is paid up as it is', () => {
    expect(decide({})).toEqual({ ...paidUp, news: null });
    expect(decide({ status: 'paused' }, { theirs: 'paused' })).toEqual({ ...paidUp, status: 'paused', news: null });
  });

  it('ends a plan that ended here or at the provider, whatever is owed', () => {
    const ended = { status: 'cancelled', pastDueSince: null, isPausedForPayment: false, news: null };
    expect(decide({ status: 'cancelled' }, { isOwing: true })).toEqual(ended);
    expect(decide({ pastDueSince: weekAgo, isPausedForPayment: true }, { theirs: 'canceled' })).toEqual(ended);
  });

  it('ends a plan that was cancelled to the end of its month at that instant, and not before', () => {
    const ended = { status: 'cancelled', pastDueSince: null, isPausedForPayment: false, news: null };
    expect(decide({ cancellationDate: now })).toEqual(ended);
    expect(decide({ cancellationDate: now, pastDueSince: weekAgo }, { isOwing: true })).toEqual(ended);
    expect(decide({ cancellationDate: new Date(now.getTime() + 1) })).toEqual({ ...paidUp, news: null });
  });

  it.each([
    ['an unpaid renewal', { isOwing: true }],
    ['a plan that is past due at the provider', { theirs: 'past_due' }],
  ] as const)('starts the grace period for %s, and notifies once', (_what, facts) => {
    expect(decide({}, facts)).toEqual({ ...paidUp, pastDueSince: now, news: 'past-due' });
    expect(decide({ pastDueSince: almostWeekAgo }, facts)).toEqual({
      ...paidUp,
      pastDueSince: almostWeekAgo,
      news: null,
    });
  });

  it('pauses an active plan when the grace period is over', () => {
    const paused = { status: 'paused', pastDueSince: weekAgo, isPausedForPayment: true, news: null };
    expect(decide({ pastDueSince: weekAgo }, { isOwing: true })).toEqual(paused);
    expect(decide({ ...paused, status: 'paused' } as const, { isOwing: true })).toEqual(paused);
  });

  it("does not confuse a dispatcher's pause with its own", () => {
    const ours = { status: 'paused', pastDueSince: weekAgo } as const;
    expect(decide(ours, { isOwing: true })).toEqual({ ...paidUp, ...ours, news: null });
    expect(decide(ours)).toEqual({ ...paidUp, status: 'paused', news: null });
  });

  it('does not keep a resumed plan marked as paused for payment', () => {
    const ours = { isPausedForPayment: true, pastDueSince: almostWeekAgo };
    expect(decide(ours, { isOwing: true })).toEqual({ ...paidUp, pastDueSince: almostWeekAgo, news: null });
  });

  it('activates a plan that was paused for payment once it is paid, and notifies', () => {
    const ours = { status: 'paused', isPausedForPayment: true, pastDueSince: weekAgo } as const;
    expect(decide(ours, { lastPaidAt: now })).toEqual({ ...paidUp, news: 'paid' });
  });

  it('reports no payment when the month was written off', () => {
    expect(decide({ pastDueSince: weekAgo })).toEqual({ ...paidUp, news: null });
  });

  it("allows a minute between the provider's clock and ours", () => {
    const minuteEarlier = new Date(weekAgo.getTime() - 60_000);
    expect(decide({ pastDueSince: weekAgo }, { lastPaidAt: minuteEarlier }).news).toBe('paid');
    expect(decide({ pastDueSince: weekAgo }, { lastPaidAt: new Date(minuteEarlier.getTime() - 1) }).news).toBeNull();
  });
});

describe('the visits around a stop', () => {
  const stop = { id: 'this', occurrence: '2026-11-25' };
  const visit = (id: string, occurrence: string, day = occurrence, status: 'assigned' | 'cancelled' = 'assigned') => {
    return { id, occurrence, day, status };
  };
  const own = visit('this', '2026-11-25');
  const never = { earlier: [], holdFrom: null, heldUntil: null, endsAt: null, pending: null };
  const weekly = (pickupDays: string[]) => ({ ...never, pickupDays });

  it('are the next service day, which may have no stop yet, and none before the first', () => {
    const around = { after: null, before: '2026-12-02', taken: [] };
    expect(visitsAround(stop, weekly(['wednesday']), [own])).toEqual(around);
    expect(visitsAround(stop, weekly(['monday', 'thursday']), [own])).toEqual({ ...around, before: '2026-11-26' });
  });

  it('are the same weekday a week later, also when the day before is a service day', () => {
    expect(visitsAround(stop, weekly(['tuesday', 'wednesday']), [own]).before).toBe('2026-12-01');
  });

  it('are the nearest ones, however the stops were moved', () => {
    const stops = [visit('last', '2026-11-18', '2026-11-19'), visit('first', '2026-11-11', '2026-11-17'), own];
    expect(visitsAround(stop, weekly(['wednesday']), stops).after).toBe('2026-11-19');
    expect(visitsAround(stop, weekly(['wednesday']), stops.toReversed()).after).toBe('2026-11-19');
  });

  it('are known for four weeks in both directions', () => {
    const held = { ...weekly(['wednesday']), holdFrom: '2026-10-01', heldUntil: '2027-01-31' };
    const days = visitsAround(stop, held, [own]).taken.toSorted();
    expect([days.length, days[0], days.at(-1)]).toEqual([56, '2026-10-28', '2026-12-23']);
    expect(days).not.toContain('2026-11-25');
  });

  it('are where the stops are now', () => {
    const stops = [visit('last', '2026-11-18', '2026-11-20'), own, visit('next', '2026-12-02', '2026-12-01')];
    expect(visitsAround(stop, weekly(['wednesday']), stops)).toEqual({
      ...{ after: '2026-11-20', before: '2026-12-01', taken: ['2026-11-20', '2026-12-01'] },
    });
  });

  it('are service days without a stop, too, between today and the stop', () => {
    const lastOn = (today?: string) => visitsAround(stop, weekly(['wednesday']), [own], today).after;
    expect([lastOn('2026-11-17'), lastOn('2026-11-18'), lastOn()]).toEqual(['2026-11-18', null, null]);
    const cancelled = visit('last', '2026-11-18', '2026-11-18', 'cancelled');
    expect(visitsAround(stop, weekly(['wednesday']), [cancelled, own], '2026-11-10').after).toBe('2026-11-11');
  });

  it('leave out what was cancelled', () => {
    const stops = [
      visit('last', '2026-11-18', '2026-11-18', 'cancelled'),
      ...[own, visit('next', '2026-12-02', '2026-12-02', 'cancelled')],
    ];
    expect(visitsAround(stop, weekly(['wednesday']), stops)).toEqual({ after: null, before: '2026-12-09', taken: [] });
  });

  it('end after four weeks for a plan whose service days have changed', () => {
    expect(visitsAround(stop, weekly([]), [own]).before).toBe('2026-12-23');
    const other = visit('other', '2026-11-28');
    expect(visitsAround(stop, weekly([]), [own, other]).before).toBe('2026-11-28');
  });

  it('have no held days, and end with the plan', () => {
    const held = { ...weekly(['wednesday']), holdFrom: '2026-11-27', heldUntil: '2026-11-30' };
    expect(visitsAround(stop, held, [own])).toMatchObject({
      ...{ before: '2026-12-02', taken: ['2026-11-27', '2026-11-28', '2026-11-29'] },
    });
    const before = { ...weekly(['wednesday']), holdFrom: '2026-11-20', heldUntil: '2026-11-22' };
    expect(visitsAround(stop, before, [own]).taken.toSorted()).toEqual(['2026-11-20', '2026-11-21']);
    const ending = { ...weekly(['wednesday']), endsAt: new Date('2026-11-28T12:00:00Z') };
    expect(visitsAround(stop, ending, [own])).toMatchObject({ before: '2026-11-28' });
  });

  it('are those of the next package from its first day on', () => {
    const pending = { pickupDays: ['monday'], from: new Date('2026-11-28T12:00:00Z') };
    expect(visitsAround(stop, { ...weekly(['wednesday']), pending }, [own]).before).toBe('2026-11-30');
  });
});

describe('the timetable of a plan', () => {
  it('has the hold, the end and the next package of its row', () => {
    const from = new Date('2026-12-22T15:00:00Z');
    const facts = {
      ...{ pickupDays: ['monday', 'thursday'], preferredDay: 'friday' as const, holdFrom: '2026-12-01' },
      ...{ pausedUntil: new Date('2026-12-20T14:00:00Z'), cancellationDate: null },
      ...{ pendingPackageType: 'basic' as const, pendingPreferredDay: null, pendingFrom: from },
      earlierDays: [{ until: '2026-11-20', pickupDays: ['tuesday'] }],
    } as const;
    const timetable = {
      ...{ pickupDays: ['monday', 'thursday'], holdFrom: '2026-12-01', heldUntil: '2026-12-20', endsAt: null },
      pending: { pickupDays: ['friday'], from },
      earlier: facts.earlierDays,
    };
    expect(timetableOf(facts)).toEqual(timetable);
    expect(timetableOf({ ...facts, pendingFrom: null }).pending).toBeNull();
    expect(timetableOf({ ...facts, pendingPreferredDay: 'sunday' }).pending?.pickupDays).toEqual(['sunday']);
    expect(timetableOf({ ...facts, ...noPending, cancellationDate: from })).toEqual({
      ...{ ...timetable, endsAt: from, pending: null },
    });
  });
});

describe('the weekdays before a change', () => {
  const before = { pickupDays: ['monday', 'thursday'], earlierDays: [{ until: '2026-11-10', pickupDays: ['friday'] }] };

  it('are remembered in their order', () => {
    expect(earlierDaysOf(before, ['sunday'], '2026-12-01')).toEqual([
      { until: '2026-11-10', pickupDays: ['friday'] },
      { until: '2026-12-01', pickupDays: ['monday', 'thursday'] },
    ]);
    expect(earlierDaysOf(before, ['monday', 'thursday'], '2026-12-01')).toEqual(before.earlierDays);
  });

  it('are forgotten after 40 days', () => {
    expect(earlierDaysOf(before, before.pickupDays, '2026-12-19')).toEqual(before.earlierDays);
    expect(earlierDaysOf(before, before.pickupDays, '2026-12-20')).toEqual([]);
  });

  it('are those that were valid until today, also after two changes in one day', () => {
    expect(earlierDaysOf(before, ['sunday'], '2026-11-10')).toEqual(before.earlierDays);
  });
});

describe('a package that has begun', () => {
  const pending = {
    ...{ pricePerMonth: '41.50', preferredDay: 'friday' as const, nextLawnMowingDate: null },
    ...{ pendingPreferredDay: null, pendingFrom: new Date('2026-12-22T15:00:00Z') },
    ...{ pickupDays: ['friday'], earlierDays: [], pendingPackagePrice: null, ...noPendingPrice },
  } as const;
  const now = pending.pendingFrom;

  it('brings price, days and extras together', () => {
    expect(appliedPending({ ...pending, pendingPackageType: 'premium' }, now)).toMatchObject({
      ...{ ...noPending, packageType: 'premium', pricePerMonth: '150.00', pickupDays: ['monday', 'thursday'] },
      ...{ frequency: 'twice-weekly', includesLawnMowing: true, preferredDay: 'friday' },
      nextLawnMowingDate: pending.pendingFrom,
      // A visit at 9 AM on December 22 belonged to the package before.
      earlierDays: [{ until: '2026-12-23', pickupDays: ['friday'] }],
    });
    const basic = appliedPending({ ...pending, pendingPackageType: 'basic', pendingPreferredDay: 'sunday' }, now);
    expect(basic).toMatchObject({ preferredDay: 'sunday', pickupDays: ['sunday'], pricePerMonth: '35.00' });
    expect(basic).not.toHaveProperty('nextLawnMowingDate');
  });

  it('changes nothing without one', () => {
    expect(appliedPending({ ...pending, ...noPending }, now)).toEqual({});
    const earlier = new Date(now.getTime() - 1);
    expect(appliedPending({ ...pending, pendingPackageType: 'premium' }, earlier)).toEqual({});
  });

  it('keeps the price that it was agreed at, and drops a pending price of the package before', () => {
    const agreed = { pendingPackageType: 'premium', pendingPackagePrice: '140.00' } as const;
    const raised = { pendingPrice: '43.00', pendingPriceFrom: now };
    const applied = appliedPending({ ...pending, ...agreed, ...raised }, now);
    expect(applied).toMatchObject({ packageType: 'premium', pricePerMonth: '140.00', ...noPending, ...noPendingPrice });
  });
});

describe('a pending price', () => {
  const from = new Date('2026-12-22T15:00:00Z');
  const plan = { pricePerMonth: '41.50', pendingPrice: '43.00', pendingPriceFrom: from };
  const hours = (count: number) => new Date(from.getTime() + count * 60 * 60 * 1000);

  it('is the price of the months from its own on, even if that begins some hours earlier than expected', () => {
    expect([-13, -12, 0, 744].map((count) => priceOfMonth(plan, hours(count)))).toEqual([4150, 4300, 4300, 4300]);
    expect(priceOfMonth({ ...plan, ...noPendingPrice }, hours(744))).toBe(4150);
  });

  it('becomes the price once its month has begun', () => {
    const row = {
      ...plan,
      ...noPending,
      preferredDay: null,
      nextLawnMowingDate: null,
      pickupDays: [],
      earlierDays: [],
    };
    expect(appliedPending(row, hours(-1))).toEqual({});
    expect(appliedPending(row, from)).toEqual({ ...noPendingPrice, pricePerMonth: '43.00' });
  });
});
