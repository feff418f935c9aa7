import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { findWords } from '../../tests/support/accounts/full-account.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import { readLedger } from '../payments/reconcile/read-ledger.ts';
import { reconcilePayments } from '../payments/reconcile/reconcile-payments.ts';

/**
 * Tests of a deletion with Stripe: the plan ends there, money is refunded, and later events of Stripe need no person.
 */

let live: LiveBilling;
let start: Date;
const hourMs = 60 * 60 * 1000;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  start = live.t.services.clock();
  await live.begin();
});

/** Pays a listed price without booking anything. */
async function buy(): Promise<string> {
  const { token } = live.customer;
  const { body } = await live.t.call('POST', '/api/create-payment-intent', { token, body: { amount: '45.00' } });
  live.standIn.browser.confirmPayment(body.clientSecret, testCards.successful.paymentMethodId);
  await live.deliverEvents();
  return body.paymentIntentId;
}
const remove = async (expectedRefund: string) => {
  const { token, password: currentPassword } = live.customer;
  const body = { currentPassword, expectedRefund, expectedPickupIds: [] };
  return await live.t.call('POST', '/api/me/deletion', { token, body });
};
const differences = async () => {
  const until = new Date(live.t.services.clock().getTime() + hourMs);
  return (await readLedger(live.t.services, { since: new Date(start.getTime() - hourMs), until })).differences;
};

it('ends the plan at Stripe, and the books stay equal whatever comes later', async () => {
  const { t, standIn, customer } = live;
  const intentId = await buy();
  expect((await remove('45.00')).status).toBe(200);
  await t.runJobs();
  await live.deliverEvents();
  await live.runHourlyJobs();
  expect(standIn.books.subscriptions.get(live.plan.stripeSubscriptionId)?.status).toBe('canceled');
  expect((await t.services.payments.getPayment(intentId))?.refundedCents).toBe(4500);
  expect(await differences()).toEqual([]);

  // The plan's month is disputed after the customer has left.
  const months = await t.services.payments.listInvoices(live.plan.stripeSubscriptionId);
  standIn.browser.dispute(months[0]?.intentId ?? '');
  await live.deliverEvents();
  const told = await live.notificationsOf(live.admin);
  expect(told.filter((one) => one.includes('disputed'))).toEqual([expect.stringContaining('deleted-')]);
  await reconcilePayments(t.services);
  expect(await differences()).toEqual([]);
  expect(await findWords(t, [customer.username, customer.email])).toEqual([]);
});

it('is refused with an open dispute', async () => {
  const intentId = await buy();
  live.standIn.browser.dispute(intentId);
  await live.deliverEvents();
  expect(await remove('0.00')).toMatchObject({ status: 409, body: { code: 'disputed' } });
  expect(live.standIn.books.subscriptions.get(live.plan.stripeSubscriptionId)?.status).toBe('active');
});
