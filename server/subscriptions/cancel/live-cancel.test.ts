import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import type { ApiResponse } from '../../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { Refusal } from '../../refusal.ts';
import { syncBilling } from '../billing/sync-billing.ts';
import { syncSubscription } from '../billing/sync-subscription.ts';

/**
 * Cancelling in live mode: Stripe ends a plan by its own calendar, before or after our books do, and calls get lost.
 */

let live: LiveBilling;
beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const stripeId = () => live.plan.stripeSubscriptionId as string;
const there = () => live.t.services.payments.getSubscription(stripeId());
const rawThere = () => live.standIn.books.subscriptions.get(stripeId());
const press = (action: 'cancel' | 'undo-cancel', body?: object) =>
  live.t.call('POST', `/api/plan/${action}`, { token: live.customer.token, body });
const cancel = async (): Promise<ApiResponse> => await press('cancel', { expectedEnd: live.plan.currentPeriodEnd });
const undo = () => press('undo-cancel');
const endPeriod = () => live.standIn.browser.endPeriod(stripeId());
/** Delivers Stripe's events and runs everything that is due, for a few hours. */
const runHours = async () => {
  for (let hour = 0; hour < 4; hour += 1) {
    await live.deliverEvents();
    await live.runHourlyJobs();
    live.standIn.books.aheadSeconds += 60 * 60;
  }
};
const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
const paid = 'succeeded 35.00';
const refunded = 'succeeded -35.00';

describe('a plan that is cancelled to the end of its month', () => {
  it("ends by Stripe's calendar, is charged no more, and its end is the one that was promised", async () => {
    expect((await cancel()).status).toBe(200);
    await live.deliverEvents();
    expect(rawThere()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    endPeriod();
    await runHours();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.currentPlan()).toMatchObject({
      ...{ status: 'cancelled', cancellationDate: live.plan.currentPeriodEnd },
    });
    expect(await live.billingLines()).toEqual([paid]);
    expect((await live.notificationsOf()).filter((news) => news.startsWith('Subscription cancelled'))).toHaveLength(1);
  });

  it('ends here although no event says so, and Stripe is down', async () => {
    await cancel();
    await live.deliverEvents();
    endPeriod();
    live.dropEvents();
    live.standIn.failNext('GET /v1/subscriptions/:id', refuse, 20);
    await live.errorsOf(live.runHourlyJobs);
    expect((await live.currentPlan()).status).toBe('cancelled');
    live.standIn.stopFailing();
    await runHours();
    expect(await live.billingLines()).toEqual([paid]);
  });

  it('ends earlier when Stripe has ended it first', async () => {
    await cancel();
    await live.deliverEvents();
    live.standIn.browser.endPlan(stripeId());
    await live.deliverEvents();
    const plan = await live.currentPlan();
    expect(plan.status).toBe('cancelled');
    expect(plan.cancellationDate < live.plan.currentPeriodEnd).toBe(true);
    expect((await undo()).body.code).toBe('ended');
  });

  it('is refunded when Stripe began another month before it learned of the end', async () => {
    live.standIn.failNext('POST /v1/subscriptions/:id', refuse, 3);
    await cancel();
    await live.errorsOf(live.t.runJobs);
    live.standIn.stopFailing();
    expect(rawThere()?.cancel_at_period_end).toBe(false);
    endPeriod();
    await runHours();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.currentPlan()).toMatchObject({
      ...{ status: 'cancelled', cancellationDate: live.plan.currentPeriodEnd },
    });
    expect(await live.billingLines()).toEqual([refunded, paid, paid]);
    await runHours();
    expect(await live.billingLines()).toEqual([refunded, paid, paid]);
  });

  it('is not charged for a month that has begun as a draft', async () => {
    live.standIn.failNext('POST /v1/subscriptions/:id', refuse, 3);
    await cancel();
    await live.errorsOf(live.t.runJobs);
    live.standIn.stopFailing();
    live.standIn.browser.beginPeriod(stripeId());
    await live.deliverEvents();
    await live.runHourlyJobs();
    live.standIn.browser.endDraftHour(stripeId());
    await runHours();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual([paid]);
  });

  it('is set to end at Stripe again when a person reverts that there', async () => {
    await cancel();
    await live.deliverEvents();
    await live.t.services.payments.keepRenewing(stripeId());
    await live.deliverEvents();
    expect(rawThere()?.cancel_at_period_end).toBe(true);
  });

  it('renews when it was taken back, even while the first job was still running', async () => {
    await cancel();
    live.standIn.failNext('GET /v1/subscriptions/:id', { delayMs: 1_000 });
    const late = syncSubscription(live.t.services, live.plan.id);
    await sleep(200);
    expect((await undo()).status).toBe(200);
    await late;
    await live.deliverEvents();
    expect(rawThere()?.cancel_at_period_end).toBe(false);
    await live.endMonth();
    expect(await live.billingLines()).toEqual([paid, paid]);
    expect((await live.currentPlan()).status).toBe('active');
  });

  it('stays cancelled when the process dies while that is taken back', async () => {
    await cancel();
    await live.deliverEvents();
    const { payments } = live.t.services;
    const { keepRenewing } = payments;
    payments.keepRenewing = async (id) => {
      await keepRenewing.call(payments, id);
      throw new Refusal(503, 'The connection was lost');
    };
    expect((await undo()).status).toBe(503);
    payments.keepRenewing = keepRenewing;
    expect(rawThere()?.cancel_at_period_end).toBe(false);
    expect((await live.currentPlan()).autoRenewal).toBe(false);
    // The job that was enqueued first runs a moment later.
    await syncSubscription(live.t.services, live.plan.id);
    expect(rawThere()?.cancel_at_period_end).toBe(true);
    endPeriod();
    await runHours();
    expect(await live.billingLines()).toEqual([paid]);
  });

  it("can't be taken back when Stripe has ended it, and ends here", async () => {
    await cancel();
    await live.deliverEvents();
    live.standIn.browser.endPlan(stripeId());
    live.dropEvents();
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'ended' } });
    expect((await live.currentPlan()).status).toBe('cancelled');
  });
});

