import { expect, test } from 'vitest';
import { purposeOf, readCheckoutRequest } from './request.ts';

test.each([
  ['45.00', '45.00'],
  ['45', '45.00'],
  [' 45.5 ', '45.50'],
])('reads amount=%s as %s', (amount, paid) => {
  expect(readCheckoutRequest({ amount })).toEqual({ amount: paid, pickupId: undefined, serviceType: 'one-time' });
});

test.each([undefined, '', '  ', 'lots', '45.001', '$45', '1e3', 'NaN', '0', '0.00', '-45.00'])(
  'returns null for amount=%j',
  (amount) => {
    expect(readCheckoutRequest({ amount })).toBeNull();
  },
);

test('reads the pickup and the service type, and ignores blank ones', () => {
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

test('says what is being paid for', () => {
  const purpose = (serviceType: string) => purposeOf({ amount: '30.00', pickupId: 'abc', serviceType });
  expect(['same-day', 'next-day', 'subscription', 'one-time', 'whatever'].map(purpose)).toEqual([
    'Same-day pickup',
    'Next-day pickup',
    'Monthly plan',
    'One-time pickup',
    'One-time pickup',
  ]);
  expect(purposeOf({ amount: '60.00', pickupId: undefined, serviceType: 'subscription' })).toBe('Not tied to a pickup');
});
