import { describe, expect, it } from 'vitest';
import type { SubscriptionCounts } from '../../../contract/subscriptions.ts';
import { subscriberFilters } from './page.ts';
import {
  addressLines,
  addressOf,
  bagLimitText,
  creditText,
  customerNameOf,
  emptyTextOf,
  extrasOf,
  frequencyText,
  nextChargeText,
  nextPickupOf,
  planCountText,
  planOfSubscriber,
  priceText,
  reactivationChargeText,
  rhythmOf,
  stateNotesOf,
} from './words.ts';

const today = '2026-11-21';
const { none } = subscriberFilters;

describe('subscriber texts', () => {
  it('show the full name, else the username', () => {
    const customer = { customerUsername: 'dana_w', customerFirstName: 'Dana', customerLastName: 'Whitfield' };
    expect(customerNameOf(customer)).toBe('Dana Whitfield');
    expect(customerNameOf({ ...customer, customerFirstName: null })).toBe('Whitfield');
    expect(customerNameOf({ ...customer, customerFirstName: '', customerLastName: null })).toBe('dana_w');
  });

  it('say what a reactivation charges', () => {
    const plan = { pricePerMonth: '60.00', cancellationDate: '2026-11-20T12:00:00.000Z' };
    const text = (currentPeriodEnd: string | null, now = '2026-11-21T12:00:00Z') =>
      reactivationChargeText({ ...plan, currentPeriodEnd }, new Date(now));
    const charged = 'the saved card is charged $60.00/month';
    const paidTo = '2026-12-25T17:00:00.000Z';
    expect(text(paidTo)).toBe('nothing is charged: the month is paid until Fri, Dec 25');
    expect(text(paidTo, '2026-12-25T17:00:00Z')).toBe(charged);
    // The plan ended with its month, or its month was refunded.
    expect(text(plan.cancellationDate, '2026-11-19T12:00:00Z')).toBe(charged);
    expect(text(null)).toBe(charged);
  });

  it('show the package, whatever its price', () => {
    expect(planOfSubscriber({ packageType: 'heavy-duty' }).name).toBe('Heavy Duty');
    expect(priceText({ pricePerMonth: '60.00' })).toBe('$60.00/month');
  });

  it('default to 6 bags and Weekly', () => {
    expect(bagLimitText({ bagCountLimit: 8 })).toBe('8 bags');
    expect(bagLimitText({ bagCountLimit: 0 })).toBe('6 bags');
    expect(['weekly', 'twice-weekly', ''].map((frequency) => frequencyText({ frequency }))).toEqual([
      'Weekly',
      'Twice weekly',
      'Weekly',
    ]);
    expect(rhythmOf({ pickupDays: ['monday', 'thursday'], preferredTime: 'morning' })).toBe(
      'Monday and Thursday, morning preferred',
    );
    expect(rhythmOf({ pickupDays: [], preferredTime: null })).toBe('');
  });

  it("show the plan's address, else the customer's", () => {
    expect(addressOf({ address: '801 N 2nd St', customerAddress: '1 Penn Sq' })).toBe('801 N 2nd St');
    expect(addressOf({ address: null, customerAddress: '1 Penn Sq' })).toBe('1 Penn Sq');
    expect(addressOf({ address: null, customerAddress: null })).toBe('No address');
    expect(addressLines('801 N 2nd St, Apt 4, Philadelphia')).toEqual({
      street: '801 N 2nd St',
      place: 'Apt 4, Philadelphia',
    });
    expect(addressLines('No address')).toEqual({ street: 'No address', place: '' });
  });

  it('list the extras, with the New York day of the next mowing', () => {
    const plan = { includesFurniturePickup: true, includesBinWashing: true, includesLawnMowing: true };
    expect(extrasOf({ ...plan, nextLawnMowingDate: '2026-12-21T04:30:00.000Z' }, today)).toEqual([
      'Furniture pickup',
      'Bin power washing',
      'Lawn mowing, due Sun, Dec 20',
    ]);
    expect(extrasOf({ ...plan, includesLawnMowing: false, nextLawnMowingDate: null }, today)).toHaveLength(2);
  });

  it('mark a next pickup overdue by its New York date', () => {
    expect(nextPickupOf({ nextPickupDate: '2026-11-22T04:30:00.000Z' }, today)).toEqual({
      text: 'Today',
      isOverdue: false,
    });
    expect(nextPickupOf({ nextPickupDate: '2026-11-20T14:00:00.000Z' }, today)).toEqual({
      text: 'Fri, Nov 20',
      isOverdue: true,
    });
    expect(nextPickupOf({ nextPickupDate: null }, today)).toEqual({ text: 'Not scheduled', isOverdue: false });
  });
});