describe('a plan that a dispatcher has cancelled', () => {
  const endByDispatcher = async () => {
    expect((await live.edit({ status: 'cancelled' })).status).toBe(200);
    await live.deliverEvents();
  };

  it('stops immediately here, and runs out at Stripe', async () => {
    await endByDispatcher();
    expect(rawThere()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    endPeriod();
    await runHours();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual([paid]);
  });

  it('continues without a charge when it is reactivated within its month, whatever the card does', async () => {
    await endByDispatcher();
    live.standIn.browser.spoilCard(stripeId(), testCards.declined.paymentMethodId);
    expect(await live.edit({ status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } });
    await live.deliverEvents();
    expect(rawThere()).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect((await live.currentPlan()).stripeSubscriptionId).toBe(stripeId());
    expect(await live.billingLines()).toEqual([paid]);
  });

  it('is charged immediately when it is reactivated after its month: 402 changes nothing', async () => {
    await endByDispatcher();
    live.standIn.browser.spoilCard(stripeId(), testCards.declined.paymentMethodId);
    endPeriod();
    await runHours();
    expect((await live.edit({ status: 'active' })).status).toBe(402);
    await live.deliverEvents();
    expect((await live.currentPlan()).status).toBe('cancelled');
    expect((await there())?.status).toBe('canceled');
    live.standIn.browser.spoilCard(stripeId(), testCards.successful.paymentMethodId);
    expect(await live.edit({ status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } });
    await live.deliverEvents();
    await live.runHourlyJobs();
    const plan = await live.currentPlan();
    expect(plan.stripeSubscriptionId).not.toBe(stripeId());
    expect(plan.currentPeriodEnd > live.plan.currentPeriodEnd).toBe(true);
    expect((await live.billingLines()).filter((line) => line === paid)).toHaveLength(2);
    live.standIn.browser.endPeriod(plan.stripeSubscriptionId);
    await runHours();
    expect((await live.billingLines()).filter((line) => line === paid)).toHaveLength(3);
  });

  it('ends there again when the process dies while it is reactivated', async () => {
    await endByDispatcher();
    await live.t.services.payments.keepRenewing(stripeId());
    await syncSubscription(live.t.services, live.plan.id);
    expect(rawThere()?.cancel_at_period_end).toBe(true);
  });

  it('ends at Stripe immediately while it owes a month', async () => {
    live.standIn.browser.spoilCard(stripeId(), testCards.declined.paymentMethodId);
    await live.endMonth();
    expect((await live.currentPlan()).pastDueSince).not.toBeNull();
    await endByDispatcher();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual(['failed 35.00', paid]);
  });

  it('ends there, and the month is refunded, when a person lets it renew in the dashboard', async () => {
    await endByDispatcher();
    await live.t.services.payments.keepRenewing(stripeId());
    endPeriod();
    live.dropEvents();
    await syncBilling(live.t.services, live.plan.id);
    await runHours();
    expect(rawThere()?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual([refunded, paid, paid]);
  });
});

describe('a successor on trial that an earlier version made', () => {
  it('runs on, is charged after its trial, and can be cancelled to the end of its month', async () => {
    live.standIn.browser.endPlan(stripeId());
    await live.deliverEvents();
    const successor = live.standIn.browser.replaceOnTrial(stripeId());
    await live.t.db
      .updateTable('subscriptions')
      .set({ status: 'active', stripeSubscriptionId: successor, cancellationDate: null, autoRenewal: true })
      .where('id', '=', live.plan.id)
      .execute();
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', stripeSubscriptionId: successor });
    expect(live.standIn.books.subscriptions.get(successor)?.status).toBe('trialing');
    const trialEnd = (await live.currentPlan()).currentPeriodEnd;
    expect((await press('cancel', { expectedEnd: trialEnd })).status).toBe(200);
    await live.deliverEvents();
    expect(live.standIn.books.subscriptions.get(successor)?.cancel_at_period_end).toBe(true);
    expect((await undo()).status).toBe(200);
    live.standIn.browser.endPeriod(successor);
    await runHours();
    expect(await live.billingLines()).toEqual([paid, paid]);
    const monthEnd = (await live.currentPlan()).currentPeriodEnd;
    expect((await press('cancel', { expectedEnd: monthEnd })).status).toBe(200);
    await live.deliverEvents();
    live.standIn.browser.endPeriod(successor);
    await runHours();
    expect(await live.currentPlan()).toMatchObject({ status: 'cancelled', cancellationDate: monthEnd });
    expect(await live.billingLines()).toEqual([paid, paid]);
  });
});
