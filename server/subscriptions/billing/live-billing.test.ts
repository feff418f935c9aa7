import { sql } from 'kysely';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import type { Person } from '../../../tests/support/accounts/people.ts';
import type { ApiResponse, TestApp } from '../../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { finalize } from '../../../tests/support/stripe/months.ts';
import type { StripeStandIn } from '../../../tests/support/stripe/stand-in.ts';
import { syncBilling } from './sync-billing.ts';

/** The months of a plan in live mode: Stripe's calendar, retries and dashboard, with and without events. */

let live: LiveBilling;
let t: TestApp;
let standIn: StripeStandIn;
let customer: Person;
let plan: ApiResponse['body'];
const good = testCards.successful.paymentMethodId;
const bad = testCards.declined.paymentMethodId;

beforeAll(async () => {
  live = await openLiveBilling();
  ({ t, standIn } = live);
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  ({ customer, plan } = live);
});
const there = () => t.services.payments.getSubscription(plan.stripeSubscriptionId);
const months = () =>
  [...standIn.books.invoices.values()].filter(
    (one) => one.parent?.subscription_details?.subscription === plan.stripeSubscriptionId,
  );
const lastMonth = () => months().at(-1)?.id ?? '';
const edit = (status: string) => live.edit({ status });
const daysLater = async (days: number) => {
  standIn.books.aheadSeconds += days * 24 * 60 * 60;
  await live.deliverEvents();
  await live.runHourlyJobs();
};
const spoil = (card: string) => standIn.browser.spoilCard(plan.stripeSubscriptionId, card);
const owe = async () => {
  spoil(bad);
  await live.endMonth();
  expect((await live.currentPlan()).pastDueSince).not.toBeNull();
};
const newCard = async () => {
  const body = await live.saveCard();
  const answer = await t.call('POST', '/api/subscription/card', { token: customer.token, body });
  await live.deliverEvents();
  return answer;
};

describe('a month that was declined', () => {
  it('is paid by a new card even when the next month has begun, and the plan continues', async () => {
    await owe();
    await daysLater(8);
    await live.endMonth();
    expect((await live.currentPlan()).status).toBe('paused');
    expect(months().map(({ status }) => status)).toEqual(['paid', 'open', 'void']);
    expect(await newCard()).toMatchObject({ status: 200, body: { status: 'active', pastDueSince: null } });
    expect((await there())?.status).toBe('active');
    await live.endMonth();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect((await live.billingLines()).filter((line: string) => line === 'succeeded 35.00')).toHaveLength(3);
  });

  it('shows what is due, even if the plan has changed since', async () => {
    spoil(bad);
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    live.dropEvents();
    await live.edit({ pricePerMonth: '150.00' });
    await live.runHourlyJobs();
    const mails = (await t.mails()).filter(
      ({ to, subject }) => to === customer.email && /update your card/.test(subject),
    );
    expect(mails.map(({ text }) => /\$[\d.]+/.exec(text)?.[0])).toEqual(['$35.00']);
  });

  it('continues the plan when it is written off at Stripe, without a payment notice', async () => {
    await owe();
    await daysLater(8);
    standIn.browser.writeOff(lastMonth());
    await live.deliverEvents();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect((await live.notificationsOf()).filter((news) => news.startsWith('Payment received'))).toEqual([]);
  });
});

