import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { makeCustomer, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { bookingBody } from '../../../tests/support/pickups/bookings.ts';
import { openPlan } from '../../../tests/support/subscriptions/subscriptions.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';

/** With Stripe, cards are refused in Stripe's own form: we learn of refusals from events, then close the form. */

let live: LiveBilling;
const { declined, successful } = testCards;

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  live.dropEvents();
  live.customer = await makeCustomer(live.t);
  await staySignedIn(live.t);
});

const openDraft = () => {
  const { address, bagCount, scheduledDate } = bookingBody(live.t, 3);
  const body = { amount: '45.00', booking: { address, bagCount, scheduledDate, draftKey: randomUUID() } };
  return live.t.call('POST', '/api/create-payment-intent', { token: live.customer.token, body });
};
const intentOf = (id: string) => live.standIn.books.intents.get(id) as { status: string };
const later = (minutes: number) => {
  live.standIn.books.aheadSeconds += minutes * 60;
  live.dropEvents();
};

it('refused cards: the tenth in an hour closes every open form, is one line each and one notice', async () => {
  const first = (await openDraft()).body;
  const second = (await openDraft()).body;
  const plan = (await openPlan(live.t, live.customer.token, { packageType: 'basic' })).body;
  const confirming = (await openDraft()).body;
  live.standIn.browser.confirmPayment(confirming.clientSecret, 'pm_card_authenticationRequired');
  const refuse = () => live.standIn.browser.confirmPayment(first.clientSecret, declined.paymentMethodId);
  for (let count = 0; count < 9; count++) refuse();
  await live.deliverEvents();
  expect(intentOf(first.paymentIntentId).status).toBe('requires_payment_method');
  refuse();
  await live.deliverEvents();
  expect(intentOf(first.paymentIntentId).status).toBe('canceled');
  expect(intentOf(second.paymentIntentId).status).toBe('canceled');
  expect(live.standIn.books.subscriptions.get(plan.subscriptionId)?.status).toMatch(/canceled|incomplete_expired/);
  // This payment stays open, because the customer is confirming it with their bank.
  expect(intentOf(confirming.paymentIntentId).status).toBe('requires_action');
  expect(await live.billingLines()).toEqual(Array(10).fill('failed 45.00'));
  const notices = await live.notificationsOf();
  expect(notices.filter((text) => text.startsWith('Payment failed'))).toHaveLength(1);
  const refused = await openDraft();
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_refused_cards' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await openPlan(live.t, live.customer.token)).body.code).toBe('too_many_refused_cards');
  live.standIn.browser.completeAction(confirming.clientSecret, true);
  await live.deliverEvents();
  expect(await live.billingLines()).toContain('succeeded 45.00');
  later(121);
  expect((await openDraft()).status).toBe(200);
});

it('open payments: 20 a customer with real money, also when 60 requests race', async () => {
  await Promise.all(Array.from({ length: 60 }, openDraft));
  while ((await openDraft()).status === 200);
  const customerId = (
    await live.t.db.selectFrom('users').selectAll().where('id', '=', live.customer.id).executeTakeFirst()
  )?.stripeCustomerId;
  const intents = [...live.standIn.books.intents.values()].filter(({ customer }) => customer === customerId);
  expect(intents).toHaveLength(20);
});

it('an unused intent is canceled after an hour; one that is paid, processing or at its bank is not', async () => {
  const [unused, paid, processing, confirming] = [
    (await openDraft()).body,
    (await openDraft()).body,
    (await openDraft()).body,
    (await openDraft()).body,
  ];
  const plan = (await openPlan(live.t, live.customer.token, { packageType: 'basic' })).body;
  live.standIn.browser.confirmPayment(paid.clientSecret, successful.paymentMethodId);
  live.standIn.browser.confirmPayment(confirming.clientSecret, 'pm_card_authenticationRequired');
  intentOf(processing.paymentIntentId).status = 'processing';
  const states = () =>
    [unused, paid, processing, confirming].map(({ paymentIntentId }) => intentOf(paymentIntentId).status);
  later(59);
  await reconcilePayments(live.t.services);
  expect(states()).toEqual(['requires_payment_method', 'succeeded', 'processing', 'requires_action']);
  later(2);
  await reconcilePayments(live.t.services);
  expect(states()).toEqual(['canceled', 'succeeded', 'processing', 'requires_action']);
  expect(live.standIn.books.subscriptions.get(plan.subscriptionId)?.status).toMatch(/canceled|incomplete_expired/);
  // No customer takes a day to confirm a payment, but a bank may take a day to process one.
  later(24 * 60);
  await reconcilePayments(live.t.services);
  expect(states()).toEqual(['canceled', 'succeeded', 'processing', 'canceled']);
  expect((await live.billingLines()).filter((line) => line.startsWith('succeeded'))).toEqual(['succeeded 45.00']);
});
