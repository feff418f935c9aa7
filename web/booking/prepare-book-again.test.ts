import { expect, test } from 'vitest';
import { bookAgainHref } from './book-again.ts';
import { draftLike } from './prepare-book-again.ts';

const customer = { id: '0192aaaa-0000-7000-8000-000000000001', address: '1127 S 9th St, Philadelphia, PA 19147' };
const now = new Date('2026-11-21T17:00:00Z');
const pickup = { bagCount: 8, address: '742 S 10th St, Philadelphia, PA 19147', specialInstructions: 'Blue door' };

test('takes the bags, address and instructions of the pickup, and the default date', () => {
  expect(draftLike(pickup, customer, now)).toMatchObject({
    ...pickup,
    serviceType: 'next-day',
    scheduledDate: '2026-11-22T15:00:00.000Z',
    step: 1,
    customerId: customer.id,
  });
  expect(draftLike({ ...pickup, specialInstructions: null }, customer, now).specialInstructions).toBe('');
});

test("takes the tier that a plan's bags fit in", () => {
  const bags = [1, 4, 5, 6, 9, 25].map((bagCount) => draftLike({ ...pickup, bagCount }, customer, now).bagCount);
  expect(bags).toEqual([4, 4, 8, 8, 10, 25]);
});

test('names the pickup in the address', () => {
  expect(bookAgainHref({ id: '7' })).toBe('/dashboard?book=again&pickup=7');
});
