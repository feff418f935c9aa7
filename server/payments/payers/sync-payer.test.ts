import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, openPayment } from '../../../tests/support/pickups/bookings.ts';
import { type StripeStandIn, startStripeStandIn } from '../../../tests/support/stripe/stand-in.ts';

/** Stripe's customer is synced with the account, and a payment at Stripe is tagged with its purchase. */

let standIn: StripeStandIn;
let t: TestApp;
let customer: Person;

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

const customerThere = async () => {
  const users = t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', customer.id);
  return standIn.books.customers.get((await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '');
};
const change = async (body: object) => {
  expect((await t.call('PATCH', '/api/me', { token: customer.token, body })).status).toBe(200);
  await t.runJobs();
};

it('gets a changed email address and name', async () => {
  await openPayment(t, customer.token);
  expect(await customerThere()).toMatchObject({ email: customer.email });
  await change({ email: `moved.${customer.email}` });
  expect(await customerThere()).toMatchObject({ email: `moved.${customer.email}` });
  await t.db.updateTable('users').set({ firstName: null, lastName: null }).where('id', '=', customer.id).execute();
  await change({ username: `${customer.username}_2` });
  expect(await customerThere()).toMatchObject({ name: `${customer.username}_2`, email: `moved.${customer.email}` });
});

it('keeps no former address when Stripe refuses the new one', async () => {
  await openPayment(t, customer.token);
  await t.db
    .updateTable('users')
    .set({ email: `pät.${customer.email}` })
    .where('id', '=', customer.id)
    .execute();
  await change({ username: `${customer.username}_2` });
  expect(await customerThere()).toMatchObject({ email: null });
});

it('asks Stripe nothing before a first payment, and survives a deleted customer', async () => {
  const asked = standIn.seen.length;
  await change({ email: `moved.${customer.email}` });
  expect(standIn.seen).toHaveLength(asked);
  await openPayment(t, customer.token);
  standIn.browser.deleteCustomer((await customerThere())?.id ?? '');
  await change({ email: `again.${customer.email}` });
  expect((await t.db.selectFrom('users').select('email').where('id', '=', customer.id).execute())[0]?.email).toBe(
    `again.${customer.email}`,
  );
});

it('loses name and email with the account, and no payment stays open', async () => {
  const intentId = await openPayment(t, customer.token);
  const before = await customerThere();
  const body = { currentPassword: customer.password, expectedRefund: '0.00', expectedPickupIds: [] };
  expect((await t.call('POST', '/api/me/deletion', { token: customer.token, body })).status).toBe(200);
  await t.runJobs();
  expect(await customerThere()).toMatchObject({ id: before?.id, email: null, name: 'Deleted customer' });
  expect(standIn.books.intents.get(intentId)?.status).toBe('canceled');
});

it('tags a draft at once and its pickup once it is paid', async () => {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(t);
  const draftKey = crypto.randomUUID();
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey };
  const { body } = await t.call('POST', '/api/create-payment-intent', {
    token: customer.token,
    body: { amount: '45.00', booking },
  });
  const row = await t.db.selectFrom('bookings').select('id').where('draftKey', '=', draftKey).executeTakeFirstOrThrow();
  const intent = () => standIn.books.intents.get(body.paymentIntentId);
  expect(intent()).toMatchObject({
    metadata: { booking: row.id },
    description: expect.stringMatching(/pickup, 8 bags, /),
  });
  expect(intent()?.description).not.toContain(address);
  standIn.browser.confirmPayment(body.clientSecret, 'pm_card_visa');
  const { paymentIntentId } = body;
  await t.call('POST', '/api/confirm-payment', { token: customer.token, body: { paymentIntentId } });
  await t.runJobs();
  const [pickup] = (await t.call('GET', '/api/pickups', { token: customer.token })).body;
  expect(intent()?.metadata).toMatchObject({ booking: row.id, pickup: pickup.id });
});

it('tags a listed price with the pickup that spends it', async () => {
  const paymentIntentId = await openPayment(t, customer.token);
  const intent = standIn.books.intents.get(paymentIntentId);
  expect(intent?.description).toBe('Card payment');
  standIn.browser.confirmPayment(intent?.client_secret ?? '', 'pm_card_visa');
  const body = { ...bookingBody(t), paymentIntentId };
  const { body: pickup } = await t.call('POST', '/api/pickups', { token: customer.token, body });
  await t.runJobs();
  expect(standIn.books.intents.get(paymentIntentId)?.metadata).toMatchObject({ pickup: pickup.id });
});
