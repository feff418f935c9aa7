import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { reconcilePayments } from './reconcile/reconcile-payments.ts';

let t: TestApp;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const open = (body: Record<string, unknown>, token = customer.token) =>
  t.call('POST', '/api/create-payment-intent', { token, body });
const mine = async () => (await t.call('GET', '/api/pickups', { token: customer.token })).body;
const books = async () =>
  await t.db
    .selectFrom('payment_history')
    .selectAll()
    .where('customerId', '=', customer.id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

function draft(change: Record<string, unknown> = {}) {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
  return { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID(), ...change };
}

describe('POST /api/create-payment-intent', () => {
  it('rejects amounts that are not one of our prices', async () => {
    for (const amount of ['44.00', '-45.00', '0', 'free', 45.001]) {
      expect((await open({ amount })).status, String(amount)).toBe(400);
    }
    expect((await open({})).body.message).toBe('Please enter an amount such as 45.00');
    expect((await open({ amount: '30.00', booking: draft() })).body.message).toBe(
      'The price of this pickup is $45.00.',
    );
  });

  it("returns 404 for another customer's pickup", async () => {
    const other = await makeCustomer(t);
    const pickup = await bookUnpaid(t, other.token);
    expect(await open({ amount: '45.00', pickupId: pickup.id })).toMatchObject({ status: 404 });
    expect((await open({ amount: '45.00', pickupId: randomUUID() })).status).toBe(404);
  });

  it('offers the test cards by name and number', async () => {
    const { body } = await open({ amount: '45.00' });
    expect(body).toMatchObject({ testMode: true, clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) });
    expect(body.testCards).toEqual({
      successful: '4242424242424242',
      declined: '4000000000000002',
      expired: '4000000000000069',
      insufficientFunds: '4000000000009995',
      cvcFailed: '4000000000000127',
      processingError: '4000000000000119',
      fraudulent: '4100000000000019',
    });
  });

  it('returns one intent for the same draft, even in parallel, and another for a changed draft', async () => {
    const booking = draft();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open({ amount: '45.00', booking })));
    expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
    const [first] = answers;
    const changed = await open({ amount: '30.00', booking: { ...booking, bagCount: 4 } });
    expect(changed.status).toBe(200);
    expect(changed.body.clientSecret).not.toBe(first?.body.clientSecret);
    const late = await pay(t, customer.token, first?.body.paymentIntentId);
    expect(late.status).toBe(409);
    expect(await mine()).toEqual([]);
  });
});

