import { expect, test } from 'vitest';
import { runningTotals } from './running-totals.ts';

test('go back from the present total, and count only what was paid or refunded', () => {
  const items = [
    { amount: '45.00', status: 'failed' },
    { amount: '-12.50', status: 'succeeded' },
    { amount: '30.00', status: 'pending' },
    { amount: '45.00', status: 'succeeded' },
    { amount: '60.00', status: 'succeeded' },
  ];
  expect(runningTotals(items, '92.50')).toEqual(['92.50', '92.50', '105.00', '105.00', '60.00']);
  expect(runningTotals([], '0.00')).toEqual([]);
  expect(runningTotals([{ amount: '-5.00', status: 'succeeded' }], '-5.00')).toEqual(['-5.00']);
});
