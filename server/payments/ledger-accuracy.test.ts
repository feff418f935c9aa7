import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { intentOf, makeSubscriber, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { renewSubscriptions } from '../subscriptions/billing/renew-subscriptions.ts';
import { syncBilling } from '../subscriptions/billing/sync-billing.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

/** The ledger matches the provider, whatever people do in the provider's own screens. */

let t: TestApp;
let admin: Person;
let customer: Person;
const start = instantOf('2026-11-25', '12:00');
const hourMs = 60 * 60 * 1000;

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(start);
  customer = await makeCustomer(t);
});

const call = async (path: string, token = customer.token) => (await t.call('GET', path, { token })).body;
const linesOf = async (customerId: string) =>
  await t.db.selectFrom('payment_history').selectAll().where('customerId', '=', customerId).orderBy('id').execute();
const later = (ms: number) => {
  t.setNow(new Date(t.services.clock().getTime() + ms));
};

async function bookPaid(): Promise<{ pickupId: string; intentId: string }> {
  const intentId = await openPayment(t, customer.token);
  await pay(t, customer.token, intentId);
  const body = { ...bookingBody(t), paymentIntentId: intentId };
  const { body: pickup } = await t.call('POST', '/api/pickups', { token: customer.token, body });
  return { pickupId: pickup.id, intentId };
}

/** Changes the amount of an unpaid intent in the provider's own screens. */
async function setAmount(intentId: string, amountCents: number): Promise<void> {
  await t.db.updateTable('simulated_payment_intents').set({ amountCents }).where('id', '=', intentId).execute();
  await t.db.updateTable('simulated_invoices').set({ amountCents }).where('intentId', '=', intentId).execute();
}

describe('a charge of another amount than we asked for', () => {
  it('still starts a plan, and is recorded as charged', async () => {
    const opened = await openPlan(t, customer.token, { packageType: 'basic' });
    await setAmount(intentOf(opened), 3_000);
    expect((await pay(t, customer.token, intentOf(opened))).body.success).toBe(true);
    expect(await call('/api/subscription')).toMatchObject({ status: 'active', pricePerMonth: '35.00' });
    expect(await call('/api/billing-history')).toMatchObject([{ amount: '30.00', status: 'succeeded' }]);
  });

  it('does not pay for a pickup as well, even if the prices match', async () => {
    const opened = await openPlan(t, customer.token, { packageType: 'basic' });
    const paymentIntentId = intentOf(opened);
    const book = async () => {
      const body = { ...bookingBody(t), bagCount: 4, amount: '30.00', paymentIntentId };
      return await t.call('POST', '/api/pickups', { token: customer.token, body });
    };
    await setAmount(paymentIntentId, 3_000);
    const unknown = { status: 404, body: { message: 'Payment not found' } };
    expect(await book()).toMatchObject(unknown);
    await pay(t, customer.token, paymentIntentId);
    expect(await book()).toMatchObject(unknown);
    expect((await call('/api/pickups')).filter(({ subscriptionId }: ApiResponse['body']) => !subscriptionId)).toEqual(
      [],
    );
    expect(await call('/api/subscription')).toMatchObject({ status: 'active' });
  });

  it('buys no pickup and is refunded', async () => {
    const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
    const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
    const body = { amount: '45.00', booking };
    const { body: opened } = await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
    await setAmount(opened.paymentIntentId, 100);
    await pay(t, customer.token, opened.paymentIntentId);
    await t.runJobs();
    expect(await call('/api/pickups')).toEqual([]);
    expect((await linesOf(customer.id)).map(({ status, amount }) => `${status} ${amount}`)).toEqual([
      'succeeded 1.00',
      'refunded 1.00',
    ]);
  });
});

