import { describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { type EditedPlan, editedColumns, priceNewsOf } from './price-rules.ts';
import { noPending, noPendingPrice } from './rules.ts';

const now = instantOf('2026-11-25', '12:00');
const monthEnd = instantOf('2026-12-15', '10:00');
const secondEnd = instantOf('2027-01-15', '10:00');

const plan: EditedPlan = {
  ...{ status: 'active', packageType: 'heavy-duty', pricePerMonth: '74.00', ...noPendingPrice },
  ...{ pickupDays: ['monday', 'thursday'], earlierDays: [], preferredDay: 'friday', nextLawnMowingDate: null },
  ...{ currentPeriodEnd: monthEnd, createdAt: instantOf('2026-10-15', '10:00') },
};
const dropped = { ...noPending, ...noPendingPrice };

describe('an edit of price or package', () => {
  it('changes nothing without either', () => {
    expect(editedColumns(plan, { customerAsked: true }, now)).toEqual({});
  });

  it('takes the package of the price, at once, with days and extras', () => {
    expect(editedColumns(plan, { priceCents: 7600 }, now)).toEqual({
      ...{ ...dropped, packageType: 'premium', pricePerMonth: '76.00', pickupDays: ['monday', 'thursday'] },
      ...{ frequency: 'twice-weekly', includesFurniturePickup: true, includesBinWashing: true },
      ...{ includesLawnMowing: true, nextLawnMowingDate: now, earlierDays: [] },
    });
    expect(editedColumns(plan, { priceCents: 6000 }, now)).toMatchObject({
      ...{ packageType: 'clean-carry', pricePerMonth: '60.00', pickupDays: ['friday'] },
      earlierDays: [{ until: '2026-11-26', pickupDays: ['monday', 'thursday'] }],
    });
  });

  it('puts the named package before the bands', () => {
    expect(editedColumns(plan, { packageType: 'basic' }, now)).toMatchObject({
      ...{ packageType: 'basic', pricePerMonth: '35.00' },
    });
    expect(editedColumns(plan, { packageType: 'basic', priceCents: 9000 }, now)).toMatchObject({
      ...{ packageType: 'basic', pricePerMonth: '90.00', pickupDays: ['friday'] },
    });
    expect(editedColumns(plan, { packageType: 'heavy-duty', priceCents: 5000 }, now)).toEqual({
      ...{ ...dropped, pricePerMonth: '50.00' },
    });
    expect(editedColumns(plan, { packageType: 'heavy-duty' }, now)).toEqual(noPending);
  });

  it('lets a dearer price of the same package wait for a month that begins in 30 days or later', () => {
    const dearer = { ...noPending, pendingPrice: '75.00', pendingPriceFrom: secondEnd };
    expect(editedColumns(plan, { priceCents: 7500 }, now)).toEqual(dearer);
    const exactly = instantOf('2026-12-25', '12:00');
    const lessThan30 = { ...plan, currentPeriodEnd: new Date(exactly.getTime() - 1) };
    expect(editedColumns({ ...plan, currentPeriodEnd: exactly }, { priceCents: 7500 }, now)).toMatchObject({
      pendingPriceFrom: exactly,
    });
    expect(editedColumns(lessThan30, { priceCents: 7500 }, now)).toMatchObject({
      pendingPriceFrom: new Date(instantOf('2027-01-25', '12:00').getTime() - 1),
    });
    expect(editedColumns(plan, { packageType: 'heavy-duty', priceCents: 100_000 }, now)).toMatchObject({
      pendingPrice: '1000.00',
    });
  });

  it('charges it from the next month on if the customer asked for it', () => {
    const asked = { priceCents: 7500, customerAsked: true };
    expect(editedColumns(plan, asked, now)).toMatchObject({ pendingPriceFrom: monthEnd });
    // The invoice of a month that begins within the hour may be made already.
    expect(editedColumns(plan, asked, new Date(monthEnd.getTime() - 59 * 60_000))).toMatchObject({
      pendingPriceFrom: secondEnd,
    });
  });

  it('keeps the month of a rise that was announced as dear', () => {
    const announced = { ...plan, pendingPrice: '80.00', pendingPriceFrom: monthEnd };
    expect(editedColumns(announced, { packageType: 'heavy-duty', priceCents: 7800 }, now)).toMatchObject({
      ...{ pendingPrice: '78.00', pendingPriceFrom: monthEnd },
    });
    expect(editedColumns(announced, { packageType: 'heavy-duty', priceCents: 8100 }, now)).toMatchObject({
      ...{ pendingPrice: '81.00', pendingPriceFrom: secondEnd },
    });
    expect(editedColumns(announced, { priceCents: 7400 }, now)).toEqual({ ...dropped, pricePerMonth: '74.00' });
  });

  it('waits for nothing on a plan that has ended', () => {
    expect(editedColumns({ ...plan, status: 'cancelled' }, { priceCents: 7500 }, now)).toMatchObject({
      ...{ pricePerMonth: '75.00', pendingPrice: null },
    });
  });
});

describe('the news of a price', () => {
  it.each([
    ['cheaper', plan, { ...plan, pricePerMonth: '70.00' }, { oldPrice: '74.00', newPrice: '70.00', from: monthEnd }],
    [
      'pending',
      plan,
      { ...plan, pendingPrice: '75.00', pendingPriceFrom: secondEnd },
      { oldPrice: '74.00', newPrice: '75.00', from: secondEnd },
    ],
    [
      'taken back',
      { ...plan, pendingPrice: '75.00', pendingPriceFrom: secondEnd },
      plan,
      { oldPrice: '75.00', newPrice: '74.00', from: monthEnd },
    ],
    ['the same', plan, plan, null],
    ['of a plan that ends', plan, { ...plan, status: 'cancelled' as const, pricePerMonth: '70.00' }, null],
  ])('%s', (_, before, after, expected) => {
    expect(priceNewsOf(before, after)).toEqual(expected);
  });
});
