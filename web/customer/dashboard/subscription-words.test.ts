import { expect, test } from 'vitest';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { subscriptionCounter, subscriptionWord } from './subscription-words.ts';

const plan = (status: string) => ({ status }) as Subscription;

test('the counter says Active or None, the card also Paused', () => {
  const all = [plan('active'), plan('paused'), plan('cancelled'), null];
  expect(all.map(subscriptionCounter)).toEqual(['Active', 'None', 'None', 'None']);
  expect(all.map(subscriptionWord)).toEqual(['Active', 'Paused', 'None', 'None']);
});