describe('list texts', () => {
  const counts: SubscriptionCounts = {
    ...{ all: 10_001, active: 10_000, paused: 0, cancelled: 1 },
    ...{ basic: 1204, cleanCarry: 2, heavyDuty: 3, premium: 4 },
  };

  it('count each package, up to ten thousand', () => {
    const plans = ['all', 'basic', 'clean-carry', 'heavy-duty', 'premium'] as const;
    expect(plans.map((plan) => planCountText(counts, plan))).toEqual(['10,000+', '1,204', '2', '3', '4']);
  });

  it('describe an empty list', () => {
    expect(emptyTextOf(none)).toBe('Customers with a monthly plan will appear here.');
    expect(emptyTextOf({ ...none, status: 'paused' })).toBe('No paused subscribers.');
    expect(emptyTextOf({ ...none, status: 'active', package: 'heavy-duty' })).toBe(
      'No active subscribers on Heavy Duty.',
    );
    expect(emptyTextOf({ ...none, package: 'premium', q: 'oak' })).toBe('Nothing matches “oak”.');
  });
});

describe('stateNotesOf', () => {
  const none = {
    holdFrom: null,
    pausedUntil: null,
    cancellationDate: null,
    pendingPackageType: null,
    pendingFrom: null,
    pendingPrice: null,
    pendingPriceFrom: null,
  };
  const notes = (facts: object) => stateNotesOf({ status: 'active', ...none, ...facts }, today);

  it('is empty for a plan that renews', () => {
    expect(notes({})).toEqual([]);
  });

  it('says from when and until when a plan is on hold', () => {
    const hold = { holdFrom: '2026-11-21', pausedUntil: '2027-03-03T14:00:00.000Z' };
    expect(notes(hold)).toEqual(['On hold until Mar 3']);
    expect(notes({ ...hold, holdFrom: '2026-11-22' })).toEqual(['On hold from Nov 22']);
    expect(notes({ ...hold, pausedUntil: '2026-11-21T14:00:00.000Z' })).toEqual([]);
  });

  it('says when a plan ends, and when another one begins', () => {
    expect(notes({ cancellationDate: '2026-12-20T17:00:00.000Z' })).toEqual(['Ends Dec 20']);
    const pending = { pendingPackageType: 'heavy-duty', pendingFrom: '2026-12-25T17:00:00.000Z' };
    expect(notes(pending)).toEqual(['Heavy Duty from Dec 25']);
    expect(notes({ status: 'cancelled', cancellationDate: '2026-11-20T17:00:00.000Z' })).toEqual([]);
  });
});

describe('the next charge and the credit', () => {
  const charge = { at: '2026-12-25T17:00:00.000Z', price: '60.00', credit: '0.00', amount: '60.00' };

  it('say what comes off and what is added', () => {
    expect(nextChargeText(charge)).toBe('$60.00 on Dec 25');
    const less = { ...charge, credit: '15.00', amount: '45.00' };
    expect(nextChargeText(less)).toBe('$45.00 on Dec 25: $60.00 less $15.00 credit');
    const more = { ...charge, credit: '-0.30', amount: '60.30' };
    expect(nextChargeText(more)).toBe('$60.30 on Dec 25: $60.00 and $0.30 from the last charge');
  });

  it('say what is left and what it is for', () => {
    const row = { day: '2026-11-19', amount: '15.00', isApplied: false };
    expect(creditText({ balance: '15.00', rows: [row] })).toBe('$15.00 left, for 1 visit on hold');
    expect(creditText({ balance: '-0.30', rows: [row, row] })).toBe(
      '$0.30 owed with the next charge, for 2 visits on hold',
    );
    expect(creditText({ balance: '0.00', rows: [] })).toBe('$0.00 left');
  });
});
