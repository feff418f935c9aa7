import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import type { TestApp } from '../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import type { StripeStandIn } from '../../tests/support/stripe/stand-in.ts';
import { openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { readLedger } from './reconcile/read-ledger.ts';

/** The months of a plan in the ledger: its package, how it was paid, and which months are refunded. */

let live: LiveBilling;
let t: TestApp;
let standIn: StripeStandIn;
const good = testCards.successful.paymentMethodId;
const dayMs = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  live = await openLiveBilling();
  ({ t, standIn } = live);
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const history = async () => (await t.call('GET', '/api/billing-history', { token: live.customer.token })).body;

describe('a month of a plan', () => {
  it('keeps the package it was charged for, even if it is recorded after a change', async () => {
    standIn.browser.endPeriod(live.plan.stripeSubscriptionId);
    live.dropEvents();
    expect((await live.edit({ pricePerMonth: '150.00' })).status).toBe(200);
    await live.runHourlyJobs();
    const [month] = await history();
    expect(month).toMatchObject({ description: 'Basic Package, monthly plan', amount: '35.00' });
    const receipt = await t.call('GET', `/api/receipts/${month.id}`, { token: live.customer.token });
    expect(JSON.stringify(receipt.body)).toContain('Basic Package');
    await live.endMonth();
    expect((await history())[0]).toMatchObject({ description: 'Premium Property, monthly plan', amount: '150.00' });
  });

  it('that is marked as paid by hand at Stripe is not a charge', async () => {
    standIn.browser.spoilCard(live.plan.stripeSubscriptionId, testCards.declined.paymentMethodId);
    await live.endMonth();
    standIn.browser.markAsPaid(live.plan.stripeSubscriptionId);
    await live.deliverEvents();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'failed 35.00', 'succeeded 35.00']);
    const now = t.services.clock().getTime();
    const span = { since: new Date(now - 40 * dayMs), until: new Date(now + dayMs) };
    expect((await readLedger(t.services, span)).differences).toEqual([]);
  });

  it('that was recorded before the plan ended is not refunded, even if our clock is slow', async () => {
    const slow = (ms: number) => t.setNow(new Date(standIn.books.now() * 1000 - 5 * 60 * 1000 + ms));
    slow(0);
    live.customer = await makeCustomer(t);
    const { token } = live.customer;
    const { body: opened } = await openPlan(t, token, { packageType: 'basic' });
    standIn.browser.confirmPayment(opened.clientSecret, good);
    const body = { subscriptionId: opened.subscriptionId, packageType: 'basic' };
    expect((await t.call('POST', '/api/confirm-subscription-payment', { token, body })).status).toBe(200);
    live.plan = await live.currentPlan();
    slow(1_000);
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    await t.runJobs();
    expect(await live.billingLines()).toEqual(['succeeded 35.00']);
  });
});

describe('a plan that is paid and has not started at Stripe yet', () => {
  const confirm = async (runsAfterMs?: number) => {
    const { token } = await makeCustomer(t);
    const { body: opened } = await openPlan(t, token, { packageType: 'basic' });
    standIn.browser.confirmPayment(opened.clientSecret, good);
    live.dropEvents();
    const theirs = standIn.books.subscriptions.get(opened.subscriptionId);
    if (!theirs) throw new Error('Stripe has no such plan');
    theirs.status = 'incomplete';
    if (runsAfterMs !== undefined) {
      setTimeout(() => {
        theirs.status = 'active';
      }, runsAfterMs);
    }
    const body = { subscriptionId: opened.subscriptionId, packageType: 'basic' };
    return await t.call('POST', '/api/confirm-subscription-payment', { token, body });
  };

  it('is confirmed once it starts', async () => {
    expect(await confirm(600)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('is never reported as unpaid, however long that takes', async () => {
    expect(await confirm()).toMatchObject({ status: 503, body: { code: 'starting' } });
  });
});
