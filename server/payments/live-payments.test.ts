import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, openPayment } from '../../tests/support/pickups/bookings.ts';
import { type StripeStandIn, startStripeStandIn } from '../../tests/support/stripe/stand-in.ts';
import { clientSettingsOf } from '../assemble.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

/** The whole app with live payments: real requests on both sides, with a stand-in for Stripe. */

let standIn: StripeStandIn;
let t: TestApp;
let customer: Person;
const good = testCards.successful.paymentMethodId;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const mine = async () => (await t.call('GET', '/api/pickups', { token: customer.token })).body;
const history = async () => (await t.call('GET', '/api/billing-history', { token: customer.token })).body;
const book = (body: object) =>
  t.call('POST', '/api/pickups', {
    token: customer.token,
    body: { ...bookingBody(t), ...body },
    headers: { 'idempotency-key': randomUUID() },
  });

async function openDraft(): Promise<{ clientSecret: string; paymentIntentId: string; draftKey: string }> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
  const draftKey = randomUUID();
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey };
  const body = { amount: '45.00', booking };
  const opened = await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
  expect(opened.status).toBe(200);
  return { ...opened.body, draftKey };
}

describe('live mode', () => {
  it('is announced to the browser, without test cards', async () => {
    expect(clientSettingsOf(t.services)).toMatchObject({
      noCardIsCharged: false,
      testMode: false,
      stripePublishableKey: 'pk_test_standin',
    });
    const opened = await t.call('POST', '/api/create-payment-intent', {
      token: customer.token,
      body: { amount: '45.00' },
    });
    expect(opened.body).toMatchObject({ testMode: false });
    expect(opened.body.testCards).toBeUndefined();
  });

  it('has no test confirmation and no demo data', async () => {
    const paymentIntentId = await openPayment(t, customer.token);
    const body = { paymentIntentId, paymentMethodId: good };
    const confirmed = await t.call('POST', '/api/confirm-test-payment', { token: customer.token, body });
    expect(confirmed.status).toBe(404);
    const { token } = await makeAdmin(t);
    expect((await t.call('POST', '/api/admin/create-demo-data', { token })).status).toBe(409);
  });

  it('saves one Stripe customer on the account', async () => {
    await Promise.all([1, 2, 3].map(() => openPayment(t, customer.token)));
    const user = await t.db
      .selectFrom('users')
      .select('stripeCustomerId')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const known = [...standIn.books.customers.values()].filter((one) => !one.deleted && one.email === customer.email);
    expect(known.map(({ id }) => id)).toEqual([user.stripeCustomerId]);
    expect(known[0]).toMatchObject({ name: 'Pat Example', metadata: { user: customer.id } });
  });
});

