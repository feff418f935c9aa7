import { expect, test } from 'vitest';
import type { Pickup } from '../../../contract/pickups.ts';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { curbsideOf, greetingAt, nextText, subscriptionCounter } from './dashboard-words.ts';

const plan = (status: string) => ({ status }) as Subscription;

test('the counter shows Active or None', () => {
  const all = [plan('active'), plan('paused'), plan('cancelled'), null];
  expect(all.map(subscriptionCounter)).toEqual(['Active', 'None', 'None', 'None']);
});

test('has bags at the curb once a pickup is booked, and the truck on its day', () => {
  const now = instantOf('2026-11-22', '12:00');
  const on = (day: string | null) =>
    curbsideOf({ scheduledDate: day && instantOf(day, '09:00').toISOString() } as Pickup, now);
  expect([null, undefined].map((pickup) => curbsideOf(pickup, now))).toEqual(['empty', 'empty']);
  expect([on('2026-11-22'), on('2026-11-23'), on('2026-11-21'), on(null)]).toEqual(['truck', 'bags', 'bags', 'bags']);
});

test('says what comes next in a plan', () => {
  const now = instantOf('2026-11-22', '12:00');
  const at = (day: string) => instantOf(day, '09:00').toISOString();
  const facts = { status: 'active', holdFrom: null, pausedUntil: null, cancellationDate: null, nextPickupDate: null };
  const text = (more: Partial<Subscription>) => nextText({ ...facts, ...more } as Subscription, now);
  expect(text({ nextPickupDate: at('2026-11-23') })).toBe('Next: Tomorrow');
  expect(text({})).toBe('Next: No date');
  expect(text({ status: 'paused' })).toBe('No pickups while paused');
  const hold = { holdFrom: '2026-11-20', pausedUntil: at('2026-12-07') };
  expect(text(hold)).toBe('On hold until Mon, Dec 7');
  // A stop past its cut-off stays, even during the hold.
  expect(text({ ...hold, nextPickupDate: at('2026-11-23') })).toBe('Next: Tomorrow');
  const ending = { cancellationDate: at('2026-12-07') };
  expect(text({ ...ending, nextPickupDate: at('2026-11-30') })).toBe('Next: Mon, Nov 30. Ends Mon, Dec 7');
  expect(text(ending)).toBe('Ends Mon, Dec 7');
});

test('greets by New York time', () => {
  const hours = {
    '08:30': 'Evening',
    '09:30': 'Morning',
    '16:59': 'Morning',
    '17:00': 'Afternoon',
    '23:00': 'Evening',
  };
  for (const [utc, greeting] of Object.entries(hours)) {
    expect(greetingAt(new Date(`2026-11-21T${utc}:00Z`)), utc).toBe(greeting);
  }
});
