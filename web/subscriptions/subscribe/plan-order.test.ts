import { afterEach, expect, test } from 'vitest';
import { loadOrder, newOrder, parseOrder, removeOrder, saveOrder } from './plan-order.ts';

const customer = { id: '0192aaaa-0000-7000-8000-000000000001' };
afterEach(removeOrder);

test('a new order is Clean & Carry on Monday morning', () => {
  expect(newOrder(customer)).toMatchObject({
    packageType: 'clean-carry',
    preferredDay: 'monday',
    preferredTime: 'morning',
  });
});

test('a stored order is loaded unchanged, and only for its customer', () => {
  const order = { ...newOrder(customer), packageType: 'premium', subscriptionId: 'sub_1', isSubmitted: true } as const;
  saveOrder(order);
  expect(loadOrder(customer.id)).toEqual(order);
  expect(loadOrder('0192aaaa-0000-7000-8000-000000000002')).toBeNull();
});

test('returns null for an invalid order', () => {
  const good = newOrder(customer);
  const wrong = [null, '', 'not json', '42', '{}', JSON.stringify({ ...good, packageType: 'gold' })];
  for (const json of wrong) expect(parseOrder(json, customer.id), String(json)).toBeNull();
});
