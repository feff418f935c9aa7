import { expect, test } from 'vitest';
import { transactionState } from './transactions.tsx';

test.each([
  ['paid', '45.00', 'Paid'],
  ['succeeded', '45.00', 'Paid'],
  ['succeeded', '-45.00', 'Refunded'],
  ['pending', '45.00', 'Pending'],
  ['failed', '45.00', 'Failed'],
  ['disputed', '45.00', 'Failed'],
])('status %s with amount %s shows as %s', (status, amount, label) => {
  expect(transactionState({ status, amount }).label).toBe(label);
});
