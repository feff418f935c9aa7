import { afterEach, expect, test } from 'vitest';
import { loadOrder, newOrder, parseOrder, removeOrder, saveOrder } from './plan-order.ts';

const customer = { id: '0192aaaa-0000-7000-8000-000000000001', address: ' 1127 S 9th St ' };
afterEach(removeOrder);

test("a new order is Clean & Carry on Monday morning at the customer's address", () => {
  expect(newOrder(customer)).toMatchObject({
    packageType: 'clean-carry',
    preferredDay: 'monday',
    preferredTime: 'morning',
    address: '1127 S 9th St',
  });
});

test('a stored order is loaded unchanged, and only for its customer', () => {
  const changes = {
    packageType: 'premium',
    address: '718 S 9th St',
    subscriptionId: 'sub_1',
    isSubmitted: true,
  } as const;
  const order = { ...newOrder(customer), ...changes };
  saveOrder(order);
  expect(loadOrder(customer)).toEqual(order);
  const other = { id: '0192aaaa-0000-7000-8000-000000000002', address: null };
  expect(loadOrder(other)).toEqual(newOrder(other));
});

test("an order that was stored without an address is for the account's", () => {
  saveOrder({ ...newOrder(customer), address: '' });
  expect(loadOrder(customer).address).toBe('1127 S 9th St');
});

test('returns null for an invalid order', () => {
  const good = newOrder(customer);
  const wrong = [null, '', 'not json', '42', '{}', JSON.stringify({ ...good, packageType: 'gold' })];
  for (const json of wrong) expect(parseOrder(json, customer.id), String(json)).toBeNull();
});
