import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody } from '../../../tests/support/pickups/bookings.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../tests/support/stripe/stand-in.ts';
import { openPlan } from '../../../tests/support/subscriptions/subscriptions.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findPayment, type PaymentRow, setOpen } from '../payments.store.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';
import { openPayment } from './open-payment.ts';

/** For a day, Stripe repeats its refusal to create an object under the same key. Customers must not get stuck. */

let standIn: StripeStandIn;
let t: TestApp;
let customer: Person;
const good = testCards.successful.paymentMethodId;
const refusal = { saves: { status: 400, error: { type: 'invalid_request_error', code: 'payment_intent_invalid' } } };
const refused = { status: 503, body: { code: 'creation_refused', message: expect.stringContaining('try again') } };

beforeAll(async () => {
  standIn = await startStripeStandIn();
  t = await startTestApp(standIn.env);
});
afterAll(async () => {
  await t.close();
  await standIn.close();
});
beforeEach(async () => {
  standIn.stopFailing();
  customer = await makeCustomer(t);
});

function draftOf(bagCount = 4, draftKey: string = randomUUID()) {
  const { address, scheduledDate, specialInstructions } = bookingBody(t);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey };
  return { amount: bagCount === 4 ? '30.00' : '45.00', booking };
}
const open = async (body: object) =>
  await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
const mine = () => t.db.selectFrom('payments').selectAll().where('customerId', '=', customer.id).orderBy('createdAt');
const statuses = async () => (await mine().execute()).map(({ status }) => status);
/** Simulates a process that died before it could close the refused payment. */
const reopenRefused = () =>
  t.db.updateTable('payments').set({ status: 'creating' }).where('customerId', '=', customer.id).execute();
/** Services that run `then` between Stripe's response and the update of our row. */
function instead(then: (made: ProviderPayment) => Promise<ProviderPayment>): Services {
  const { payments } = t.services;
  const createPayment: typeof payments.createPayment = async (wanted) =>
    await then(await payments.createPayment(wanted));
  return { ...t.services, payments: { ...payments, createPayment } };
}
const openIntents = () => [...standIn.books.intents.values()].filter(({ status }) => status !== 'canceled').length;

describe('a payment whose creation Stripe refuses', () => {
  it('is closed, and the next attempt gets another one', async () => {
    const body = draftOf();
    standIn.failNext('POST /v1/payment_intents', refusal);
    expect(await open(body)).toMatchObject({ ...refused, headers: { 'retry-after': '5' } });
    expect(await statuses()).toEqual(['canceled']);
    const again = await open(body);
    expect(again.status).toBe(200);
    expect(await statuses()).toEqual(['canceled', 'open']);
    standIn.browser.confirmPayment(again.body.clientSecret, good);
    const { paymentIntentId } = again.body;
    const paid = await t.call('POST', '/api/confirm-payment', { token: customer.token, body: { paymentIntentId } });
    expect(paid.status).toBe(200);
  });

  it.each([
    ['the same draft', 4],
    ['a changed draft', 8],
  ])('does not stop %s after the process has died', async (_, bagCount) => {
    const body = draftOf();
    const before = openIntents();
    standIn.failNext('POST /v1/payment_intents', refusal);
    await open(body);
    await reopenRefused();
    const changed = await open(draftOf(bagCount, body.booking.draftKey));
    expect(changed.status).toBe(200);
    expect(openIntents()).toBe(before + 1);
  });

  it('does not stop a changed draft although Stripe refuses the old one again', async () => {
    const body = draftOf();
    standIn.failNext('POST /v1/payment_intents', refusal);
    await open(body);
    await reopenRefused();
    // One refusal for the old payment's key, which Stripe repeats, and one for its second key.
    standIn.failNext('POST /v1/payment_intents', refusal, 2);
    const first = standIn.seen.length;
    expect((await open(draftOf(8, body.booking.draftKey))).status).toBe(200);
    const posts = standIn.seen
      .slice(first)
      .filter(({ method, path }) => `${method} ${path}` === 'POST /v1/payment_intents');
    expect(posts.map(({ status, replayed }) => [status, replayed])).toEqual([
      [400, true],
      [400, false],
      [200, false],
    ]);
    expect(await statuses()).toEqual(['canceled', 'open']);
  });

  it('is found when it was created after all', async () => {
    const body = draftOf();
    standIn.failNext('POST /v1/payment_intents', { breaks: 'after' });
    const before = openIntents();
    expect((await open(body)).status).toBe(200);
    expect(openIntents()).toBe(before + 1);
  });

  it('is closed by the reconciler', async () => {
    standIn.failNext('POST /v1/payment_intents', refusal, 3);
    await open(draftOf());
    await reopenRefused();
    await t.db
      .updateTable('payments')
      .set({ updatedAt: new Date(0) })
      .where('customerId', '=', customer.id)
      .execute();
    const [row] = await mine().execute();
    const { repaired, failed } = await reconcilePayments(t.services);
    expect(failed).toEqual([]);
    expect(repaired).toContain(`payment ${row?.id} for $30.00: creating → canceled`);
  });

  it('cancels the intent that a slower request creates after it was closed', async () => {
    const body = draftOf();
    standIn.failNext('POST /v1/payment_intents', refusal);
    await open(body);
    await reopenRefused();
    const row = (await mine().executeTakeFirstOrThrow()) as PaymentRow;
    const before = openIntents();
    const services = instead(async (made) => {
      await t.db.updateTable('payments').set({ status: 'canceled' }).where('id', '=', row.id).execute();
      return made;
    });
    await expect(openPayment(services, row)).rejects.toMatchObject({ status: 409, code: 'payment_canceled' });
    expect(openIntents()).toBe(before);
    expect(await findPayment(t.db, row.id)).toMatchObject({ status: 'canceled', stripePaymentIntentId: null });
  });

  it('stays open when another request has opened it meanwhile', async () => {
    standIn.failNext('POST /v1/payment_intents', refusal);
    await open(draftOf());
    await reopenRefused();
    const row = (await mine().executeTakeFirstOrThrow()) as PaymentRow;
    const services = instead(async ({ id }) => {
      await setOpen(t.db, row.id, { stripePaymentIntentId: id, stripeSubscriptionId: null }, new Date());
      throw new Refusal(503, 'Please try again.', { code: 'creation_refused' });
    });
    await expect(openPayment(services, row)).rejects.toMatchObject({ code: 'creation_refused' });
    expect(await statuses()).toEqual(['open']);
  });
});

describe('a plan whose creation Stripe refuses', () => {
  it('is closed, and can be chosen again', async () => {
    standIn.failNext('POST /v1/subscriptions', refusal);
    expect(await openPlan(t, customer.token, { packageType: 'basic' })).toMatchObject(refused);
    expect((await openPlan(t, customer.token, { packageType: 'basic' })).status).toBe(200);
    expect(await statuses()).toEqual(['canceled', 'open']);
  });

  it('does not stop another package after the process has died', async () => {
    standIn.failNext('POST /v1/subscriptions', refusal, 2);
    await openPlan(t, customer.token, { packageType: 'basic' });
    await reopenRefused();
    const opened = await openPlan(t, customer.token, { packageType: 'clean-carry' });
    expect(opened).toMatchObject({ status: 200, body: { packageType: 'clean-carry' } });
    expect(await statuses()).toEqual(['canceled', 'open']);
  });
});

it('a customer whose creation Stripe refuses can pay at the next attempt', async () => {
  standIn.failNext('POST /v1/customers', refusal);
  expect(await open(draftOf())).toMatchObject(refused);
  expect((await open(draftOf())).status).toBe(200);
});
