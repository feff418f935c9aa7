import { expect, test } from 'vitest';
import { purposeOf, readCheckoutRequest } from './request.ts';

test.each([
  ['45.00', '45.00'],
  ['45', '45.00'],
  [' 45.5 ', '45.50'],
])('amount=%s is paid as %s', (amount, paid) => {
  expect(readCheckoutRequest({ amount })).toEqual({ amount: paid, pickupId: undefined, serviceType: 'one-time' });
});

test.each([undefined, '', '  ', 'lots', '45.001', '$45', '1e3', 'NaN', '0', '0.00', '-45.00'])(
  'amount=%j is no amount to pay',
  (amount) => {
    expect(readCheckoutRequest({ amount })).toBeNull();
  },
);

test('the pickup and the kind of service come along; blank ones do not', () => {
  expect(readCheckoutRequest({ amount: '30', pickupId: 'abc', serviceType: 'same-day' })).toEqual({
    amount: '30.00',
    pickupId: 'abc',
    serviceType: 'same-day',
  });
  expect(readCheckoutRequest({ amount: '30', pickupId: ' ', serviceType: '' })).toMatchObject({
    pickupId: undefined,
    serviceType: 'one-time',
  });
});

test('says what is paid for', () => {
  const purpose = (serviceType: string) => purposeOf({ amount: '30.00', pickupId: undefined, serviceType });
  expect(['same-day', 'next-day', 'subscription', 'one-time', 'whatever'].map(purpose)).toEqual([
    'Same-day pickup',
    'Next-day pickup',
    'Monthly plan',
    'One-time pickup',
    'One-time pickup',
  ]);
});
