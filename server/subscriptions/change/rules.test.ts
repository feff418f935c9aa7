import { describe, expect, it } from 'vitest';
import { centsToText } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { addDays, instantOf } from '../../../contract/values/time/dates.ts';
import { noPending } from '../rules.ts';
import {
  type ChangingPlan,
  changesUnrecordedMonth,
  hasOtherPending,
  isRenewing,
  whyNoChange,
  wishedColumns,
} from './rules.ts';

const today = '2026-11-23';
const now = instantOf(today, '12:00');
const monthEnd = instantOf('2026-12-15', '10:00');
const hourMs = 60 * 60 * 1000;
const from = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

const basic: ChangingPlan = {
  ...{ status: 'active', cancellationDate: null, currentPeriodEnd: monthEnd, packageType: 'basic' },
  ...{ pricePerMonth: '35.00', pickupDays: ['friday'], earlierDays: [] },
  ...{ preferredDay: 'friday', preferredTime: '8:00 AM', ...noPending },
};
const premium: ChangingPlan = { ...basic, packageType: 'premium', pickupDays: ['monday', 'thursday'] };
/**
 * The pending package begins a day before the present month ends, so that a test can tell which of the two instants is
 * used.
 */
const pending: ChangingPlan = {
  ...premium,
  ...{
    pendingPackageType: 'clean-carry',
    pendingPackagePrice: '58.00',
    pendingPreferredDay: 'sunday',
    pendingFrom: from(monthEnd, -hourMs * 24),
  },
};

describe('the columns of a changed plan', () => {
  it.each([
    ['stay without a wish', basic, {}, { ...noPending, preferredTime: '8:00 AM' }],
    [
      'stay when the wish says nothing',
      basic,
      { preferredDay: null, preferredTime: null },
      { preferredTime: '8:00 AM' },
    ],
    ['have another time', basic, { preferredTime: '5:00 PM' }, { ...noPending, preferredTime: '5:00 PM' }],
    ['have no other day where the package fixes its days', premium, { preferredDay: 'sunday' }, { ...noPending }],
    ['take the pending package back', pending, { packageType: 'premium' }, { ...noPending }],
  ] as const)('%s', (_what, plan, wish, expected) => {
    expect(wishedColumns(plan, wish, today)).toEqual({ ...noPending, preferredTime: '8:00 AM', ...expected });
  });

  it('have another day from tomorrow on', () => {
    expect(wishedColumns(basic, { preferredDay: 'sunday' }, today)).toEqual({
      ...{ ...noPending, packageType: 'basic', preferredDay: 'sunday', preferredTime: '8:00 AM' },
      ...{ pickupDays: ['sunday'], frequency: 'weekly' },
      ...{ includesFurniturePickup: false, includesBinWashing: false, includesLawnMowing: false },
      earlierDays: [{ until: addDays(today, 1), pickupDays: ['friday'] }],
    });
  });

  it.each([
    ['the present day', basic, { packageType: 'clean-carry' }, 'clean-carry', 'friday'],
    ['the wished day', basic, { packageType: 'clean-carry', preferredDay: 'sunday' }, 'clean-carry', 'sunday'],
    [
      'Monday when no day was ever chosen',
      { ...premium, preferredDay: null },
      { packageType: 'basic' },
      'basic',
      'monday',
    ],
    [
      'no day where the package fixes its days',
      basic,
      { packageType: 'heavy-duty', preferredDay: 'sunday' },
      'heavy-duty',
      null,
    ],
    ['not the day of another pending package', pending, { packageType: 'basic' }, 'basic', 'friday'],
  ] as const)('have another package from the next month on, with %s', (_what, plan, wish, packageType, day) => {
    expect(wishedColumns(plan, wish, today)).toEqual({
      ...{ pendingPackageType: packageType, pendingPreferredDay: day, pendingFrom: monthEnd, preferredTime: '8:00 AM' },
      pendingPackagePrice: centsToText(planOf(packageType).priceCents),
    });
  });

  it.each([
    ['its day', {}, 'sunday'],
    ['its day when it is wished again', { packageType: 'clean-carry' }, 'sunday'],
    ['another day', { preferredDay: 'tuesday' }, 'tuesday'],
  ] as const)('keep a pending package and its first instant, with %s', (_what, wish, day) => {
    const { pendingPackageType, pendingPackagePrice, pendingFrom } = pending;
    expect(wishedColumns(pending, wish, today)).toEqual({
      ...{ pendingPackageType, pendingPackagePrice, pendingPreferredDay: day, pendingFrom, preferredTime: '8:00 AM' },
    });
  });
});

