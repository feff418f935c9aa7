import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import type { ApiResponse, TestApp } from '../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import { bookingBody, bookUnpaid, openPayment } from '../../tests/support/pickups/bookings.ts';
import type { StripeStandIn } from '../../tests/support/stripe/stand-in.ts';
import { intentOf, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { readLedger } from './reconcile/read-ledger.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

/** Changes made in the Stripe dashboard before we learned of a payment, or while a payment was being started. */

let live: LiveBilling;
let t: TestApp;
let standIn: StripeStandIn;
const good = testCards.successful.paymentMethodId;
const hourMs = 60 * 60 * 1000;

beforeAll(async () => {
  live = await openLiveBilling();
  ({ t, standIn } = live);
});
afterAll(async () => await live.close());
beforeEach(async () => {
  standIn.stopFailing();
  live.dropEvents();
  live.customer = await makeCustomer(t);
});

const call = async (path: string): Promise<ApiResponse['body']> =>
  (await t.call('GET', path, { token: live.customer.token })).body;
const statusesOf = (intentId: string) =>
  t.db.selectFrom('payments').select('status').where('stripePaymentIntentId', '=', intentId).executeTakeFirst();
const refundsOf = (intentId: string) =>
  [...standIn.books.refunds.values()].filter((refund) => refund.payment_intent === intentId).length;
const giveBackByHand = (intentId: string, amountCents?: number) =>
  t.services.payments.refundPayment(intentId, {
    idempotencyKey: `by-hand:${randomUUID()}`,
    ...(amountCents && { amountCents }),
  });
async function paidDraft(): Promise<string> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t, 3);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
  const body = { amount: '45.00', booking };
  const opened = await t.call('POST', '/api/create-payment-intent', { token: live.customer.token, body });
  standIn.browser.confirmPayment(opened.body.clientSecret, good);
  return opened.body.paymentIntentId;
}
async function paidPlan(): Promise<{ intentId: string; subscriptionId: string }> {
  const opened = await openPlan(t, live.customer.token, { packageType: 'basic' });
  standIn.browser.confirmPayment(opened.body.clientSecret, good);
  return { intentId: intentOf(opened), subscriptionId: opened.body.subscriptionId };
}
const stripeCustomer = async () =>
  (
    await t.db
      .selectFrom('users')
      .select('stripeCustomerId')
      .where('id', '=', live.customer.id)
      .executeTakeFirstOrThrow()
  ).stripeCustomerId ?? '';
const runningAtStripe = async () => {
  const id = await stripeCustomer();
  return [...standIn.books.subscriptions.values()].filter(
    (one) => one.customer === id && one.status !== 'canceled' && one.status !== 'incomplete_expired',
  );
};

describe('a payment fully refunded before we learned of it', () => {
  it('buys no pickup, and is recorded', async () => {
    const intentId = await paidDraft();
    await giveBackByHand(intentId);
    await live.deliverEvents();
    expect(await call('/api/pickups')).toEqual([]);
    expect(await live.billingLines()).toEqual(['succeeded -45.00', 'succeeded 45.00']);
    expect(await statusesOf(intentId)).toEqual({ status: 'refunded' });
    expect(refundsOf(intentId)).toBe(1);
  });

  it('does not pay for an unpaid pickup', async () => {
    const { id: pickupId, amount } = await bookUnpaid(t, live.customer.token, bookingBody(t, 3));
    const body = { amount, pickupId };
    const opened = await t.call('POST', '/api/create-payment-intent', { token: live.customer.token, body });
    standIn.browser.confirmPayment(opened.body.clientSecret, good);
    await giveBackByHand(opened.body.paymentIntentId);
    await live.deliverEvents();
    expect(await call('/api/pickups')).toMatchObject([{ paymentStatus: 'pending' }]);
    expect(refundsOf(opened.body.paymentIntentId)).toBe(1);
  });

  it('starts no plan, and the one at Stripe is ended', async () => {
    const { intentId } = await paidPlan();
    await giveBackByHand(intentId);
    await live.deliverEvents();
    expect(await call('/api/subscription')).toBeNull();
    expect(await runningAtStripe()).toEqual([]);
    expect(await live.billingLines()).toEqual(['succeeded -35.00', 'succeeded 35.00']);
    expect(refundsOf(intentId)).toBe(1);
  });

  it('is reported to the browser that returns from the card form', async () => {
    const { intentId, subscriptionId } = await paidPlan();
    await giveBackByHand(intentId);
    const body = { subscriptionId, packageType: 'basic' };
    const answer = await t.call('POST', '/api/confirm-subscription-payment', { token: live.customer.token, body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'given_back' } });
  });

  it('differs from a partial refund and from one made later', async () => {
    const draft = await paidDraft();
    await giveBackByHand(draft, 1_000);
    const { intentId, subscriptionId } = await paidPlan();
    await live.deliverEvents();
    await giveBackByHand(intentId);
    await live.deliverEvents();
    // The customer reloads the page that the card form returned to.
    const body = { subscriptionId, packageType: 'basic' };
    await t.call('POST', '/api/confirm-subscription-payment', { token: live.customer.token, body });
    await reconcilePayments(t.services);
    expect(await call('/api/pickups')).toContainEqual(expect.objectContaining({ paymentStatus: 'paid' }));
    expect(await call('/api/subscription')).toMatchObject({ status: 'active' });
    expect(await runningAtStripe()).toHaveLength(1);
  });

  it('buys nothing again when an older backup is restored', async () => {
    const since = new Date(t.services.clock().getTime() - hourMs);
    const intentId = await paidDraft();
    await live.deliverEvents();
    const [pickup] = await call('/api/pickups');
    const cancelled = await t.call('DELETE', `/api/admin/pickups/${pickup.id}`, { token: live.admin.token });
    expect(cancelled.status).toBe(200);
    await t.runJobs();
    await live.deliverEvents();
    // The backup contains the open payment and nothing later.
    await t.db.deleteFrom('payment_history').where('stripePaymentIntentId', '=', intentId).execute();
    await t.db.deleteFrom('charge_refunds').where('intentId', '=', intentId).execute();
    await sql`UPDATE payments SET "status" = 'open', "pickupId" = NULL WHERE "stripePaymentIntentId" = ${intentId}`.execute(
      t.db,
    );
    await sql`DELETE FROM audit_log WHERE "subjectId" = ${pickup.id}`.execute(t.db);
    await t.db.deleteFrom('pickups').where('id', '=', pickup.id).execute();
    standIn.books.aheadSeconds += 120;
    live.dropEvents();
    await reconcilePayments(t.services, since);
    await t.runJobs();
    expect(await call('/api/pickups')).toEqual([]);
    expect(await live.billingLines()).toEqual(['succeeded -45.00', 'succeeded 45.00']);
    expect(refundsOf(intentId)).toBe(1);
    const { differences } = await readLedger(t.services, { since, until: t.services.clock() });
    expect(differences.filter((line) => JSON.stringify(line).includes(intentId))).toEqual([]);
  });
});

