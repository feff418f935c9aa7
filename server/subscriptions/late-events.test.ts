import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import type { TestApp } from '../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../tests/support/live/billing.ts';
import type { StripeStandIn } from '../../tests/support/stripe/stand-in.ts';

/** We learn what Stripe did with a month only after the plan has changed. */

let live: LiveBilling;
let t: TestApp;
let standIn: StripeStandIn;
const good = testCards.successful.paymentMethodId;
const bad = testCards.declined.paymentMethodId;
const daySeconds = 24 * 60 * 60;

beforeAll(async () => {
  live = await openLiveBilling();
  ({ t, standIn } = live);
});
afterAll(async () => await live.close());
beforeEach(async () => await live.begin());

const spoil = (card: string) => standIn.browser.spoilCard(live.plan.stripeSubscriptionId, card);
const edit = async (status: string) => {
  expect((await live.edit({ status })).status).toBe(200);
};
/** Declines the next month's charge and loses its event. */
const refuseUnheard = () => {
  spoil(bad);
  standIn.browser.endPeriod(live.plan.stripeSubscriptionId);
  live.dropEvents();
};
const months = () =>
  [...standIn.books.invoices.values()].filter(
    (one) => one.parent?.subscription_details?.subscription === live.plan.stripeSubscriptionId,
  );

describe("a dispatcher's pause of a plan paused for payment", () => {
  it('stays, even if the card has just paid', async () => {
    spoil(bad);
    await live.endMonth();
    standIn.books.aheadSeconds += 8 * daySeconds;
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect(await live.currentPlan()).toMatchObject({ status: 'paused', isPausedForPayment: true });
    spoil(good);
    await edit('active');
    await edit('paused');
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect(await live.currentPlan()).toMatchObject({ status: 'paused', isPausedForPayment: false, pastDueSince: null });
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'failed 35.00', 'succeeded 35.00']);
  });
});

describe('a month that was declined', () => {
  it('before a pause and is recorded after it promises no pickups', async () => {
    refuseUnheard();
    await edit('paused');
    await live.runHourlyJobs();
    expect(await live.currentPlan()).toMatchObject({ status: 'paused', pastDueSince: expect.any(String) });
    expect((await live.notificationsOf()).filter((news) => news.startsWith('Your card was declined'))).toEqual([
      "Your card was declined: We couldn't charge a month of your plan from before its pause. Please update your card: it is still due.",
    ]);
    const [mail] = (await t.mails()).filter(
      ({ to, subject }) => to === live.customer.email && /update your card/.test(subject),
    );
    expect(mail?.text).toContain('Your plan stays paused. This charge is for a month that began before the pause.');
    expect(mail?.text).not.toContain('pickups continue');
  });

  it('and paid by a later attempt still has a row for each declined attempt', async () => {
    refuseUnheard();
    const month = months().at(-1)?.id ?? '';
    standIn.browser.retryInvoice(month);
    spoil(good);
    standIn.browser.retryInvoice(month);
    await live.deliverEvents();
    await live.runHourlyJobs();
    expect(await live.billingLines()).toEqual(['succeeded 35.00', 'failed 35.00', 'failed 35.00', 'succeeded 35.00']);
    // The declined charges are dated before the payment, no matter when we learned of them.
    const { body } = await t.call('GET', '/api/billing-history', { token: live.customer.token });
    const [paid, ...refused] = body.slice(0, 3).map(({ date }: { date: string }) => date);
    expect(refused).toEqual([paid, paid]);
    await live.runHourlyJobs();
    expect(await live.billingLines()).toHaveLength(4);
  });

  it('gives seven days from when the customer is notified', async () => {
    refuseUnheard();
    standIn.books.aheadSeconds += 5 * daySeconds;
    live.dropEvents();
    await live.runHourlyJobs();
    const heard = t.services.clock();
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: heard.toISOString() });
    t.setNow(new Date(heard.getTime() + 7 * daySeconds * 1000 - 1));
    await live.runHourlyJobs();
    expect((await live.currentPlan()).status).toBe('active');
    t.setNow(new Date(heard.getTime() + 7 * daySeconds * 1000));
    await live.runHourlyJobs();
    expect((await live.currentPlan()).status).toBe('paused');
  });
});
