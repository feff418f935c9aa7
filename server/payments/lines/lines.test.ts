import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';
import { insertPaymentWithLines } from './write-lines.ts';

/** What payments are for, and the lines of their charges, with simulated payments. */

let t: TestApp;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const paymentOf = async (intentId: string) =>
  await t.db.selectFrom('payments').selectAll().where('stripePaymentIntentId', '=', intentId).executeTakeFirstOrThrow();
const linesOf = async (paymentId: string) =>
  await t.db
    .selectFrom('charge_lines')
    .select(['kind', 'quantity', 'cents', 'taxCents', 'pickupId', 'subscriptionId'])
    .where('paymentId', '=', paymentId)
    .orderBy('position')
    .execute();
const book = async (change: Record<string, unknown> = {}) =>
  await t.call('POST', '/api/pickups', { token: customer.token, body: { ...bookingBody(t, 1), ...change } });
const draft = () => {
  const { address, bagCount, scheduledDate } = bookingBody(t, 2);
  return { booking: { address, bagCount, scheduledDate, specialInstructions: null, draftKey: randomUUID() } };
};
const price = { ...lineOf('pickup', 4500), pickupId: null, subscriptionId: null };

describe('a payment says what it is for', () => {
  it('nothing, until a booking of its amount takes it', async () => {
    const intentId = await openPayment(t, customer.token);
    const { id, ...opened } = await paymentOf(intentId);
    expect(opened).toMatchObject({ purpose: 'unassigned', priceVersion: 1, bookingId: null, pickupId: null });
    expect(await linesOf(id)).toEqual([{ ...price, kind: 'other' }]);
    await pay(t, customer.token, intentId);
    const { status, body } = await book();
    expect([status, body.paymentStatus]).toEqual([201, 'paid']);
    expect(await paymentOf(intentId)).toMatchObject({ purpose: 'unassigned', pickupId: body.id });
    expect(await linesOf(id)).toEqual([{ ...price, pickupId: body.id }]);
  });

  it('a draft, which keeps the version of its price', async () => {
    const intentId = await openPayment(t, customer.token, '45.00', draft());
    const { id, purpose, priceVersion, bookingId } = await paymentOf(intentId);
    expect([purpose, priceVersion]).toEqual(['booking', 1]);
    expect(await linesOf(id)).toEqual([price]);
    const booking = t.db.selectFrom('bookings').select('priceVersion').where('id', '=', bookingId);
    expect(await booking.executeTakeFirst()).toEqual({ priceVersion: 1 });
    await pay(t, customer.token, intentId);
    const { pickupId } = await paymentOf(intentId);
    expect(await linesOf(id)).toEqual([{ ...price, pickupId }]);
  });

  it('a pickup, or the first month of a plan', async () => {
    const pickup = await bookUnpaid(t, customer.token);
    const intentId = await openPayment(t, customer.token, '45.00', { pickupId: pickup.id });
    const ofPickup = await paymentOf(intentId);
    expect(ofPickup.purpose).toBe('pickup');
    expect(await linesOf(ofPickup.id)).toEqual([{ ...price, pickupId: pickup.id }]);
    const { subscriptionId } = await makeSubscriber(t);
    const ofPlan = t.db.selectFrom('payments').selectAll().where('subscriptionId', '=', subscriptionId);
    const { id, purpose, priceVersion } = await ofPlan.executeTakeFirstOrThrow();
    expect([purpose, priceVersion]).toEqual(['subscription', 1]);
    expect(await linesOf(id)).toEqual([{ ...lineOf('plan-month', 6000), pickupId: null, subscriptionId }]);
  });

  it('so a booking that names no payment takes none that names something itself', async () => {
    const ofDraft = await openPayment(t, customer.token, '45.00', draft());
    const pickup = await bookUnpaid(t, customer.token, bookingBody(t, 3));
    const ofPickup = await openPayment(t, customer.token, '45.00', { pickupId: pickup.id });
    const nameless = await openPayment(t, customer.token);
    // The provider has the money, and we don't know it yet.
    for (const intentId of [ofDraft, ofPickup, nameless])
      await t.services.payments.confirmTest?.(intentId, 'pm_card_visa');
    const first = await book();
    expect(first.body.paymentStatus).toBe('paid');
    expect(await paymentOf(nameless)).toMatchObject({ pickupId: first.body.id });
    expect((await book({ specialInstructions: 'Blue door' })).body.paymentStatus).toBe('pending');
    expect([(await paymentOf(ofDraft)).status, (await paymentOf(ofPickup)).status]).toEqual(['open', 'open']);
  });
});

describe('the lines of a charge', () => {
  it('are written for a payment that a server of the previous release opened', async () => {
    const intentId = await openPayment(t, customer.token, '45.00', draft());
    const { id } = await paymentOf(intentId);
    await t.db.deleteFrom('charge_lines').where('paymentId', '=', id).execute();
    await pay(t, customer.token, intentId);
    const { pickupId } = await paymentOf(intentId);
    expect(await linesOf(id)).toEqual([{ ...price, pickupId }]);
  });

  it('explain an amount that differs from the one that was asked for', async () => {
    const intentId = await openPayment(t, customer.token, '45.00', draft());
    const { id } = await paymentOf(intentId);
    await t.db.updateTable('simulated_payment_intents').set({ amountCents: 4000 }).where('id', '=', intentId).execute();
    const log = t.services.log.error;
    t.services.log.error = () => {};
    await pay(t, customer.token, intentId);
    t.services.log.error = log;
    expect(await linesOf(id)).toEqual([price, { ...price, kind: 'other', cents: -500 }]);
    expect((await paymentOf(intentId)).status).toBe('refund_pending');
    await reconcilePayments(t.services);
  });

  it('add up to it, or nothing is written', async () => {
    const payment = { id: randomUUID(), customerId: customer.id, priceVersion: 1, createdAt: new Date() } as const;
    const written = t.db.transaction().execute(async (trx) => {
      const wanted = { ...payment, purpose: 'unassigned', amount: '45.00' } as const;
      await insertPaymentWithLines(trx, wanted, [lineOf('pickup', 4500), lineOf('credit', -1)]);
    });
    await expect(written).rejects.toThrow('the lines add up to 4499 cents, and the charge is 4500');
    expect(await linesOf(payment.id)).toEqual([]);
  });
});
