import { expect, test } from 'vitest';
import { pastDueWords } from './past-due-words.ts';

const now = new Date('2026-11-21T18:00:00Z');
const plan = {
  status: 'active',
  isPausedForPayment: false,
  pastDueSince: '2026-11-18T16:00:00.000Z',
} as const;

test('a plan that is paid needs no words, nor does one that has ended', () => {
  expect(pastDueWords({ ...plan, pastDueSince: null }, now)).toBeNull();
  expect(pastDueWords({ ...plan, status: 'cancelled' }, now)).toBeNull();
});

test('a refused renewal says until when pickups go on', () => {
  expect(pastDueWords(plan, now)).toMatchObject({
    title: 'Your payment did not go through',
    text: expect.stringContaining('for this month. Your pickups go on until Wed, Nov 25;'),
    short: 'Your card was not accepted. Pickups go on until Wed, Nov 25.',
  });
  const since = (pastDueSince: string) => pastDueWords({ ...plan, pastDueSince }, now)?.short;
  expect(since('2026-11-14T20:00:00.000Z')).toContain('until today.');
  expect(since('2026-11-15T20:00:00.000Z')).toContain('until tomorrow.');
  // In New York it is still the 24th.
  expect(since('2026-11-18T02:00:00.000Z')).toContain('until Tue, Nov 24.');
});

test('a plan that was paused for it says so in plain words', () => {
  expect(pastDueWords({ ...plan, status: 'paused', isPausedForPayment: true }, now)).toMatchObject({
    title: 'Your plan is paused until it is paid',
    text: expect.stringContaining('it is charged at once, and your plan goes on'),
  });
});

test('a plan that a dispatcher has paused is not promised to go on', () => {
  const words = pastDueWords({ ...plan, status: 'paused' }, now);
  expect(words?.text).toContain('Your plan stays paused until we resume it.');
  expect(JSON.stringify(words)).not.toContain('goes on');
});
