import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import { syncBilling } from './billing/sync-billing.ts';
import { syncSubscription } from './billing/sync-subscription.ts';

/** A plan that changes while another request is still reading it from Stripe, or that differs at Stripe. */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const there = () => live.t.services.payments.getSubscription(live.plan.stripeSubscriptionId);
const subscriptionThere = () =>
  live.standIn.books.subscriptions.get(live.plan.stripeSubscriptionId) as Stripe.Subscription;
const countOf = (path: string) => live.standIn.seen.filter((one) => one.path.startsWith(path)).length;

/**
 * Starts `act` and delays Stripe's response to one of its requests (`question`). Returns while `act` waits for that
 * response. If `after` is given, first waits until `act` has sent a request to that path.
 */
async function whileAsking<T>(
  question: 'GET /v1/payment_intents/:id' | 'GET /v1/subscriptions/:id' | 'GET /v1/invoices',
  act: () => Promise<T>,
  after?: string,
): Promise<{ done: Promise<T> }> {
  const start = countOf(after ?? '');
  live.standIn.failNext(question, { delayMs: 1_500 });
  const done = act();
  while (after && countOf(after) === start) await sleep(5);
  await sleep(200);
  return { done };
}

describe('a read from Stripe before the plan was changed', () => {
  it('does not cancel a plan that was made active in the meantime', async () => {
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    await live.t.runJobs();
    const { done } = await whileAsking(
      'GET /v1/payment_intents/:id',
      () => syncBilling(live.t.services, live.plan.id),
      '/v1/invoices',
    );
    expect(await live.edit({ status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } });
    await done;
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect((await live.currentPlan()).status).toBe('active');
    expect((await there())?.status).toBe('active');
    expect((await live.notificationsOf()).filter((news) => news.startsWith('Subscription cancelled'))).toHaveLength(1);
  });

  it('does not mark a month past due that a new card has paid in the meantime', async () => {
    live.standIn.browser.spoilCard(live.plan.stripeSubscriptionId, testCards.declined.paymentMethodId);
    await live.endMonth();
    expect((await live.currentPlan()).pastDueSince).not.toBeNull();
    const body = await live.saveCard();
    const { done } = await whileAsking(
      'GET /v1/payment_intents/:id',
      () => syncBilling(live.t.services, live.plan.id),
      '/v1/invoices',
    );
    const paid = await live.t.call('POST', '/api/subscription/card', { token: live.customer.token, body });
    expect(paid).toMatchObject({ status: 200, body: { pastDueSince: null } });
    await done;
    await live.t.runJobs();
    expect((await live.currentPlan()).pastDueSince).toBeNull();
    const news = (await live.notificationsOf()).map((line) => line.split(':')[0]);
    expect(news.filter((title) => title === 'Your card was declined')).toHaveLength(1);
    expect(news.filter((title) => title === 'Payment received')).toHaveLength(1);
  });

  it('does not end a plan that was revived during the cancellation', async () => {
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    const { done } = await whileAsking('GET /v1/invoices', live.t.runJobs, '/v1/subscriptions/');
    expect(await live.edit({ status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } });
    await done;
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect((await live.currentPlan()).status).toBe('active');
    expect((await there())?.status).toBe('active');
    expect(await live.billingLines()).toEqual(['succeeded 35.00']);
  });

  it('does not restore an older price', async () => {
    expect((await live.edit({ pricePerMonth: '40.00' })).status).toBe(200);
    const { done } = await whileAsking('GET /v1/subscriptions/:id', () =>
      syncSubscription(live.t.services, live.plan.id),
    );
    expect((await live.edit({ pricePerMonth: '50.00' })).status).toBe(200);
    await syncSubscription(live.t.services, live.plan.id);
    await done;
    // Removes the two enqueued sync jobs.
    await sql`DELETE FROM pgboss.job WHERE name = 'sync-subscription'`.execute(live.t.db);
    expect((await there())?.priceCents).toBe(5_000);
  });
});

describe('a plan with another package at Stripe', () => {
  async function sellThere(price: Stripe.Price): Promise<void> {
    const subscription = subscriptionThere();
    const [item] = subscription.items.data;
    if (item) item.price = price;
    live.standIn.books.emit('customer.subscription.updated', subscription);
    await live.deliverEvents();
  }

  it('is changed back when it is another of our packages', async () => {
    await live.t.services.payments.ensurePlans();
    const prices = [...live.standIn.books.prices.values()];
    await sellThere(prices.find((one) => one.lookup_key === 'premium_monthly_15000_usd') as Stripe.Price);
    expect(await there()).toMatchObject({ packageType: 'basic', priceCents: 3_500 });
    await live.endMonth();
    expect((await live.billingLines())[0]).toBe('succeeded 35.00');
  });

  it('is changed back from an unknown price, and can be cancelled', async () => {
    const [item] = subscriptionThere().items.data;
    const price = { ...(item?.price as Stripe.Price), id: 'price_x', product: 'prod_x', lookup_key: null };
    live.standIn.failNext('POST /v1/subscriptions/:id', { refuse: { status: 500, error: { type: 'api_error' } } }, 9);
    await sellThere({ ...price, unit_amount: 4_000 });
    expect(await there()).toMatchObject({ packageType: null, priceCents: 4_000 });
    live.standIn.stopFailing();
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    await live.t.runJobs();
    expect((await there())?.endsAtPeriodEnd).toBe(true);

    await live.begin();
    await sellThere({ ...price, unit_amount: 4_000 });
    expect(await there()).toMatchObject({ packageType: 'basic', priceCents: 3_500 });
  });
});

describe('a plan that Stripe does not know', () => {
  it('is reported to the admins once, and can be cancelled', async () => {
    live.standIn.books.subscriptions.delete(live.plan.stripeSubscriptionId);
    await live.t.db
      .updateTable('subscriptions')
      .set({ currentPeriodEnd: null })
      .where('id', '=', live.plan.id)
      .execute();
    const errors = await live.errorsOf(async () => {
      for (let hour = 0; hour < 3; hour += 1) await live.runHourlyJobs();
    });
    expect(errors).toContain('the payment provider does not know a plan');
    const told = (await live.notificationsOf(live.admin)).filter((news) =>
      news.startsWith("A plan isn't being charged"),
    );
    expect(told).toEqual([
      `A plan isn't being charged: Basic Package (${live.plan.stripeSubscriptionId}) is active here, but the payment provider doesn't have it, so nothing is charged. Please cancel it here so that the customer can subscribe again.`,
    ]);
    expect(await live.edit({ status: 'cancelled' })).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });
});
