import { expect, test } from 'vitest';
import { unspentText } from './unspent-words.ts';

const dayMs = 24 * 60 * 60 * 1000;
const paidAt = (text: string) => new Date(text);
const words = (paid: Date, now = paid) =>
  unspentText({ refundAt: new Date(paid.getTime() + dayMs).toISOString() }, now);

test('a payment can be used until the minute of its refund', () => {
  const paid = paidAt('2026-11-20T15:14:00Z');
  expect(words(paid)).toBe(
    "It hasn't been used yet. Book a pickup at this price by tomorrow at 10:14 AM, or we'll refund it then, 24 hours after you paid.",
  );
  expect(words(paid, new Date(paid.getTime() + dayMs - 1))).toContain('by today at 10:14 AM');
  expect(words(paid, new Date(paid.getTime() + dayMs))).toBe("It wasn't used, so we're refunding it now.");
});

test.each([
  ['loses an hour', '2026-03-07T15:14:00Z', '11:14 AM'],
  ['gains an hour', '2026-10-31T14:14:00Z', '9:14 AM'],
])('24 hours are hours when the day %s', (_, paid, refunded) => {
  expect(words(paidAt(paid))).toContain(`tomorrow at ${refunded}`);
});