describe('a plan that a dispatcher pauses while a month is owed', () => {
  beforeEach(async () => {
    await owe();
    expect((await edit('paused')).status).toBe(200);
    await live.deliverEvents();
  });

  it('tells the customer what is still due', async () => {
    expect(await live.notificationsOf()).toContain(
      'Subscription paused: Basic Package is paused: no pickups, and no charge for months that start during the pause. ' +
        "The month we couldn't charge is still due.",
    );
  });

  it.each(['a new card', 'a retry of Stripe'])('stays paused when %s pays, and tells the customer', async (who) => {
    spoil(good);
    if (who === 'a new card') expect(await newCard()).toMatchObject({ status: 200, body: { status: 'paused' } });
    else standIn.browser.retryInvoice(lastMonth());
    await live.deliverEvents();
    expect(await live.currentPlan()).toMatchObject({ status: 'paused', pastDueSince: null });
    expect(months().map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect((await there())?.status).toBe('paused');
    const thanks = (await live.notificationsOf()).filter((news) => news.startsWith('Payment received'));
    expect(thanks).toEqual(['Payment received: Thank you. Your plan is still paused.']);
  });
});

describe('the hour before a month is charged', () => {
  beforeEach(async () => {
    standIn.browser.beginPeriod(plan.stripeSubscriptionId);
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect((await live.currentPlan()).currentPeriodEnd).toBe(plan.currentPeriodEnd);
  });

  it.each([
    ['paid', good, { pastDueSince: null }, 'succeeded 35.00'],
    ['refused', bad, { pastDueSince: expect.any(String) }, 'failed 35.00'],
  ])('does not hide that it was %s, when no event says so', async (_, card, now, line) => {
    spoil(card);
    standIn.browser.endDraftHour(plan.stripeSubscriptionId);
    live.dropEvents();
    await live.runHourlyJobs();
    expect(await live.currentPlan()).toMatchObject(now);
    expect((await live.currentPlan()).currentPeriodEnd > plan.currentPeriodEnd).toBe(true);
    expect(await live.billingLines()).toEqual([line, 'succeeded 35.00']);
  });

  it('does not end before the charge is attempted', async () => {
    const month = standIn.books.invoices.get(lastMonth()) as Stripe.Invoice;
    finalize(standIn.books, month);
    await live.runHourlyJobs();
    expect((await live.currentPlan()).currentPeriodEnd).toBe(plan.currentPeriodEnd);
    standIn.browser.retryInvoice(month.id);
    live.dropEvents();
    await live.runHourlyJobs();
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
    expect((await live.currentPlan()).currentPeriodEnd > plan.currentPeriodEnd).toBe(true);
  });

  it('charges nothing after a cancellation in it', async () => {
    expect((await edit('cancelled')).status).toBe(200);
    await t.runJobs();
    standIn.browser.endDraftHour(plan.stripeSubscriptionId);
    await live.deliverEvents();
    expect(await live.billingLines()).toEqual(['succeeded 35.00']);
    expect((await there())?.status).toBe('canceled');
  });
});

describe('a month whose card always asks its bank', () => {
  const asks = 'pm_card_authenticationRequired';
  const openForm = async () => (await t.call('POST', '/api/subscription/card-setup', { token: customer.token })).body;

  it("can be paid on Stripe's page, which the email and the card form link to", async () => {
    expect(await openForm()).toMatchObject({ due: null, payUrl: null });
    spoil(asks);
    await live.endMonth();
    expect((await live.currentPlan()).pastDueSince).not.toBeNull();
    const { due, payUrl } = await openForm();
    expect(due).toBe('35.00');
    expect(payUrl).toMatch(/^https:\/\/invoice\.stripe\.com\//);
    const mail = (await t.mails()).find(({ to, subject }) => to === customer.email && /update your card/.test(subject));
    expect(mail?.text).toContain(`Pay and confirm with your bank:\n${payUrl}`);
    // Charging the same card again, off session, changes nothing.
    const { setupId, clientSecret } = await openForm();
    standIn.browser.confirmSetup(clientSecret, asks);
    standIn.browser.completeSetup(clientSecret, true);
    const saved = await t.call('POST', '/api/subscription/card', { token: customer.token, body: { setupId } });
    expect(saved).toMatchObject({ status: 402, body: { code: 'authentication_required' } });
    standIn.browser.payHosted(payUrl, asks);
    await live.deliverEvents();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await openForm()).toMatchObject({ due: null, payUrl: null });
    expect((await live.billingLines()).filter((line: string) => line === 'succeeded 35.00')).toHaveLength(2);
  });
});

describe('an invoice that stays a draft', () => {
  const told = async () => {
    await t.runJobs();
    return (await live.notificationsOf(live.admin)).filter((news) => news.includes(lastMonth()));
  };
  beforeEach(async () => {
    standIn.browser.beginPeriod(plan.stripeSubscriptionId);
    await live.deliverEvents();
    expect(await told()).toEqual([]);
  });

  it('notifies the admins once, with the reason, when it cannot be finalized', async () => {
    standIn.browser.failToFinalize(plan.stripeSubscriptionId, 'The location is unknown.');
    const said = await live.errorsOf(live.deliverEvents);
    expect(said).toContain('a month stays a draft');
    await live.errorsOf(live.runHourlyJobs);
    expect(await told()).toEqual([
      `A month isn't being charged: The payment provider doesn't charge $35.00 of Basic Package (${plan.stripeSubscriptionId}): the invoice ${lastMonth()} stays a draft. Please finalize it there. The reason: The location is unknown.`,
    ]);
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
  });

  it('is found after a day without an event, and is charged once it is finalized', async () => {
    standIn.books.aheadSeconds += 23 * 60 * 60;
    live.dropEvents();
    await live.runHourlyJobs();
    expect(await told()).toEqual([]);
    standIn.books.aheadSeconds += 2 * 60 * 60;
    live.dropEvents();
    expect(await live.errorsOf(live.runHourlyJobs)).toContain('a month stays a draft');
    expect(await told()).toHaveLength(1);
    standIn.browser.endDraftHour(plan.stripeSubscriptionId);
    live.dropEvents();
    await live.runHourlyJobs();
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });
});

describe('a plan that differs at Stripe', () => {
  it.each(['collecting', 'all'] as const)('is resumed at Stripe when its %s is paused there', async (what) => {
    standIn.browser.pauseByHand(plan.stripeSubscriptionId, what);
    await live.deliverEvents();
    expect((await there())?.status).toBe('active');
    expect((await live.currentPlan()).status).toBe('active');
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });

  it('is paused at Stripe again when a person resumes it there', async () => {
    await edit('paused');
    await live.deliverEvents();
    await t.services.payments.unpauseSubscription(plan.stripeSubscriptionId);
    await live.deliverEvents();
    expect((await there())?.status).toBe('paused');
    expect((await live.currentPlan()).status).toBe('paused');
  });

  it('is resumed after a retry has paid, even if the bank would require a confirmation now', async () => {
    await owe();
    await daysLater(8);
    expect((await there())?.status).toBe('paused');
    spoil(good);
    standIn.browser.retryInvoice(lastMonth());
    spoil('pm_card_authenticationRequired');
    await live.deliverEvents();
    expect((await live.currentPlan()).status).toBe('active');
    expect((await there())?.status).toBe('active');
  });

  it('is reported to the admins when it cannot be synced, and compared again at its next event', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.failNext('POST /v1/subscriptions/:id', refuse, 100);
    await edit('paused');
    await sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'sync-subscription' AND state < 'active'`.execute(
      t.db,
    );
    expect(await live.errorsOf(t.runJobs)).toContain('a plan differs from the provider');
    expect(
      (await live.notificationsOf(live.admin)).filter((news) => news.startsWith('A plan needs attention')),
    ).toEqual([
      `A plan needs attention: Basic Package (${plan.stripeSubscriptionId}) is paused here, but we couldn't update the payment provider. Please check it there.`,
    ]);
    standIn.stopFailing();
    await live.endMonth();
    expect((await there())?.status).toBe('paused');
  });
});

