import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { makeCustomer } from '../../../tests/support/accounts/people.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { bookingBody } from '../../../tests/support/pickups/bookings.ts';
import { recordFailure } from './record-failure.ts';

/** A declined card is recorded once, with one notice, in whatever order its events arrive. */

let live: LiveBilling;
const bad = testCards.declined.paymentMethodId;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  live.customer = await makeCustomer(live.t);
});

async function openDraft(): Promise<{ clientSecret: string; paymentIntentId: string }> {
  const { address, bagCount, scheduledDate, specialInstructions } = bookingBody(live.t);
  const booking = { address, bagCount, scheduledDate, specialInstructions, draftKey: randomUUID() };
  const body = { amount: '45.00', booking };
  return (await live.t.call('POST', '/api/create-payment-intent', { token: live.customer.token, body })).body;
}
/** Declines a card and returns Stripe's event. */
function refuse(clientSecret: string): { id: string } {
  live.standIn.browser.confirmPayment(clientSecret, bad);
  return live.standIn.books.events.findLast(({ type }) => type === 'payment_intent.payment_failed') as { id: string };
}
const told = async () => {
  await live.t.runJobs();
  return await live.notificationsOf();
};

it('is recorded once when its event comes twice in parallel and again later', async () => {
  const { clientSecret } = await openDraft();
  const event = refuse(clientSecret);
  expect(await Promise.all([1, 2, 3].map(() => live.post(event)))).toEqual([200, 200, 200]);
  expect(await live.billingLines()).toEqual(['failed 45.00']);
  // Simulates a process that died before it could mark the event as handled.
  await live.t.db.updateTable('provider_events').set({ handledAt: null }).where('id', '=', event.id).execute();
  expect(await live.post(event)).toBe(200);
  expect(await live.billingLines()).toEqual(['failed 45.00']);
  expect(await told()).toHaveLength(1);
});

it('is recorded for each of two declined cards in parallel, with one notice', async () => {
  const { clientSecret } = await openDraft();
  const events = [refuse(clientSecret), refuse(clientSecret)];
  expect(await Promise.all(events.map((event) => live.post(event)))).toEqual([200, 200]);
  expect(await live.billingLines()).toEqual(['failed 45.00', 'failed 45.00']);
  expect(await told()).toHaveLength(1);
});

it('is ignored when another card has paid in the meantime', async () => {
  const { clientSecret, paymentIntentId } = await openDraft();
  live.standIn.browser.confirmPayment(clientSecret, testCards.successful.paymentMethodId);
  const payments = live.t.db.selectFrom('payments').select('id').where('stripePaymentIntentId', '=', paymentIntentId);
  const payment = await payments.executeTakeFirstOrThrow();
  await live.deliverEvents();
  const before = await told();
  await recordFailure(live.t.services, payment, 'Your card was declined.');
  expect(await live.billingLines()).toEqual(['succeeded 45.00']);
  expect(await told()).toEqual(before);
});
