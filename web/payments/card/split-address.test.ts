import { expect, test } from 'vitest';
import { splitAddress } from './split-address.ts';

test.each([
  ['1127 S 9th St, Philadelphia, PA 19147', ['1127 S 9th St', 'Philadelphia', 'PA', '19147']],
  [' 1 Main St, Apt 4, King of Prussia, pa 19406-1234 ', ['1 Main St, Apt 4', 'King of Prussia', 'PA', '19406-1234']],
  ['1127 S 9th St, Philadelphia, PA 19147, USA', ['1127 S 9th St', 'Philadelphia', 'PA', '19147']],
  ['the blue door on 9th', ['the blue door on 9th', '', '', '']],
  ['', ['', '', '', '']],
])('splits %j', (text, [line1, city, state, postal_code]) => {
  expect(splitAddress(text)).toEqual({ line1, city, state, postal_code, country: 'US' });
});
