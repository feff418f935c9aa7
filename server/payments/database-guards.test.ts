import { randomUUID } from 'node:crypto';
import type { InsertObject } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/**
 * Rows that the database rejects, whatever the code does. Locks keep the code from ever reaching these indexes, so each
 * index is tested directly: it rejects a duplicate of a row.
 */

let db: Db;
let close: () => Promise<void>;
const customerId = randomUUID();
const orderId = randomUUID();
const planId = randomUUID();
const bookingId = randomUUID();
const pickupId = randomUUID();
const paymentId = randomUUID();
const chargeId = randomUUID();
const same = randomUUID();
let count = 0;

const plan = { customerId, packageType: 'basic', pricePerMonth: '35.00' } as const;
const stop = {
  customerId,
  address: '1127 S 9th St',
  bagCount: 4,
  amount: '30.00',
  serviceType: 'one-time',
  scheduledDate: new Date('2026-03-05T14:00:00Z'),
} as const;

function aPayment(about: Partial<InsertObject<Schema, 'payments'>>): InsertObject<Schema, 'payments'> {
  count += 1;
  const payment = { id: randomUUID(), customerId, purpose: 'booking', amount: '30.00', attempt: count } as const;
  return { ...payment, status: 'open', ...about };
}
function aLine(about: Partial<InsertObject<Schema, 'payment_history'>>): InsertObject<Schema, 'payment_history'> {
  return { id: randomUUID(), customerId, amount: '30.00', status: 'succeeded', ...about };
}
function aRefund(about: Partial<InsertObject<Schema, 'charge_refunds'>>): InsertObject<Schema, 'charge_refunds'> {
  const refund = { id: randomUUID(), key: randomUUID(), intentId: randomUUID(), customerId, pickupId, amount: '10.00' };
  return { ...refund, why: 'asked', createdAt: new Date(), updatedAt: new Date(), ...about };
}
function aPart(about: Partial<InsertObject<Schema, 'charge_lines'>>): InsertObject<Schema, 'charge_lines'> {
  return { id: randomUUID(), position: 0, kind: 'pickup', cents: 3000, ...about };
}
function aPlan(about: Partial<InsertObject<Schema, 'subscriptions'>>): InsertObject<Schema, 'subscriptions'> {
  return { ...plan, id: randomUUID(), stripeSubscriptionId: randomUUID(), status: 'cancelled', ...about };
}

beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const user = { id: customerId, username: 'payer', email: 'payer@stoop.example', role: 'customer' } as const;
  await db.insertInto('users').values(user).execute();
  const order = { ...plan, id: orderId };
  await db.insertInto('subscription_orders').values(order).execute();
  await db
    .insertInto('subscriptions')
    .values(aPlan({ id: planId }))
    .execute();
  const booking = { ...stop, id: bookingId, draftKey: randomUUID() };
  await db.insertInto('bookings').values(booking).execute();
  await db
    .insertInto('pickups')
    .values({ ...stop, id: pickupId })
    .execute();
  await db
    .insertInto('payments')
    .values(aPayment({ id: paymentId }))
    .execute();
  await db
    .insertInto('payment_history')
    .values(aLine({ id: chargeId }))
    .execute();
});
afterAll(async () => await close());

type Insert = { execute(): Promise<unknown> };

const guards: Record<string, Record<string, () => Insert>> = {
  payments: {
    payments_one_live_per_booking: () => db.insertInto('payments').values(aPayment({ bookingId })),
    payments_one_paying_per_pickup: () => db.insertInto('payments').values(aPayment({ purpose: 'pickup', pickupId })),
    payments_one_open_subscription: () => db.insertInto('payments').values(aPayment({ purpose: 'subscription' })),
    payments_bookingId_attempt_key: () =>
      db.insertInto('payments').values(aPayment({ bookingId, attempt: 0, status: 'canceled' })),
    payments_subscriptionOrderId_key: () =>
      db.insertInto('payments').values(aPayment({ subscriptionOrderId: orderId })),
    payments_stripePaymentIntentId_key: () =>
      db.insertInto('payments').values(aPayment({ stripePaymentIntentId: same })),
    payments_stripeSubscriptionId_key: () => db.insertInto('payments').values(aPayment({ stripeSubscriptionId: same })),
  },
  'the books': {
    payment_history_one_charge: () => db.insertInto('payment_history').values(aLine({ stripePaymentIntentId: same })),
    payment_history_one_refund: () =>
      db.insertInto('payment_history').values(aLine({ status: 'refunded', providerRefundId: same })),
    payment_history_one_month: () => db.insertInto('payment_history').values(aLine({ invoiceId: same })),
    payment_history_one_failure: () =>
      db.insertInto('payment_history').values(aLine({ status: 'failed', invoiceId: same, attempt: 1 })),
    charge_lines_paymentId_position_key: () => db.insertInto('charge_lines').values(aPart({ paymentId })),
    charge_lines_chargeId_position_key: () => db.insertInto('charge_lines').values(aPart({ chargeId })),
    charge_refunds_pkey: () => db.insertInto('charge_refunds').values(aRefund({ id: same })),
    charge_refunds_key_key: () => db.insertInto('charge_refunds').values(aRefund({ key: same })),
    charge_refunds_causeId_intentId_key: () =>
      db.insertInto('charge_refunds').values(aRefund({ causeId: same, intentId: same })),
    charge_refunds_providerRefundId_key: () =>
      db.insertInto('charge_refunds').values(aRefund({ providerRefundId: same })),
  },
  'what is bought': {
    bookings_customerId_draftKey_key: () =>
      db.insertInto('bookings').values({ ...stop, id: randomUUID(), draftKey: same }),
    pickups_bookingId_key: () => db.insertInto('pickups').values({ ...stop, id: randomUUID(), bookingId }),
    pickups_stripePaymentIntentId_key: () =>
      db.insertInto('pickups').values({ ...stop, id: randomUUID(), stripePaymentIntentId: same }),
    pickups_one_per_occurrence: () =>
      db.insertInto('pickups').values({
        ...{ ...stop, id: randomUUID(), serviceType: 'subscription', subscriptionId: planId },
        occurrenceDate: '2026-03-05',
      }),
    idempotency_keys_pkey: () =>
      db.insertInto('idempotency_keys').values({ userId: customerId, key: same, requestHash: '', pickupId }),
    subscriptions_one_live: () => db.insertInto('subscriptions').values(aPlan({ status: 'active' })),
    subscriptions_stripeSubscriptionId_key: () =>
      db.insertInto('subscriptions').values(aPlan({ stripeSubscriptionId: same })),
  },
};

it('lets a pickup have additions beside the payment that pays for it', async () => {
  const about = { purpose: 'addition', pickupId, status: 'succeeded' } as const;
  await db
    .insertInto('payments')
    .values([aPayment(about), aPayment(about)])
    .execute();
});

for (const [what, indexes] of Object.entries(guards)) {
  describe(`the database refuses a second row of ${what}`, () => {
    for (const [constraint, insert] of Object.entries(indexes)) {
      it(`by ${constraint}`, async () => {
        await insert().execute();
        await expect(insert().execute()).rejects.toMatchObject({ code: '23505', constraint });
      });
    }
  });
}
