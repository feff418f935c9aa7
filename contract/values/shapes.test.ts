import { expect, it } from 'vitest';
import { Address, noFilter } from './shapes.ts';

it("refuses a filter that the list doesn't have, and takes one that filters nothing", () => {
  const takes = (value: unknown) => noFilter('role').safeParse(value).success;
  expect([undefined, '', 'all', 'driver'].map(takes)).toEqual([true, true, true, false]);
});

it.each(['5 Elm St\n2nd floor', '5 Elm\u0000 St', '5 Elm St\u202E', '\u200B5 Elm St'])(
  'refuses the address %j',
  (text) => {
    const { success, error } = Address.safeParse(text);
    expect([success, error?.issues[0]?.message]).toEqual([false, 'Address cannot contain invisible characters']);
  },
);

it('takes an address with accents, marks and an emoji', () => {
  const address = '12 "Rue" d\u2019\u00C9t\u00E9; Apt 4 \u00BD, back\\yard \u{1F3E1}';
  expect(Address.safeParse(` ${address}\n`)).toEqual({ success: true, data: address });
});
