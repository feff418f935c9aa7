import { expect, test } from 'vitest';
import { moneyText } from './money-text.ts';

test.each([
  ['45.00', '$45.00'],
  ['1240.50', '$1,240.50'],
  ['1234567.89', '$1,234,567.89'],
  ['-30.00', '−$30.00'],
  ['0.05', '$0.05'],
])('formats %s as %s', (amount, text) => {
  expect(moneyText(amount)).toBe(text);
});