describe('a credit that covers the first month', () => {
  const refused = { status: 409, body: { code: 'nothing_to_pay' } };
  const openPaymentsOf = async () =>
    await t.db
      .selectFrom('payments')
      .select('status')
      .where('customerId', '=', live.customer.id)
      .where('purpose', '=', 'subscription')
      .where('status', 'in', ['creating', 'open'])
      .execute();

  it('starts no plan, returns an error, and leaves nothing to repair', async () => {
    await openPayment(t, live.customer.token);
    standIn.browser.giveCredit(await stripeCustomer(), 3_500);
    const answer = await openPlan(t, live.customer.token, { packageType: 'basic' });
    expect(answer).toMatchObject(refused);
    expect(answer.body.message).toMatch(/^A credit on your account covers the first month/);
    expect(await openPaymentsOf()).toEqual([]);
    expect(await runningAtStripe()).toEqual([]);
    expect(standIn.books.customers.get(await stripeCustomer())).toMatchObject({ balance: -3_500 });
    // The credit covers only a part of a more expensive plan: the card pays the rest.
    const other = await openPlan(t, live.customer.token, { packageType: 'clean-carry' });
    expect(standIn.browser.confirmPayment(other.body.clientSecret, good).paymentIntent?.amount).toBe(2_500);
    await live.deliverEvents();
    expect(await call('/api/subscription')).toMatchObject({ status: 'active', packageType: 'clean-carry' });
  });

  it('does the same as a coupon, which only shows once the plan runs at Stripe', async () => {
    await openPayment(t, live.customer.token);
    standIn.browser.giveCoupon(await stripeCustomer());
    for (let press = 0; press < 2; press += 1) {
      expect(await openPlan(t, live.customer.token, { packageType: 'basic' })).toMatchObject(refused);
    }
    await live.deliverEvents();
    expect(await openPaymentsOf()).toEqual([]);
    expect(await runningAtStripe()).toEqual([]);
    expect(await call('/api/subscription')).toBeNull();
  });
});

describe('a customer deleted at Stripe', () => {
  it('still pays, as a new Stripe customer', async () => {
    await openPayment(t, live.customer.token);
    const before = await stripeCustomer();
    standIn.browser.deleteCustomer(before);
    const body = { amount: '45.00' };
    const again = await t.call('POST', '/api/create-payment-intent', { token: live.customer.token, body });
    expect(again.status).toBe(200);
    expect(await stripeCustomer()).not.toBe(before);
    expect(standIn.books.intents.get(again.body.paymentIntentId)?.customer).toBe(await stripeCustomer());
  });

  it('still subscribes', async () => {
    await openPayment(t, live.customer.token);
    standIn.browser.deleteCustomer(await stripeCustomer());
    const { intentId } = await paidPlan();
    await live.deliverEvents();
    expect(await statusesOf(intentId)).toEqual({ status: 'succeeded' });
    expect(await call('/api/subscription')).toMatchObject({ status: 'active' });
  });
});

describe('a plan ended at Stripe whose event was lost', () => {
  it('accepts no other card and is cancelled here then', async () => {
    await live.begin();
    standIn.browser.endPlan(live.plan.stripeSubscriptionId);
    live.dropEvents();
    const body = await live.saveCard();
    const answer = await t.call('POST', '/api/subscription/card', { token: live.customer.token, body });
    expect(answer).toMatchObject({ status: 409, body: { code: 'ended' } });
    expect(await live.currentPlan()).toMatchObject({ status: 'cancelled' });
  });
});
