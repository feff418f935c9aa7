import { expect, it } from 'vitest';
import { zipCodeOf } from './zip-code.ts';

it.each([
  ['718 S 9th St, Philadelphia, PA 19147', '19147'],
  ['718 S 9th St, Philadelphia, PA 19147-1234', '19147'],
  ['1 Pine St Philadelphia PA 19147 USA', '19147'],
  ['19147 Long Lane, Philadelphia', null],
  ['  19147 Long Lane, Philadelphia', null],
  ['19147 Long Lane, Trenton, NJ 08601', '08601'],
  ['12345 Main St 19380', '19380'],
  ['1 Pine St, Philadelphia', null],
  ['1 Pine St, 191478', null],
  ['1 Pine St, A19147', null],
  ['', null],
])('the ZIP code of "%s" is %s', (address, zip) => {
  expect(zipCodeOf(address)).toBe(zip);
});
