import { expect, test } from 'vitest';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { greetingAt, subscriptionCounter, subscriptionWord } from './dashboard-words.ts';

const plan = (status: string) => ({ status }) as Subscription;

test('the counter shows Active or None, the card also Paused', () => {
  const all = [plan('active'), plan('paused'), plan('cancelled'), null];
  expect(all.map(subscriptionCounter)).toEqual(['Active', 'None', 'None', 'None']);
  expect(all.map(subscriptionWord)).toEqual(['Active', 'Paused', 'None', 'None']);
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
