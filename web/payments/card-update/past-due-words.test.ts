import { expect, test } from 'vitest';
import { pastDueWords } from './past-due-words.ts';

const now = new Date('2026-11-21T18:00:00Z');
const plan = { status: 'active', isPausedForPayment: false, pastDueSince: '2026-11-18T16:00:00.000Z' } as const;

test('returns null for a paid-up plan and for a cancelled one', () => {
  expect(pastDueWords({ ...plan, pastDueSince: null }, now)).toBeNull();
  expect(pastDueWords({ ...plan, status: 'cancelled' }, now)).toBeNull();
});

test('a declined renewal says how long pickups continue', () => {
  expect(pastDueWords(plan, now)).toMatchObject({
    title: "Your payment didn't go through",
    text: expect.stringContaining('this month. Your pickups continue until Wed, Nov 25;'),
    short: 'Your card was declined. Pickups continue until Wed, Nov 25.',
  });
  const since = (pastDueSince: string) => pastDueWords({ ...plan, pastDueSince }, now)?.short;
  expect(since('2026-11-14T20:00:00.000Z')).toContain('until today.');
  expect(since('2026-11-15T20:00:00.000Z')).toContain('until tomorrow.');
  // It is still November 17 in New York, so the grace period ends on the 24th.
  expect(since('2026-11-18T02:00:00.000Z')).toContain('until Tue, Nov 24.');
});

test('a plan paused for nonpayment says so', () => {
  expect(pastDueWords({ ...plan, status: 'paused', isPausedForPayment: true }, now)).toMatchObject({
    title: 'Your plan is paused until you pay',
    text: expect.stringContaining("we'll charge it right away and your plan will resume"),
  });
});

test('a plan paused by a dispatcher does not promise to resume', () => {
  const words = pastDueWords({ ...plan, status: 'paused' }, now);
  expect(words?.text).toContain('Your plan stays paused until we resume it.');
  expect(JSON.stringify(words)).not.toContain('will resume');
});
