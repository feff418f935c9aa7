import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { type StripeStandIn, startStripeStandIn } from '../../tests/support/stripe/stand-in.ts';
import { intentOf, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import type { PaymentProvider } from '../external/payments/payment-provider.ts';
import { simulatedPayments } from '../external/payments/simulated/simulated-payments.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

/** Payments made before the API keys were changed to another mode or account: the provider doesn't know them. */

let standIn: StripeStandIn;
let t: TestApp;
let live: PaymentProvider;
let others: PaymentProvider;
let customer: Person;
const start = new Date();
const hourMs = 60 * 60 * 1000;
const good = testCards.successful.paymentMethodId;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
  live = t.services.payments;
  others = simulatedPayments(t.db, t.services.clock);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});
beforeEach(async () => {
  t.setNow(start);
  customer = await makeCustomer(t);
});

/** Runs something under other API keys. */
async function underOtherKeys<T>(act: () => Promise<T>): Promise<T> {
  Object.assign(t.services, { payments: others });
  return await act().finally(() => Object.assign(t.services, { payments: live }));
}
const open = async (body: object) =>
  await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
function draftOf(change: object = {}) {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t, 2);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID(), ...change };
  return { amount: '45.00', booking };
}
const statusOf = async (intentId: string) =>
  (
    await t.db
      .selectFrom('payments')
      .select('status')
      .where('stripePaymentIntentId', '=', intentId)
      .executeTakeFirstOrThrow()
  ).status;
const pickups = async () => (await t.call('GET', '/api/pickups', { token: customer.token })).body;
const later = (hours: number) => t.setNow(new Date(start.getTime() + hours * hourMs));
async function tellPaid(intentId: string): Promise<void> {
  const event = standIn.books.events.findLast(
    ({ type, data }) => type === 'payment_intent.succeeded' && (data.object as { id: string }).id === intentId,
  );
  const { payload, signature } = standIn.sign(event ?? {});
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const answer = await t.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
  expect(answer.statusCode).toBe(200);
  await t.runJobs();
}

describe('a payment opened again under other API keys', () => {
  it('gets a new intent for a pickup', async () => {
    const { id: pickupId, amount } = await bookUnpaid(t, customer.token);
    const { body: before } = await underOtherKeys(() => open({ amount, pickupId }));
    const now = await open({ amount, pickupId });
    expect(now.status).toBe(200);
    expect(standIn.books.intents.has(now.body.paymentIntentId)).toBe(true);
    expect(await statusOf(before.paymentIntentId)).toBe('canceled');
    expect((await open({ amount, pickupId })).body.paymentIntentId).toBe(now.body.paymentIntentId);
  });

  it.each([{}, { bagCount: 7 }])('gets a new intent for a draft changed by %j', async (change) => {
    const draft = draftOf();
    const { body: before } = await underOtherKeys(() => open(draft));
    const now = await open({ ...draft, booking: { ...draft.booking, ...change } });
    expect(now.status).toBe(200);
    expect(await statusOf(before.paymentIntentId)).toBe('canceled');
    standIn.browser.confirmPayment(now.body.clientSecret, good);
    await tellPaid(now.body.paymentIntentId);
    expect(await pickups()).toMatchObject([{ paymentStatus: 'paid', bagCount: 8, ...change }]);
  });

  it.each(['basic', 'premium'])('gets a new intent for a plan when %s is chosen now', async (packageType) => {
    const before = await underOtherKeys(() => openPlan(t, customer.token, { packageType: 'basic' }));
    const now = await openPlan(t, customer.token, { packageType });
    expect(now).toMatchObject({ status: 200, body: { packageType } });
    expect(standIn.books.subscriptions.has(now.body.subscriptionId)).toBe(true);
    expect(await statusOf(intentOf(before))).toBe('canceled');
  });

  it('is refused when it is already recorded as paid', async () => {
    const draft = draftOf();
    const { body } = await underOtherKeys(() => open(draft));
    await t.db
      .updateTable('payments')
      .set({ status: 'succeeded' })
      .where('stripePaymentIntentId', '=', body.paymentIntentId)
      .execute();
    expect(await open(draft)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });
});

describe('a payment not opened again', () => {
  it('is closed after a day and not before, because the right keys may be restored', async () => {
    const payment = await underOtherKeys(() => open(draftOf()));
    const plan = await underOtherKeys(() => openPlan(t, customer.token));
    const both = [payment.body.paymentIntentId, intentOf(plan)];
    later(23);
    await reconcilePayments(t.services);
    expect(await Promise.all(both.map(statusOf))).toEqual(['open', 'open']);
    later(25);
    await reconcilePayments(t.services);
    expect(await Promise.all(both.map(statusOf))).toEqual(['canceled', 'canceled']);
  });

  it('is fulfilled when it was paid in the meantime', async () => {
    const { body } = await open(draftOf());
    standIn.browser.confirmPayment(body.clientSecret, good);
    later(25);
    await underOtherKeys(() => reconcilePayments(t.services));
    expect(await statusOf(body.paymentIntentId)).toBe('canceled');
    t.setNow(start);
    await tellPaid(body.paymentIntentId);
    expect(await pickups()).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(await statusOf(body.paymentIntentId)).toBe('succeeded');
  });
});

describe('a closed payment that is paid after all', () => {
  it('is refunded when another payment was started for the same booking', async () => {
    const draft = draftOf();
    const { body: before } = await open(draft);
    const { body: after } = await underOtherKeys(() => open(draft));
    expect(await statusOf(before.paymentIntentId)).toBe('canceled');
    standIn.browser.confirmPayment(before.clientSecret, good);
    await tellPaid(before.paymentIntentId);
    expect(await pickups()).toEqual([]);
    expect(await statusOf(before.paymentIntentId)).toBe('refunded');
    expect(await statusOf(after.paymentIntentId)).toBe('open');
  });

  it('pays for a pickup once', async () => {
    const { id: pickupId, amount } = await bookUnpaid(t, customer.token);
    const { body: before } = await open({ amount, pickupId });
    await underOtherKeys(() => open({ amount, pickupId }));
    standIn.browser.confirmPayment(before.clientSecret, good);
    await tellPaid(before.paymentIntentId);
    expect(await statusOf(before.paymentIntentId)).toBe('refunded');
    expect(await pickups()).toMatchObject([{ paymentStatus: 'pending' }]);
  });
});
