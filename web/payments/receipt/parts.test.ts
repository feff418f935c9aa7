import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

const description = 'Basic Package, monthly plan';
const line = (kind: string, amount: string, tax = '0.00') => ({ kind, quantity: 1, amount, tax });

test('a charge with one line is its description', () => {
  expect(partsOf({ description, lines: [line('plan-month', '35.00')] })).toEqual([
    { what: description, amount: '35.00' },
  ]);
  const ofNothing = { description: 'Card payment', lines: [line('other', '45.00')] };
  expect(partsOf(ofNothing)).toEqual([{ what: 'Card payment', amount: '45.00' }]);
});

test('what was added is shown beside it, plan credit is not, and the tax of all lines is one row', () => {
  const lines = [line('plan-month', '35.00', '2.80'), line('other', '20.00', '1.60'), line('credit', '-8.75')];
  expect(partsOf({ description, lines })).toEqual([
    { what: description, amount: '35.00' },
    { what: 'Other', amount: '20.00' },
    { what: 'Tax', amount: '4.40' },
  ]);
});