describe('POST /api/confirm-test-payment', () => {
  it("rejects another customer's intent, an unknown one, and anything but a test card", async () => {
    const intent = await openPayment(t, customer.token);
    const other = await makeCustomer(t);
    expect((await pay(t, other.token, intent)).status).toBe(404);
    expect((await pay(t, customer.token, 'pi_none')).status).toBe(404);
    for (const paymentMethodId of ['pm_card_mastercard', 'constructor', '4242424242424242', '__proto__']) {
      const { status } = await t.call('POST', '/api/confirm-test-payment', {
        token: customer.token,
        body: { paymentIntentId: intent, paymentMethodId },
      });
      expect(status, paymentMethodId).toBe(400);
    }
    expect(await books()).toEqual([]);
  });

  it.each([
    ['declined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['expired', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['insufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['cvcFailed', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      'processingError',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['fraudulent', 'card_declined', 'fraudulent', 'Your card was declined.'],
  ] as const)('%s: says why, books nothing, and a second card then works', async (card, code, declineCode, message) => {
    const { body: setup } = await open({ amount: '45.00', booking: draft() });
    const refused = await pay(t, customer.token, setup.paymentIntentId, card);
    expect(refused).toMatchObject({
      status: 200,
      body: {
        success: false,
        paymentIntent: {
          status: 'requires_payment_method',
          last_payment_error: { code, decline_code: declineCode, message },
        },
      },
    });
    expect(await mine()).toEqual([]);
    expect(await pay(t, customer.token, setup.paymentIntentId)).toMatchObject({ body: { success: true } });
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid', amount: '45.00' }]);
    expect((await books()).map((line) => [line.status, line.failureReason])).toEqual([
      ['failed', message],
      ['succeeded', null],
    ]);
  });

  it('makes the pickup of a draft even if the browser closes then; POST /api/pickups returns the same one', async () => {
    const booking = draft({ specialInstructions: 'Blue door' });
    const { body: setup } = await open({ amount: '45.00', booking });
    await pay(t, customer.token, setup.paymentIntentId);
    const [pickup] = await mine();
    expect(pickup).toMatchObject({ specialInstructions: 'Blue door', status: 'pending', paymentStatus: 'paid' });
    const again = await t.call('POST', '/api/pickups', {
      token: customer.token,
      body: { ...bookingBody(t), specialInstructions: 'Blue door', paymentIntentId: setup.paymentIntentId },
    });
    expect(again).toMatchObject({ status: 200, body: { id: pickup.id } });
    expect(await mine()).toHaveLength(1);
    const paidTwice = await open({ amount: '45.00', booking });
    expect(paidTwice).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  it('charges once for 20 parallel requests', async () => {
    const { body: setup } = await open({ amount: '45.00', booking: draft() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(t, customer.token, setup.paymentIntentId)));
    expect(answers.every((answer) => answer.body.success)).toBe(true);
    expect(await mine()).toHaveLength(1);
    expect(await books()).toHaveLength(1);
  });

  it('pays an unpaid pickup once', async () => {
    const pickup = await bookUnpaid(t, customer.token);
    const setup = (await open({ amount: '45.00', pickupId: pickup.id })).body;
    expect((await open({ amount: '45.00', pickupId: pickup.id })).body.clientSecret).toBe(setup.clientSecret);
    await pay(t, customer.token, setup.paymentIntentId);
    expect(await mine()).toMatchObject([{ id: pickup.id, paymentStatus: 'paid' }]);
    expect(await open({ amount: '45.00', pickupId: pickup.id })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    expect(await books()).toMatchObject([{ pickupId: pickup.id, amount: '45.00', status: 'succeeded' }]);
  });
});

describe('an unfinished payment', () => {
  it('is settled by the reconciler when the server died after it was paid at the provider', async () => {
    const { body: setup } = await open({ amount: '45.00', booking: draft() });
    await t.services.payments.confirmTest?.(setup.paymentIntentId, testCards.successful.paymentMethodId);
    expect(await mine()).toEqual([]);
    t.setNow(new Date(Date.now() + 5 * 60_000));
    await reconcilePayments(t.services);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid' }]);
    expect(await books()).toHaveLength(1);
  });

  it('is settled even behind 250 abandoned intents', async () => {
    const { body: setup } = await open({ amount: '45.00', booking: draft() });
    await t.services.payments.confirmTest?.(setup.paymentIntentId, testCards.successful.paymentMethodId);
    const abandoned = await openPayment(t, (await makeCustomer(t)).token);
    await sql`INSERT INTO simulated_payment_intents ("id", "clientSecret", "idempotencyKey", "amountCents", "status", "createdAt")
      SELECT 'pi_' || n, 'pi_' || n, 'pi_' || n, "amountCents", "status", "createdAt"
      FROM simulated_payment_intents, generate_series(1, 249) n WHERE "id" = ${abandoned}`.execute(t.db);
    await sql`INSERT INTO payments ("id", "customerId", "purpose", "bookingId", "stripePaymentIntentId", "amount", "status")
      SELECT gen_random_uuid(), "customerId", "purpose", "bookingId", 'pi_' || n, "amount", "status"
      FROM payments, generate_series(1, 249) n WHERE "stripePaymentIntentId" = ${abandoned}`.execute(t.db);
    await t.db
      .updateTable('payments')
      .set({ updatedAt: new Date(0) })
      .where('status', '=', 'open')
      .where('stripePaymentIntentId', '<>', setup.paymentIntentId)
      .execute();
    t.setNow(new Date(Date.now() + 10 * 60_000));
    await reconcilePayments(t.services);
    t.setNow(new Date(Date.now() + 20 * 60_000));
    await reconcilePayments(t.services);
    expect(await mine()).toMatchObject([{ paymentStatus: 'paid' }]);
  });

  it('is created at the provider when the server died right after inserting our row', async () => {
    const { body: setup } = await open({ amount: '45.00', booking: draft() });
    await t.db
      .updateTable('payments')
      .set({ status: 'creating', stripePaymentIntentId: null, updatedAt: new Date(0) })
      .where('stripePaymentIntentId', '=', setup.paymentIntentId)
      .execute();
    await reconcilePayments(t.services);
    const row = await t.db
      .selectFrom('payments')
      .select('status')
      .where('stripePaymentIntentId', '=', setup.paymentIntentId)
      .executeTakeFirst();
    expect(row?.status).toBe('open');
  });

  it('is refunded after a day when it was paid and bought nothing', async () => {
    const intent = await openPayment(t, customer.token);
    await pay(t, customer.token, intent);
    t.setNow(new Date(Date.now() + 25 * 60 * 60_000));
    await reconcilePayments(t.services);
    await t.runJobs();
    expect(await books()).toMatchObject([{ status: 'succeeded' }, { status: 'refunded', refundAmount: '45.00' }]);
    expect(await t.services.payments.getPayment(intent)).toMatchObject({ refundedCents: 4500 });
  });
});

describe('a payment with nothing left to buy', () => {
  it('is not reported as a success, is refunded, and the customer is notified', async () => {
    const pickup = await bookUnpaid(t, customer.token);
    const { body } = await open({ amount: '45.00', pickupId: pickup.id });
    await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', pickup.id).execute();
    expect(await pay(t, customer.token, body.paymentIntentId)).toMatchObject({
      status: 409,
      body: { code: 'given_back', message: expect.stringContaining('on its way back') },
    });
    await t.runJobs();
    expect((await books()).map((line) => line.status)).toEqual(['succeeded', 'refunded']);
    const bell = await t.call('GET', '/api/notifications', { token: customer.token });
    const refund = bell.body.notifications.find((one: { type: string }) => one.type === 'payment_refunded');
    expect(refund).toMatchObject({ title: 'Refund sent', actionUrl: '/billing' });
  });

  it('is not opened for a draft whose pickup was cancelled', async () => {
    const booking = draft();
    const first = await open({ amount: '45.00', booking });
    await pay(t, customer.token, first.body.paymentIntentId);
    const [pickup] = await mine();
    await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', pickup.id).execute();
    await t.db.updateTable('payments').set({ status: 'refunded' }).where('customerId', '=', customer.id).execute();
    expect(await open({ amount: '45.00', booking })).toMatchObject({ status: 409, body: { code: 'already_booked' } });
  });

  it('is not accepted for a day that has passed', async () => {
    const booking = draft();
    const { body } = await open({ amount: '45.00', booking });
    await t.db
      .updateTable('bookings')
      .set({ scheduledDate: new Date(t.services.clock().getTime() - 24 * 60 * 60 * 1000) })
      .where('draftKey', '=', booking.draftKey)
      .execute();
    expect(await pay(t, customer.token, body.paymentIntentId)).toMatchObject({
      status: 409,
      body: { message: 'Please select a future date.' },
    });
    expect(await books()).toEqual([]);
  });
});
