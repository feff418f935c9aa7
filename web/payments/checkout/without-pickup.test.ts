import { expect, test } from 'vitest';
import { bagTiers, plans } from '../../../contract/values/prices.ts';
import { withoutPickup } from './without-pickup.ts';

const request = (amount: string, pickupId?: string) => ({ amount, pickupId, serviceType: 'one-time' });

test('the price of a bag tier says what it pays for, and that it is refunded unless a pickup is booked', () => {
  const words = withoutPickup(request('45.00'));
  expect(words).toMatchObject({
    title: "This payment isn't tied to a pickup",
    instead: { to: '/dashboard' },
  });
  expect(words?.text).toBe(
    "You're paying $45.00, our price for up to 8 bags. Book a pickup at this price within 24 hours, and your payment covers it. If you don't, we'll refund all of it automatically.",
  );
});

test('the price of a plan says that it starts no plan', () => {
  const words = withoutPickup(request('60.00'));
  expect(words).toMatchObject({ title: "This payment doesn't start a plan", instead: { to: '/subscribe' } });
  expect(words?.text).toBe(
    "You're paying $60.00, the monthly price of Clean & Carry, but it doesn't buy a plan or a pickup. We'll refund all of it automatically after 24 hours.",
  );
});

test('every listed price has words, and none is both', () => {
  for (const { priceCents } of [...bagTiers, ...plans])
    expect(withoutPickup(request(`${priceCents / 100}.00`))).not.toBeNull();
  expect(bagTiers.filter((tier) => plans.some((plan) => plan.priceCents === tier.priceCents))).toEqual([]);
});

test('the payment of a pickup needs no words, and neither does what cannot be paid', () => {
  expect(withoutPickup(request('45.00', 'a-pickup'))).toBeNull();
  expect(withoutPickup(request('46.00'))).toBeNull();
});
