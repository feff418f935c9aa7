import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { visitsOfMonth } from '../../../contract/values/plan/credit.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { writeHold } from '../../../tests/support/subscriptions/plan-holds.ts';
import { openPlan } from '../../../tests/support/subscriptions/subscriptions.ts';
import { compareCredits } from './compare-credits.ts';
import { sweepCredits } from './sweep-credits.ts';

/** Credits of a held plan at Stripe. Every month costs $35.00 and has its Mondays as visits. */

let live: LiveBilling;
/** The visits of the plan's first month. */
let visits: string[];

beforeAll(async () => {
  live = await openLiveBilling();
});
afterAll(async () => await live.close());
beforeEach(async () => {
  await live.begin();
  await live.runHourlyJobs();
  const months = live.t.db.selectFrom('plan_months').selectAll().where('subscriptionId', '=', live.plan.id);
  const { startsAt, endsAt, visits: count } = await months.executeTakeFirstOrThrow();
  visits = visitsOfMonth(['monday'], startsAt, endsAt, dateKeyOf(startsAt));
  expect(count).toBe(visits.length);
});

/** Lets the cut-off of a visit pass. */
const passCutoffOf = async (day: string) => {
  live.t.setNow(instantOf(addDays(day, -1), '18:00'));
  expect((await sweepCredits(live.t.services)).failed).toEqual([]);
  await live.t.runJobs();
};
/** Holds the last `count` visits of the first month and lets their cut-offs pass. */
const holdLast = async (count: number) => {
  const held = visits.slice(-count);
  await writeHold(live.t, live.plan.id, held[0] ?? '', addDays(held.at(-1) ?? '', 1));
  for (const day of held) await passCutoffOf(day);
};
const creditsOf = (count: number) => Math.floor((3500 * count) / visits.length);
const text = (cents: number) => (cents / 100).toFixed(2);
const stripeCustomer = async () => {
  const users = live.t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', live.customer.id);
  return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
};
const balance = async () => await live.t.services.payments.creditOf(await stripeCustomer());
const differences = async () => {
  const { db, payments, clock } = live.t.services;
  const now = clock().getTime();
  return await compareCredits({ db, payments }, { since: new Date(now - 90 * 86_400_000), until: new Date(now + 1) });
};
const cancel = async () => {
  const path = `/api/admin/subscriptions/${live.plan.id}`;
  expect((await live.t.call('DELETE', path, { token: live.admin.token })).status).toBe(200);
  await live.t.runJobs();
};

describe('another line of an invoice', () => {
  it.each([2000, -500])('of %i cents is charged, but is no part of what the visits are worth', async (cents) => {
    live.standIn.browser.addLine(live.plan.stripeSubscriptionId, cents);
    await live.endMonth();
    expect(await live.billingLines()).toEqual([`succeeded ${text(3500 + cents)}`, 'succeeded 35.00']);
    const { db } = live.t;
    const months = db.selectFrom('plan_months').selectAll().where('subscriptionId', '=', live.plan.id);
    const month = await months.orderBy('startsAt', 'desc').executeTakeFirstOrThrow();
    expect(month.price).toBe('35.00');
    const [first = '', second = ''] = visitsOfMonth(['monday'], month.startsAt, month.endsAt).slice(1);
    const query = { from: first, until: addDays(first, 14) };
    const { body } = await live.t.call('GET', '/api/plan/hold-preview', { token: live.customer.token, query });
    const worth = text(Math.floor(3500 / month.visits));
    expect(body.visits.map(({ day, credit }: { day: string; credit: string }) => [day, credit])).toEqual([
      [first, worth],
      [second, worth],
    ]);
    await live.endMonth();
    expect(await live.billingLines()).toEqual([
      'succeeded 35.00',
      `succeeded ${text(3500 + cents)}`,
      'succeeded 35.00',
    ]);
  });
});

describe('a credit at Stripe', () => {
  it('is a balance transaction that the next invoice uses', async () => {
    await holdLast(2);
    const cents = creditsOf(2);
    expect(await balance()).toBe(cents);
    const { body } = await live.t.call('GET', '/api/plan/credit', { token: live.customer.token });
    expect(body).toMatchObject({ balance: text(cents), isReturned: false });
    expect(body.visits.map(({ day }: { day: string }) => day)).toEqual(visits.slice(-2));
    await live.endMonth();
    expect(await live.billingLines()).toEqual([`succeeded ${text(3500 - cents)}`, 'succeeded 35.00']);
    expect(await balance()).toBe(0);
    expect((await live.t.call('GET', '/api/plan/credit', { token: live.customer.token })).body).toMatchObject({
      ...{ balance: '0.00', visits: [] },
    });
    expect(await differences()).toEqual([]);
  });

  it('is there once, however often it is given', async () => {
    live.standIn.failNext('POST /v1/customers/:id/balance_transactions', { breaks: 'after' });
    await holdLast(1);
    await live.t.db
      .updateTable('plan_credits')
      .set({ providerId: null })
      .where('customerId', '=', live.customer.id)
      .execute();
    live.t.setNow(new Date(live.t.services.clock().getTime() + 20 * 60 * 1000));
    expect((await sweepCredits(live.t.services)).failed).toEqual([]);
    expect(await balance()).toBe(creditsOf(1));
    expect(await live.t.services.payments.listCredits(await stripeCustomer())).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  it('pays a whole month: a line of $0.00', async () => {
    await holdLast(visits.length);
    expect(await balance()).toBe(3500);
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 0.00', 'succeeded 35.00']);
    expect(await live.currentPlan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await differences()).toEqual([]);
  });

  it('leaves a remainder too small to charge to the next month', async () => {
    live.standIn.browser.giveCredit(await stripeCustomer(), 3480);
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 0.00', 'succeeded 35.00']);
    expect(await balance()).toBe(-20);
    await live.endMonth();
    expect((await live.billingLines())[0]).toBe('succeeded 35.20');
    expect(await balance()).toBe(0);
  });
});

describe('the end of a plan at Stripe', () => {
  it('refunds what is left to the card and leaves no balance', async () => {
    await holdLast(2);
    await cancel();
    expect(await balance()).toBe(0);
    await live.deliverEvents();
    expect(await live.billingLines()).toEqual([`succeeded -${text(creditsOf(2))}`, 'succeeded 35.00']);
    expect(await differences()).toEqual([]);
    const opened = await openPlan(live.t, live.customer.token, { packageType: 'basic' });
    expect(opened.status).toBe(200);
  });

  it('returns what a declined month had used, and not the credit of that month', async () => {
    live.standIn.browser.spoilCard(live.plan.stripeSubscriptionId, testCards.declined.paymentMethodId);
    await holdLast(1);
    const cents = creditsOf(1);
    await live.endMonth();
    expect(await live.billingLines()).toEqual([`failed ${text(3500 - cents)}`, 'succeeded 35.00']);
    const next = addDays(visits.at(-1) ?? '', 7);
    await live.t.db
      .updateTable('plan_holds')
      .set({ untilDay: addDays(next, 1) })
      .where('subscriptionId', '=', live.plan.id)
      .execute();
    await passCutoffOf(next);
    expect(await balance()).toBeGreaterThan(0);
    await cancel();
    await live.deliverEvents();
    expect(await balance()).toBe(0);
    expect((await live.billingLines())[0]).toBe(`succeeded -${text(cents)}`);
    expect(await differences()).toEqual([]);
  });
});