it.each([
  ['is the same without a pending package', basic, {}, false],
  ['is the same at an equal instant', pending, { pendingFrom: from(monthEnd, -hourMs * 24) }, false],
  ['differs by the package', pending, { pendingPackageType: 'basic' }, true],
  ['differs by the day', pending, { pendingPreferredDay: 'tuesday' }, true],
  ['differs by the instant', pending, { pendingFrom: monthEnd }, true],
  ['differs when it is taken back', pending, noPending, true],
  ['differs when it is new', basic, { pendingFrom: monthEnd }, true],
] as const)('what the next month begins with %s', (_what, before, change, expected) => {
  expect(hasOtherPending(before, { ...before, ...change })).toBe(expected);
});

describe('a plan', () => {
  it('renews from an hour before the end of its month on, until the next one is known', () => {
    const isRenewingAt = (ms: number, plan = basic) => isRenewing(plan, from(monthEnd, ms));
    expect([-hourMs - 1, -hourMs, 0, hourMs].map((ms) => isRenewingAt(ms))).toEqual([false, true, true, true]);
    expect(isRenewing({ ...basic, currentPeriodEnd: null }, now)).toBe(true);
  });

  it('renews while its pending package begins, also once the next month is known', () => {
    const renewed = { ...pending, pendingFrom: monthEnd, currentPeriodEnd: instantOf('2027-01-15', '10:00') };
    expect(isRenewing(renewed, from(monthEnd, -hourMs - 1))).toBe(false);
    expect(isRenewing(renewed, from(monthEnd, -hourMs))).toBe(true);
  });
});

const otherDays = { pickupDays: ['sunday'] };
const otherPrice = { pricePerMonth: '33.00' };

describe('a month that has begun', () => {
  it.each([
    ['another price', otherPrice],
    ['other weekdays', otherDays],
  ])('keeps %s waiting until it is recorded', (_what, change) => {
    const waits = (ms: number) => changesUnrecordedMonth(basic, { ...basic, ...change }, from(monthEnd, ms));
    expect([-1, 0, 1].map(waits)).toEqual([false, true, true]);
  });

  it.each([
    ['the same price and weekdays', {}, {}],
    ['a paused plan', { status: 'paused' }, otherDays],
    ['a plan that ends', { cancellationDate: from(monthEnd, 1) }, otherDays],
    ['a plan without a known month', { currentPeriodEnd: null }, otherDays],
  ] as const)('does not keep %s waiting', (_what, change, after) => {
    const before = { ...basic, ...change };
    expect(changesUnrecordedMonth(before, { ...before, ...after }, monthEnd)).toBe(false);
  });
});

describe('a change', () => {
  const why = (plan: ChangingPlan, change: Partial<ChangingPlan>, at = now) =>
    whyNoChange(plan, { ...plan, ...change }, at);
  const toPremium = { pendingPackageType: 'premium', pendingFrom: monthEnd } as const;
  const ending = { ...basic, cancellationDate: monthEnd };
  const paused = { ...basic, status: 'paused' } as const;
  const late = from(monthEnd, -hourMs);

  it.each([
    ['of the package of an active plan', basic, toPremium, now],
    ['of the day of a plan that ends', ending, otherDays, now],
    ['of the day within the last hour of a month', basic, otherDays, late],
    ['that a paused plan takes back', { ...paused, ...toPremium }, noPending, now],
  ] as const)('can be made: one %s', (_what, plan, change, at) => {
    expect(why(plan, change, at)).toBeNull();
  });

  it.each([
    ['a plan that was cancelled', { ...basic, status: 'cancelled' }, otherDays, now, 'ended'],
    ['a plan whose end has come', ending, otherDays, monthEnd, 'ended'],
    ['the package of a paused plan', paused, toPremium, now, 'paused'],
    ['the day of a paused plan', paused, { preferredDay: 'sunday' }, now, 'paused'],
    ['the time of a paused plan', paused, { preferredTime: '5:00 PM' }, now, 'paused'],
    ['the weekdays before the month is in the books', basic, otherDays, monthEnd, 'renewing'],
    ['the package of a plan that ends', ending, toPremium, now, 'ending'],
    ['the package of a plan that ends within the hour', ending, toPremium, late, 'ending'],
    ['the package within the last hour of a month', basic, toPremium, late, 'renewing'],
  ] as const)("can't be made of %s", (_what, plan, change, at, expected) => {
    expect(why(plan, change, at)).toBe(expected);
  });
});