describe('an old plan', () => {
  it('takes no more requests to Stripe than a new one', async () => {
    const asked = async () => {
      const start = standIn.seen.length;
      await live.runHourlyJobs();
      await syncBilling(t.services, plan.id);
      return standIn.seen.length - start;
    };
    await live.endMonth();
    const young = await asked();
    for (let month = 0; month < 6; month += 1) await live.endMonth();
    expect(await live.billingLines()).toHaveLength(8);
    expect(await asked()).toBe(young);
  });
});

describe('a plan that has ended', () => {
  it('refunds what was charged after its end', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.failNext('POST /v1/subscriptions/:id', refuse, 3);
    await edit('cancelled');
    await t.runJobs();
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    await live.deliverEvents();
    expect((await there())?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual(['succeeded -35.00', 'succeeded 35.00', 'succeeded 35.00']);
  });

  it('is finished even while the bank decides about that money', async () => {
    const refuse = { refuse: { status: 500, error: { type: 'api_error' } } };
    standIn.failNext('POST /v1/subscriptions/:id', refuse, 3);
    await edit('cancelled');
    await t.runJobs();
    standIn.browser.endPeriod(plan.stripeSubscriptionId);
    const intentId = (await t.services.payments.listInvoices(plan.stripeSubscriptionId))[0]?.intentId ?? '';
    standIn.browser.dispute(intentId);
    await live.deliverEvents();
    expect((await there())?.status).toBe('canceled');
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
    const refunds = t.db.selectFrom('charge_refunds').select(['why', 'status', 'amount', 'nextTryAt']);
    expect(await refunds.where('intentId', '=', intentId).execute()).toEqual([
      { why: 'late-month', status: 'asked', amount: '35.00', nextTryAt: null },
    ]);
  });

  it('is charged for a revival when its month was refunded', async () => {
    await edit('cancelled');
    await live.deliverEvents();
    const [first] = await t.services.payments.listInvoices(plan.stripeSubscriptionId);
    await t.services.payments.refundPayment(first?.intentId ?? '', { idempotencyKey: `all:${plan.id}` });
    await live.deliverEvents();
    expect(await edit('active')).toMatchObject({ status: 200, body: { status: 'active' } });
    await live.deliverEvents();
    expect((await live.billingLines()).filter((line: string) => line === 'succeeded 35.00')).toHaveLength(2);
  });
});