describe('a month of a plan', () => {
  it('is recorded once when it was paid outside the provider', async () => {
    const subscriber = await makeSubscriber(t, { packageType: 'basic' });
    t.setNow(instantOf('2026-12-26', '12:00'));
    await renewSubscriptions(t.services);
    const before = await linesOf(subscriber.id);
    await t.db
      .updateTable('simulated_invoices')
      .set({ intentId: null })
      .where('isFirst', '=', false)
      .where('periodStart', '<', t.services.clock())
      .execute();
    await t.db.deleteFrom('payment_history').where('invoiceId', 'is not', null).execute();
    for (let look = 0; look < 3; look += 1) await syncBilling(t.services, subscriber.subscriptionId);
    expect((await linesOf(subscriber.id)).filter(({ status }) => status === 'succeeded')).toHaveLength(before.length);
  });

  it('is kept when it is charged at the moment its plan ends, and credits can use it', async () => {
    const { id, subscriptionId, token } = await makeSubscriber(t, { packageType: 'basic' });
    await staySignedIn(t);
    t.setNow(instantOf('2026-12-25', '12:00'));
    const { stripeSubscriptionId } = await call('/api/subscription', token);
    await t.call('DELETE', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token });
    // The provider charges the plan before the job ends it there. Nothing else reports this charge.
    await t.services.payments.renewTest?.(stripeSubscriptionId);
    await sql`DELETE FROM pgboss.job WHERE "name" <> 'sync-subscription'`.execute(t.db);
    await t.runJobs();
    expect((await linesOf(id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    const months = t.db.selectFrom('plan_months').select('price').where('subscriptionId', '=', subscriptionId);
    expect(await months.execute()).toEqual([{ price: '35.00' }, { price: '35.00' }]);
  });

  it('keeps its package and the day it was paid', async () => {
    const subscriber = await makeSubscriber(t, { packageType: 'basic' });
    await staySignedIn(t);
    const periodEnd = instantOf('2026-12-25', '12:00');
    t.setNow(periodEnd);
    const { stripeSubscriptionId } = await call('/api/subscription', subscriber.token);
    await t.services.payments.renewTest?.(stripeSubscriptionId);
    // The renewal's event is lost, and five days pass.
    later(5 * 24 * hourMs);
    const change = { pricePerMonth: '150.00' };
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    const changed = await t.call('PATCH', path, { token: admin.token, body: change });
    expect(changed).toMatchObject({ status: 200, body: { packageType: 'premium' } });
    await syncBilling(t.services, subscriber.subscriptionId);
    const [month, first] = await call('/api/billing-history', subscriber.token);
    expect(month).toMatchObject({ description: 'Basic Package, monthly plan', date: periodEnd.toISOString() });
    expect(first).toMatchObject({ description: 'Basic Package, monthly plan' });
    const receipt = await call(`/api/receipts/${month.id}`, subscriber.token);
    expect(receipt).toMatchObject({ paidAt: periodEnd.toISOString(), number: expect.stringMatching(/^20261225-/) });
  });
});

describe('a refund made at the provider', () => {
  it('is counted before the dispatcher refunds more, even if its event was lost', async () => {
    const { pickupId, intentId } = await bookPaid();
    await staySignedIn(t);
    await t.services.payments.refundPayment(intentId, { amountCents: 2_000, idempotencyKey: randomUUID() });
    const body = { amount: '40.00', reason: 'Nobody came', refundKey: randomUUID() };
    const answer = await t.call('POST', `/api/admin/pickups/${pickupId}/refund`, { token: admin.token, body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'You can refund up to $25.00.' } });
  });

  it('made long ago is found when reconciling from that day on', async () => {
    const { intentId } = await bookPaid();
    await t.services.payments.refundPayment(intentId, { amountCents: 2_000, idempotencyKey: randomUUID() });
    later(3 * hourMs);
    expect(await reconcilePayments(t.services)).toEqual({ repaired: [], failed: [] });
    const repaired = [`refund of ${intentId} recorded`];
    expect(await reconcilePayments(t.services, start)).toEqual({ repaired, failed: [] });
    expect(await linesOf(customer.id)).toHaveLength(2);
  });
});
