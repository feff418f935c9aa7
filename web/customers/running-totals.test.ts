import { expect, test } from 'vitest';
import type { BillingItem } from '../../contract/payments.ts';
import { isRefundable, runningTotals } from './running-totals.ts';

test('go back from the present total, and count only what was paid or refunded', () => {
  const items = [
    { amount: '45.00', status: 'failed' },
    { amount: '-12.50', status: 'succeeded' },
    { amount: '30.00', status: 'pending' },
    { amount: '45.00', status: 'succeeded' },
    { amount: '60.00', status: 'succeeded' },
  ];
  expect(runningTotals(items, '92.50')).toEqual(['92.50', '92.50', '105.00', '105.00', '60.00']);
  expect(runningTotals([], '0.00')).toEqual([]);
  expect(runningTotals([{ amount: '-5.00', status: 'succeeded' }], '-5.00')).toEqual(['-5.00']);
});

test('a charge can be refunded until its refunds add up to it', () => {
  const item = (change: Partial<BillingItem>): BillingItem => ({
    ...{ id: 'a', type: 'one-time', description: '', date: '', amount: '45.00', status: 'succeeded' },
    ...{ pickupId: 'p', failureReason: null, hasReceipt: true, ...change },
  });
  const refund = (amount: string, more: Partial<BillingItem> = {}) =>
    item({ type: 'refund', amount, hasReceipt: false, ...more });
  const charge = item({});
  expect(isRefundable(charge, [charge])).toBe(true);
  expect(isRefundable(charge, [refund('-20.00'), charge])).toBe(true);
  expect(isRefundable(charge, [refund('-25.00'), refund('-20.00'), charge])).toBe(false);
  expect(isRefundable(charge, [refund('-45.00', { status: 'failed' }), charge])).toBe(true);
  expect(isRefundable(charge, [refund('-45.00', { pickupId: 'other' }), charge])).toBe(true);
  expect(isRefundable(item({ pickupId: null }), [])).toBe(false);
  expect(isRefundable(refund('-45.00'), [])).toBe(false);
});
