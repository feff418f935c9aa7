import { describe, expect, it } from 'vitest';
import { bagLimitError, changedByOthers, fieldsOf, othersText, updatesOf } from './edit.ts';

const subscriber = { pricePerMonth: '60.00', status: 'active', bagCountLimit: 6 } as const;

describe('fieldsOf', () => {
  it('shows the package of the price, and a default bag limit of 6', () => {
    expect(fieldsOf(subscriber)).toEqual({ packageType: 'clean-carry', status: 'active', bagCountLimit: '6' });
    expect(fieldsOf({ ...subscriber, pricePerMonth: '45.00', bagCountLimit: 0 })).toMatchObject({
      packageType: 'clean-carry',
      bagCountLimit: '6',
    });
  });
});

describe('updatesOf', () => {
  it('sends only the changed fields', () => {
    expect(updatesOf(subscriber, {})).toEqual({});
    expect(updatesOf(subscriber, { packageType: 'clean-carry', status: 'active', bagCountLimit: '6' })).toEqual({});
    expect(updatesOf(subscriber, { bagCountLimit: ' 8 ' })).toEqual({ bagCountLimit: 8 });
    expect(updatesOf(subscriber, { packageType: 'premium', status: 'paused' })).toEqual({
      pricePerMonth: '150.00',
      status: 'paused',
    });
  });

  it('keeps a custom price while the package is unchanged', () => {
    expect(updatesOf({ ...subscriber, pricePerMonth: '45.00' }, { packageType: 'clean-carry' })).toEqual({});
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
    const now = { pricePerMonth: '75.00', status: 'cancelled', bagCountLimit: 8 } as const;
    expect(changedByOthers(subscriber, subscriber)).toEqual([]);
    expect(changedByOthers(subscriber, now, { bagCountLimit: 8 })).toEqual([
      'the package is now Heavy Duty',
      'the status is now Cancelled',
    ]);
    expect(othersText(changedByOthers(subscriber, now, { pricePerMonth: '75.00', status: 'cancelled' }))).toBe(
      'Someone else just changed it: the bag limit is now 8.',
    );
  });
});
