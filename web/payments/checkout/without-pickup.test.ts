import { expect, test } from 'vitest';
import { withoutPickup } from './without-pickup.ts';

const request = (amount: string, serviceType = 'one-time', pickupId?: string) => ({ amount, pickupId, serviceType });

test('a payment without a pickup says what it covers, whatever its amount, and that it is refunded otherwise', () => {
  for (const amount of ['45.00', '60.00', '46.00']) {
    expect(withoutPickup(request(amount))).toMatchObject({
      title: "This payment isn't tied to a pickup",
      text: `You're paying $${amount}. Book a pickup at this price within 24 hours, and your payment covers it. If you don't, we'll refund all of it automatically.`,
      instead: { to: '/dashboard' },
    });
  }
});

test('a payment whose link names a plan says that it starts none', () => {
  for (const amount of ['60.00', '45.00']) {
    expect(withoutPickup(request(amount, 'subscription'))).toMatchObject({
      title: "This payment doesn't start a plan",
      text: `You're paying $${amount}, but it doesn't buy a plan or a pickup. We'll refund all of it automatically after 24 hours.`,
      instead: { to: '/subscribe' },
    });
  }
});

test('the payment of a pickup needs no words', () => {
  expect(withoutPickup(request('45.00', 'one-time', 'a-pickup'))).toBeNull();
});
