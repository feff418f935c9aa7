import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import {
  bagLimitError,
  changedByOthers,
  chargedText,
  fieldsOf,
  isDearer,
  othersText,
  packageEdit,
  priceError,
  unusualPriceText,
  updatesOf,
} from './edit.ts';

const subscriber: Parameters<typeof fieldsOf>[0] = {
  ...{ packageType: 'clean-carry', pricePerMonth: '60.00', pendingPrice: null, status: 'active', bagCountLimit: 6 },
  currentPeriodEnd: instantOf('2026-12-25', '12:00').toISOString(),
  createdAt: instantOf('2026-10-25', '12:00').toISOString(),
};
const now = instantOf('2026-12-01', '12:00');

describe('fieldsOf', () => {
  it('shows package and price, and a default bag limit of 6', () => {
    expect(fieldsOf(subscriber)).toEqual({
      ...{ packageType: 'clean-carry', pricePerMonth: '60.00', customerAsked: false },
      ...{ status: 'active', bagCountLimit: '6' },
    });
    expect(fieldsOf({ ...subscriber, packageType: 'premium', pricePerMonth: '45.00', bagCountLimit: 0 })).toMatchObject(
      {
        ...{ packageType: 'premium', pricePerMonth: '45.00', bagCountLimit: '6' },
      },
    );
    expect(fieldsOf({ ...subscriber, pendingPrice: '66.00' }).pricePerMonth).toBe('66.00');
  });
});

describe('updatesOf', () => {
  it('sends only the changed fields', () => {
    expect(updatesOf(subscriber, {})).toEqual({});
    expect(updatesOf(subscriber, { packageType: 'clean-carry', status: 'active', bagCountLimit: '6' })).toEqual({});
    expect(updatesOf(subscriber, { pricePerMonth: ' 60 ' })).toEqual({});
    expect(updatesOf(subscriber, { bagCountLimit: ' 8 ' })).toEqual({ bagCountLimit: 8 });
    expect(updatesOf(subscriber, { ...packageEdit(subscriber, 'premium'), status: 'paused' })).toEqual({
      ...{ packageType: 'premium', pricePerMonth: '150.00', status: 'paused' },
    });
  });

  it('keeps a custom price while the package is unchanged', () => {
    const custom = { ...subscriber, pricePerMonth: '45.00' };
    expect(updatesOf(custom, packageEdit(custom, 'clean-carry'))).toEqual({});
  });

  it('says that the customer asked only for a dearer price of the same package', () => {
    const asked = { pricePerMonth: '65', customerAsked: true };
    const sent = { packageType: 'clean-carry', pricePerMonth: '65.00', customerAsked: true };
    expect(updatesOf(subscriber, asked)).toEqual(sent);
    expect(updatesOf({ ...subscriber, pendingPrice: '65.00' }, { customerAsked: true })).toEqual(sent);
    expect(updatesOf(subscriber, { ...asked, pricePerMonth: '55.00' })).not.toHaveProperty('customerAsked');
    expect(updatesOf(subscriber, { ...asked, packageType: 'premium' })).not.toHaveProperty('customerAsked');
  });
});

describe('a new price', () => {
  const fields = (edited: object) => ({ ...fieldsOf(subscriber), ...edited });
  const text = (edited: object) => chargedText(subscriber, fields(edited), now);

  it('says from when it is charged', () => {
    expect(text({})).toBeNull();
    expect(text({ pricePerMonth: 'free' })).toBeNull();
    expect(text({ pricePerMonth: '55.00' })).toBe(
      '$55.00 is charged from the next month on, Fri, Dec 25. The customer is told at once.',
    );
    expect(text({ packageType: 'heavy-duty', pricePerMonth: '75.00' })).toBe(
      '$75.00 is charged from the next month on, Fri, Dec 25. The package changes now. The customer is told at once.',
    );
    expect(text({ pricePerMonth: '65' })).toBe(
      '$65.00 is charged from Mon, Jan 25 on, because customers read of a higher price 30 days ahead. The customer is told at once.',
    );
    expect(text({ pricePerMonth: '65', customerAsked: true })).toBe(
      '$65.00 is charged from Fri, Dec 25 on. The customer is told at once.',
    );
    expect(isDearer({ ...subscriber, status: 'cancelled' }, fields({ pricePerMonth: '65' }))).toBe(false);
  });

  it.each([
    ['clean-carry', '121.00', 'Clean & Carry costs this customer $60.00 a month. The new price is more than double.'],
    ['clean-carry', '29.99', 'Clean & Carry costs this customer $60.00 a month. The new price is less than half.'],
    ['basic', '71.00', 'Basic Package costs $35.00 a month. The new price is more than double.'],
    ['premium', '150.01', 'Premium Property costs $150.00 a month. The new price is above every price of your list.'],
    ['clean-carry', '120.00', null],
    ['clean-carry', '30.00', null],
    ['premium', '150.00', null],
  ] as const)('is asked about if it is unusual: %s for %s', (packageType, pricePerMonth, expected) => {
    expect(unusualPriceText(subscriber, { packageType, pricePerMonth })).toBe(expected);
    expect(unusualPriceText(subscriber, { bagCountLimit: 7 })).toBeNull();
  });

  it('is from 1.00 to 1000.00', () => {
    for (const valid of ['1', '1000.00', ' 74.5 ']) expect(priceError(valid)).toBeUndefined();
    for (const wrong of ['', '0.99', '1000.01', '7,4', 'x', '1.234']) {
      expect(priceError(wrong), wrong).toBe('Please enter a price from 1.00 to 1000.00');
    }
  });
});

describe('bagLimitError', () => {
  it('accepts whole numbers from 1 to 20', () => {
    for (const text of ['1', '20', ' 6 ']) expect(bagLimitError(text)).toBeUndefined();
    for (const text of ['', '0', '21', '2.5', '-1', '1e1', 'six']) {
      expect(bagLimitError(text), text).toBe('Bag count limit must be a number from 1 to 20');
    }
  });
});

describe('changedByOthers', () => {
  it('lists the fields that differ and that we did not send', () => {
    const other = { packageType: 'heavy-duty', pricePerMonth: '75.00', status: 'cancelled', bagCountLimit: 8 } as const;
    const now = { ...subscriber, ...other };
    expect(changedByOthers(subscriber, subscriber)).toEqual([]);
    expect(changedByOthers(subscriber, now, { bagCountLimit: 8 })).toEqual([
      'the package is now Heavy Duty',
      'the price is now $75.00',
      'the status is now Cancelled',
    ]);
    expect(othersText(changedByOthers(subscriber, now, { pricePerMonth: '75.00', status: 'cancelled' }))).toBe(
      'Someone else just changed it: the bag limit is now 8.',
    );
  });
});