describe('a booking', () => {
  it('becomes a pickup when Stripe says that it is paid', async () => {
    const { clientSecret, paymentIntentId } = await openDraft();
    expect((await book({ paymentIntentId })).status).toBe(402);
    expect(standIn.browser.confirmPayment(clientSecret, testCards.declined.paymentMethodId).error?.code).toBe(
      'card_declined',
    );
    expect((await book({ paymentIntentId })).status).toBe(402);
    expect(standIn.browser.confirmPayment(clientSecret, good).paymentIntent?.status).toBe('succeeded');
    const booked = await book({ paymentIntentId });
    expect(booked.status).toBe(200);
    expect(booked.body).toMatchObject({
      paymentStatus: 'paid',
      amount: '45.00',
    });
    expect((await book({ paymentIntentId })).body.id).toBe(booked.body.id);
    expect(await mine()).toHaveLength(1);
    expect(await history()).toMatchObject([{ amount: '45.00', status: 'succeeded' }]);
  });

  it('whose day passes at the card form is not made; the customer is told about the refund', async () => {
    const opened = await openDraft();
    standIn.browser.confirmPayment(opened.clientSecret, good);
    const bookings = t.db.updateTable('bookings').where('draftKey', '=', opened.draftKey);
    await bookings.set({ scheduledDate: new Date(t.services.clock().getTime() - 48 * 60 * 60 * 1000) }).execute();
    const { paymentIntentId } = opened;
    const words = 'This can no longer be booked. Your money is on its way back.';
    for (const _before of ['the refund', 'the next press']) {
      const answer = await book({ paymentIntentId });
      expect(answer).toMatchObject({ status: 409, body: { code: 'given_back', message: words } });
      await t.runJobs();
    }
    expect(await mine()).toEqual([]);
    expect((await history()).map(({ amount }: { amount: string }) => amount)).toEqual(['-45.00', '45.00']);
  });

  it('confirms its payment to its customer only', async () => {
    const confirm = (token: string, paymentIntentId: string) =>
      t.call('POST', '/api/confirm-payment', { token, body: { paymentIntentId } });
    const bookUnpaid = async () => {
      const { body: pickup } = await book({});
      const body = { amount: '45.00', pickupId: pickup.id };
      const opened = await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
      return { pickupId: pickup.id as string, ...opened.body };
    };
    const first = await bookUnpaid();
    const { token: stranger } = await makeCustomer(t);
    expect((await confirm(stranger, first.paymentIntentId)).status).toBe(404);
    expect((await confirm(customer.token, 'pi_unknown')).status).toBe(404);
    expect((await confirm(customer.token, '')).status).toBe(400);
    expect((await confirm(customer.token, first.paymentIntentId)).status).toBe(402);
    standIn.browser.confirmPayment(first.clientSecret, good);
    for (const _press of [1, 2]) {
      expect(await confirm(customer.token, first.paymentIntentId)).toMatchObject({
        status: 200,
        body: { success: true },
      });
    }
    expect(await mine()).toMatchObject([{ id: first.pickupId, paymentStatus: 'paid' }]);

    const second = await bookUnpaid();
    const { token } = await makeAdmin(t);
    expect((await t.call('DELETE', `/api/admin/pickups/${second.pickupId}`, { token })).status).toBe(200);
    standIn.browser.confirmPayment(second.clientSecret, good);
    for (const _before of ['the refund', 'the next press']) {
      const answer = await confirm(customer.token, second.paymentIntentId);
      expect(answer).toMatchObject({ status: 409, body: { code: 'given_back' } });
      await t.runJobs();
    }
    expect((await history()).map(({ amount }: { amount: string }) => amount)).toEqual(['-45.00', '45.00', '45.00']);
  });

  it('is made by the reconciler when the browser is closed', async () => {
    const { clientSecret } = await openDraft();
    standIn.browser.confirmPayment(clientSecret, good);
    t.setNow(new Date(Date.now() + 120_000));
    await reconcilePayments(t.services);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it('is refunded at Stripe when the dispatcher cancels it', async () => {
    const { clientSecret, paymentIntentId } = await openDraft();
    standIn.browser.confirmPayment(clientSecret, good);
    const { body: pickup } = await book({ paymentIntentId });
    const { token } = await makeAdmin(t);
    expect((await t.call('DELETE', `/api/admin/pickups/${pickup.id}`, { token })).status).toBe(200);
    await t.runJobs();
    await t.runJobs();
    const refunds = [...standIn.books.refunds.values()].filter((refund) => refund.payment_intent === paymentIntentId);
    expect(refunds.map((refund) => refund.amount)).toEqual([4500]);
    expect((await history()).map((item: { amount: string }) => item.amount)).toEqual(['-45.00', '45.00']);
  });

  it('is not lost while Stripe is unavailable', async () => {
    const { clientSecret, paymentIntentId } = await openDraft();
    standIn.browser.confirmPayment(clientSecret, good);
    standIn.failNext('GET /v1/payment_intents/:id', { refuse: { status: 500, error: { type: 'api_error' } } }, 3);
    const away = await book({ paymentIntentId });
    expect(away.status).toBe(503);
    expect(away.body.message).toBe("Payments aren't available right now. Please try again in a moment.");
    expect(away.headers['retry-after']).toBeTruthy();
    expect((await book({ paymentIntentId })).status).toBe(200);
    expect(await mine()).toHaveLength(1);
  });
});

describe('a monthly plan', () => {
  const open = () =>
    t.call('POST', '/api/create-subscription', { token: customer.token, body: { packageType: 'clean-carry' } });
  const confirm = (subscriptionId: string) =>
    t.call('POST', '/api/confirm-subscription-payment', {
      token: customer.token,
      body: { subscriptionId, packageType: 'clean-carry', preferredDay: 'friday', preferredTime: 'morning' },
    });
  const start = async () => {
    const { status, body } = await open();
    expect(status).toBe(200);
    standIn.browser.confirmPayment(body.clientSecret, good);
    expect((await confirm(body.subscriptionId)).status).toBe(200);
    return body.subscriptionId as string;
  };

  it('starts with its first payment, not before', async () => {
    const { body } = await open();
    expect((await open()).body.clientSecret).toBe(body.clientSecret);
    expect((await confirm(body.subscriptionId)).status).toBe(402);
    expect(standIn.browser.confirmPayment(body.clientSecret, good).paymentIntent?.amount).toBe(6000);
    expect((await confirm(body.subscriptionId)).status).toBe(200);
    expect((await confirm(body.subscriptionId)).status).toBe(200);
    const { body: plan } = await t.call('GET', '/api/subscription', { token: customer.token });
    expect(plan).toMatchObject({ status: 'active', packageType: 'clean-carry', preferredDay: 'friday' });
    expect(await history()).toMatchObject([{ amount: '60.00', status: 'succeeded' }]);
  });

  it('abandons an open payment at Stripe when another plan is chosen', async () => {
    const { body: first } = await open();
    const body = { packageType: 'basic' };
    const second = await t.call('POST', '/api/create-subscription', { token: customer.token, body });
    expect(second.status).toBe(200);
    expect(standIn.browser.confirmPayment(first.clientSecret, good).error?.code).toBe(
      'payment_intent_unexpected_state',
    );
    expect(standIn.browser.confirmPayment(second.body.clientSecret, good).paymentIntent?.amount).toBe(3500);
  });

  it('gets another id at Stripe when it is ended and revived, and is charged once a month', async () => {
    const stripeId = await start();
    const { token } = await makeAdmin(t);
    const { body: plan } = await t.call('GET', '/api/subscription', { token: customer.token });
    const edit = (updates: object) =>
      t.call('PATCH', `/api/admin/subscriptions/${plan.id}`, { token, body: { updates } });
    expect((await edit({ status: 'cancelled' })).status).toBe(200);
    await t.runJobs();
    // At Stripe, the plan can be resumed until its paid month ends. A person ends it in the dashboard.
    expect(standIn.books.subscriptions.get(stripeId)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    await t.services.payments.cancelSubscription(stripeId);
    const charges = () => [...standIn.books.charges.values()].filter((charge) => charge.amount === 6000);
    const before = charges().length;
    expect((await edit({ status: 'active' })).status).toBe(200);
    await t.runJobs();
    const row = await t.db
      .selectFrom('subscriptions')
      .select('stripeSubscriptionId')
      .where('id', '=', plan.id)
      .executeTakeFirstOrThrow();
    expect(row.stripeSubscriptionId).not.toBe(stripeId);
    // The new subscription's first month is charged immediately.
    expect(standIn.books.subscriptions.get(row.stripeSubscriptionId)?.status).toBe('active');
    const charged = charges();
    expect(charged).toHaveLength(before + 1);
    standIn.browser.spoilCard(row.stripeSubscriptionId, testCards.expired.paymentMethodId);
    expect((await edit({ status: 'paused' })).status).toBe(200);
    await t.runJobs();
    expect(standIn.books.subscriptions.get(row.stripeSubscriptionId)?.pause_collection).toMatchObject({
      behavior: 'void',
    });
    const refused = await edit({ status: 'active' });
    expect(refused).toMatchObject({ status: 402, body: { message: 'Your card has expired.' } });
    await t.runJobs();
    expect(standIn.books.subscriptions.get(row.stripeSubscriptionId)?.pause_collection).not.toBeNull();
    expect(charges()).toEqual(charged);
  });

  it('is synced when the process died before it could save the new id', async () => {
    const stripeId = await start();
    const { token } = await makeAdmin(t);
    const { body: plan } = await t.call('GET', '/api/subscription', { token: customer.token });
    const url = `/api/admin/subscriptions/${plan.id}`;
    await t.call('PATCH', url, { token, body: { updates: { status: 'cancelled' } } });
    await t.runJobs();
    await t.services.payments.cancelSubscription(stripeId);
    // Simulates a process that died in collectAgain, after it had enqueued the job and made Stripe charge again.
    await t.services.payments.resumeSubscription(stripeId, { packageType: 'clean-carry', priceCents: 6000 });
    await t.db
      .transaction()
      .execute((trx) => t.services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: plan.id }));
    await t.runJobs();
    expect((await t.services.payments.getSubscription(stripeId))?.status).toBe('canceled');
    expect((await t.call('PATCH', url, { token, body: { updates: { status: 'active' } } })).status).toBe(200);
  });
});

describe('card numbers', () => {
  it('never reach or leave our server', () => {
    for (const { path, query, body } of standIn.seen) {
      expect(`${path} ${query} ${body}`).not.toMatch(/4242424242424242|4000000000000002/);
    }
    expect(JSON.stringify([...standIn.books.customers.values()])).not.toMatch(/\b\d{13,19}\b/);
  });
});
