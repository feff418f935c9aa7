import { expect, test } from 'vitest';
import { cardExpiry } from './card-expiry.ts';

/** It is still November 30 in New York. */
const now = new Date('2026-12-01T03:00:00Z');

test.each([
  [12, 2040, 'valid', 'Expires Dec 2040'],
  [1, 2027, 'valid', 'Expires Jan 2027'],
  [12, 2026, 'soon', 'Expires soon: Dec 2026'],
  [11, 2026, 'soon', 'Expires soon: Nov 2026'],
  [10, 2026, 'expired', 'Expired Oct 2026'],
  [12, 2025, 'expired', 'Expired Dec 2025'],
] as const)('a card of %i/%i is %s', (expMonth, expYear, state, text) => {
  expect(cardExpiry({ brand: 'visa', last4: '4242', expMonth, expYear }, now)).toEqual({ state, text });
});
