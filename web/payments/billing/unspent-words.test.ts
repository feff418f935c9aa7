import { expect, test } from 'vitest';
import { canPayForPickup, unspentText } from './unspent-words.ts';

const dayMs = 24 * 60 * 60 * 1000;
const paidAt = (text: string) => new Date(text);
const words = (amount: string, paid: Date, now = paid) =>
  unspentText({ amount, refundAt: new Date(paid.getTime() + dayMs).toISOString() }, now);

test('the price of a pickup can still be used, until the minute of the refund', () => {
  const paid = paidAt('2026-11-20T15:14:00Z');
  expect(words('45.00', paid)).toBe(
    "It hasn't been used yet. Book a pickup at this price by tomorrow at 10:14 AM, or we'll refund it then.",
  );
  expect(words('45.00', paid, new Date(paid.getTime() + dayMs - 1))).toContain('by today at 10:14 AM');
  expect(words('45.00', paid, new Date(paid.getTime() + dayMs))).toBe("It wasn't used, so we're refunding it now.");
});

test('the price of a plan cannot be used', () => {
  expect(canPayForPickup({ amount: '60.00' })).toBe(false);
  expect(words('60.00', paidAt('2026-11-20T15:14:00Z'))).toBe(
    "It can't be used for a plan or a pickup. We'll refund it tomorrow at 10:14 AM, 24 hours after you paid.",
  );
});

test.each([
  ['loses an hour', '2026-03-07T15:14:00Z', '11:14 AM'],
  ['gains an hour', '2026-10-31T14:14:00Z', '9:14 AM'],
])('24 hours are hours when the day %s', (_, paid, refunded) => {
  expect(words('45.00', paidAt(paid))).toContain(`tomorrow at ${refunded}`);
});
