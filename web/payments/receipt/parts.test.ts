import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

const description = 'Basic Package, monthly plan';
const line = (kind: string, amount: string, tax = '0.00') => ({ kind, quantity: 1, amount, tax });

const rowsOf = (charge: Omit<Parameters<typeof partsOf>[0], 'amount'>) =>
  partsOf({ amount: '45.00', ...charge }).map(({ what, amount }) => [what, amount]);

test('a charge with one line is its description', () => {
  expect(rowsOf({ description, lines: [line('plan-month', '35.00')] })).toEqual([[description, '35.00']]);
  expect(rowsOf({ description: 'Card payment', lines: [line('other', '45.00')] })).toEqual([['Card payment', '45.00']]);
});

test('what was added is shown beside it, plan credit is not, and the tax of all lines is one row', () => {
  const lines = [line('plan-month', '35.00', '2.80'), line('other', '20.00', '1.60'), line('credit', '-8.75')];
  expect(rowsOf({ description, lines })).toEqual([
    [description, '35.00'],
    ['Other', '20.00'],
    ['Tax', '4.40'],
  ]);
});

test('two lines of the same amount are two rows', () => {
  const lines = [line('plan-month', '35.00'), line('other', '20.00'), line('other', '20.00')];
  expect(new Set(partsOf({ description, amount: '75.00', lines }).map(({ id }) => id)).size).toBe(3);
});

test('a receipt without lines, as the previous release sends it, has one row', () => {
  expect(rowsOf({ description })).toEqual([[description, '45.00']]);
  expect(rowsOf({ description, price: '53.75' })).toEqual([[description, '53.75']]);
});
