import { expect, test } from 'vitest';
import { ownAddressOf, parseSearch, stringifySearch } from './search-params.ts';

test.each([
  ['?amount=45.50&pickupId=7', { amount: '45.50', pickupId: '7' }],
  ['?q=oak+st%20%26%205th', { q: 'oak st & 5th' }],
  ['?success=true&n=007', { success: 'true', n: '007' }],
  ['?a=1&a=2', { a: '1' }],
  ['', {}],
])('reads %s as plain strings', (search, params) => {
  expect(parseSearch(search)).toEqual(params);
});

test('parsing reverses stringifying', () => {
  const params = { amount: '45.50', q: 'oak & 5th', flag: 'true' };
  expect(stringifySearch(params)).toBe('?amount=45.50&q=oak+%26+5th&flag=true');
  expect(parseSearch(stringifySearch(params))).toEqual(params);
});

test('omits undefined and empty values', () => {
  expect(stringifySearch({ a: undefined, b: null, c: '' })).toBe('');
  expect(stringifySearch({ limit: 10, q: 'x' })).toBe('?limit=10&q=x');
});

test('splits a URL of this app into the parts that the router takes', () => {
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
])('returns null for %j', (address) => {
  expect(ownAddressOf(address)).toBeNull();
});
