import { expect, test } from 'vitest';
import { instantOf } from '../time/dates.ts';
import { renewalText, termsBeforePayment } from './terms.ts';

test('the terms before the first payment name price, renewal, end, holds and skips', () => {
  const now = instantOf('2027-01-31', '12:00');
  expect(termsBeforePayment(6000, now, { cutoff: '18:00', lateRefundPercent: 50 })).toEqual([
    'You pay $60.00 today. The plan renews every month until you cancel: your card is charged again on Sun, Feb 28.',
    'You can cancel at any time. Your plan then runs to the end of the month you paid for, and nothing is charged after that.',
    'Going away? Put your plan on hold for 14 to 90 days, up to 90 days in 12 months. Billing continues, and each visit on hold is credited to your next charge.',
    "You can move or skip a visit until 6:00 PM the day before. A skipped visit isn't refunded.",
  ]);
});

test('a plan that runs says when it is charged again', () => {
  expect(renewalText('2026-12-21')).toBe(
    'Your plan renews on Mon, Dec 21 and every month after that, until you cancel. Your card is charged that day.',
  );
});
