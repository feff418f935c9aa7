import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

test.each([
  ['?amount=45.50&pickupId=7', { amount: '45.50', pickupId: '7' }],
  ['?q=oak+st%20%26%205th', { q: 'oak st & 5th' }],
  ['?success=true&n=007', { success: 'true', n: '007' }],
  ['?a=1&a=2', { a: '1' }],
  ['', {}],
])('%s is read as plain texts', (search, params) => {
  expect(parseSearch(search)).toEqual(params);
});

test('what is written reads back the same', () => {
  const params = { amount: '45.50', q: 'oak & 5th', flag: 'true' };
  expect(stringifySearch(params)).toBe('?amount=45.50&q=oak+%26+5th&flag=true');
  expect(parseSearch(stringifySearch(params))).toEqual(params);
});

test('what is undefined or empty is left out', () => {
  expect(stringifySearch({ success: undefined, q: '' })).toBe('');
});
