import { expect, test } from 'vitest';
import { ownAddressOf } from './own-address.ts';

test('an address of this app comes in the parts that the router takes', () => {
  expect(ownAddressOf('/pickup-history')).toEqual({ to: '/pickup-history', search: {} });
  expect(ownAddressOf('/checkout?pickupId=7&amount=45.00')).toEqual({
    to: '/checkout',
    search: { pickupId: '7', amount: '45.00' },
  });
});

test.each([
  null,
  '',
  'billing',
  '//elsewhere.example/billing',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'https://elsewhere.example/',
  'javascript:alert(1)',
])('%j leads nowhere', (address) => {
  expect(ownAddressOf(address)).toBeNull();
});
