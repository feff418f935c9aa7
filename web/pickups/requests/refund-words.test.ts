import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../api/api-error.ts';
import {
  checkRefund,
  explainRefundError,
  plainAmount,
  refundInProgressText,
  refundLabel,
  refundStateOf,
} from './refund-words.ts';

test('a refund needs a reason and at most the refundable amount', () => {
  const amountOf = (amount: string) => checkRefund({ amount, reason: 'One bag was left.' }, '45.00').amount;
  for (const good of ['45.00', '45', '0.01', '$12.50', ' 3.5 ']) expect(amountOf(good), good).toBeUndefined();
  for (const bad of ['', '0', '-1', 'ten', '1.005']) {
    expect(amountOf(bad), bad).toBe('Please enter an amount such as 45.00');
  }
  expect(amountOf('45.01')).toBe('You can refund up to $45.00.');
  expect(checkRefund({ amount: '1', reason: '  ' }, '45.00')).toEqual({ reason: 'Please give a reason' });
});

test('the amount is sent without a dollar sign', () => {
  expect(plainAmount(' $12.50 ')).toBe('12.50');
});

test("the server's message is shown at its field", () => {
  const body = JSON.stringify({ message: 'You can refund up to $5.00.', errors: { amount: 'At most $5.00' } });
  expect(explainRefundError(new ApiError(400, '', body))).toEqual({
    fields: { amount: 'At most $5.00' },
    message: 'You can refund up to $5.00.',
  });
  expect(explainRefundError(new NetworkError(null)).message).toContain('twice');
});

test("a refund's status has a label", () => {
  const labelOf = (status: 'asked' | 'sent' | 'done' | 'refused', settledAs: string | null = null) =>
    refundStateOf({ status, settledAs }).label;
  expect([labelOf('asked'), labelOf('sent'), labelOf('done'), labelOf('refused'), labelOf('done', 'Cash')]).toEqual([
    ...['Pending', 'On its way', 'Refunded', 'Refused', 'Settled'],
  ]);
});

test('the button names a valid amount', () => {
  expect(['45', '$12.50', '', 'ten', '0'].map(refundLabel)).toEqual([
    'Refund $45.00',
    'Refund $12.50',
    ...['Refund', 'Refund', 'Refund'],
  ]);
});

test('what was asked for and not sent yet is in progress, or not made yet', () => {
  const asked = { status: 'asked', amount: '12.50' } as const;
  expect(refundInProgressText([asked])).toBe('Refund of $12.50 in progress');
  expect(refundInProgressText([asked, { status: 'sent', amount: '5.00' }, { status: 'refused', amount: '1.25' }])).toBe(
    'Refund of $13.75 not made yet',
  );
  expect(
    refundInProgressText([
      { status: 'sent', amount: '5.00' },
      { status: 'done', amount: '5.00' },
    ]),
  ).toBeNull();
});
