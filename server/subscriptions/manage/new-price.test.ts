import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plans } from '../../../contract/values/prices.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { type LiveBilling, openLiveBilling } from '../../../tests/support/live/billing.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { applyDuePending } from '../change/apply-pending.ts';

/** A dispatcher's new price of a plan: when it is charged, and that the customer is told at once. */

const now = instantOf('2026-11-25', '12:00');
const monthEnd = instantOf('2026-12-25', '12:00').toISOString();

describe('a new price', () => {
  let t: TestApp;
  let admin: Person;
  let customer: Person & { subscriptionId: string };
  beforeAll(async () => {
    t = await startTestApp();
    t.setNow(now);
    admin = await makeAdmin(t);
  });
  afterAll(async () => await t.close());
  beforeEach(async () => {
    t.setNow(now);
    await staySignedIn(t);
    customer = await makeSubscriber(t, { packageType: 'heavy-duty' });
    await t.runJobs();
  });

  const path = (id = customer.subscriptionId) => `/api/admin/subscriptions/${id}`;
  const edit = (updates: Record<string, unknown>, token = admin.token, id = customer.subscriptionId) =>
    t.call('PATCH', path(id), { token, body: { updates } });
  const turnTo = async (day: string) => {
    t.setNow(instantOf(day, '12:30'));
    await staySignedIn(t);
    await renewSubscriptions(t.services);
    await applyDuePending(t.services);
    await t.runJobs();
  };
  const mine = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
  const charges = async () =>
    (await t.call('GET', '/api/billing-history', { token: customer.token })).body.map(
      ({ amount }: { amount: string }) => amount,
    );
  const atProvider = async () => await t.services.payments.getSubscription((await mine()).stripeSubscriptionId);
  /** Returns the texts of the emails and notices about a price, oldest first. */
  const told = async () => {
    await t.runJobs();
    const mails = (await t.mails()).filter(({ to, subject }) => to === customer.email && /new price/i.test(subject));
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    const notices = body.notifications.filter(({ title }: { title: string }) => /new price/.test(title)).toReversed();
    return { mails: mails.map(({ text }) => text), notices: notices.map((one: { message: string }) => one.message) };
  };

  it('refuses strangers, unknown plans and invalid fields', async () => {
    expect((await edit({ packageType: 'basic' }, 'nobody')).status).toBe(401);
    expect((await edit({ packageType: 'basic' }, customer.token)).status).toBe(403);
    expect((await edit({ packageType: 'basic' }, admin.token, randomUUID())).status).toBe(404);
    expect((await edit({ packageType: 'gold' })).body.message).toBe('Please choose a plan');
    expect((await edit({ packageType: 'basic', pricePerMonth: '1000.01' })).status).toBe(400);
    expect((await edit({ pricePerMonth: '74.00', customerAsked: 'yes' })).status).toBe(400);
  });

  it('that is lower applies at once, is charged from the next month on, and is told by bell and mail', async () => {
    expect((await edit({ pricePerMonth: '74.00' })).body).toMatchObject({
      ...{ packageType: 'heavy-duty', pricePerMonth: '74.00', pendingPrice: null },
    });
    const { mails, notices } = await told();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Heavy Duty costs $74.00 a month from Fri, Dec 25 on, instead of $75.00.');
    expect(notices).toEqual([
      "Your plan costs $74.00 a month from Fri, Dec 25, instead of $75.00. Months you have paid for don't change.",
    ]);
    expect(await charges()).toEqual(['75.00']);
    await turnTo('2026-12-25');
    expect(await charges()).toEqual(['74.00', '75.00']);
    expect((await edit({ bagCountLimit: 7 })).status).toBe(200);
    expect((await told()).mails).toHaveLength(1);
  });

  it('that is dearer waits for a month that begins in 30 days or later', async () => {
    await edit({ pricePerMonth: '70.00' });
    t.setNow(instantOf('2026-11-26', '12:00'));
    await staySignedIn(t);
    const second = instantOf('2027-01-25', '12:00').toISOString();
    expect((await edit({ pricePerMonth: '74.00' })).body).toMatchObject({
      ...{ packageType: 'heavy-duty', pricePerMonth: '70.00', pendingPrice: '74.00', pendingPriceFrom: second },
    });
    expect((await told()).mails.at(-1)).toContain(
      'Heavy Duty costs $74.00 a month from Mon, Jan 25 on, instead of $70.00.',
    );
    expect((await t.call('GET', `${path()}/plan`, { token: admin.token })).body.nextCharge.price).toBe('70.00');
    const trail = await trailOf(t, admin, 'subscription', customer.subscriptionId);
    expect(trail[0]?.details).toMatchObject({ 'next price': 'none to $74.00 from Mon, Jan 25' });
    // A second press moves nothing and tells nothing. The email about the lower price was replaced before it was sent.
    expect((await edit({ pricePerMonth: '74.00' })).body).toMatchObject({ pendingPriceFrom: second });
    expect((await told()).mails).toHaveLength(1);
    await turnTo('2026-12-25');
    expect(await charges()).toEqual(['70.00', '75.00']);
    expect(await atProvider()).toMatchObject({ priceCents: 7400 });
    expect(await mine()).toMatchObject({ pricePerMonth: '70.00', pendingPrice: '74.00' });
    await turnTo('2027-01-25');
    expect(await charges()).toEqual(['74.00', '70.00', '75.00']);
    expect(await mine()).toMatchObject({ pricePerMonth: '74.00', pendingPrice: null, pendingPriceFrom: null });
    expect(await atProvider()).toMatchObject({ packageType: 'heavy-duty', priceCents: 7400 });
  });

  it('that the customer asked for is charged from the next month on', async () => {
    expect((await edit({ packageType: 'heavy-duty', pricePerMonth: '90.00', customerAsked: true })).body).toMatchObject(
      {
        ...{ packageType: 'heavy-duty', pricePerMonth: '75.00', pendingPrice: '90.00', pendingPriceFrom: monthEnd },
      },
    );
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'heavy-duty', priceCents: 9000 });
    expect((await t.call('GET', `${path()}/plan`, { token: admin.token })).body.nextCharge.price).toBe('90.00');
    await turnTo('2026-12-25');
    expect(await charges()).toEqual(['90.00', '75.00']);
    expect(await mine()).toMatchObject({ packageType: 'heavy-duty', pricePerMonth: '90.00', pendingPrice: null });
    const billed = (await t.call('GET', '/api/billing-history', { token: customer.token })).body;
    expect(billed[0].description).toContain('Heavy Duty');
  });

  it('is taken back by the present price, and the customer is told', async () => {
    await edit({ packageType: 'heavy-duty', pricePerMonth: '90.00' });
    expect((await edit({ pricePerMonth: '75.00' })).body).toMatchObject({ pricePerMonth: '75.00', pendingPrice: null });
    expect((await told()).mails.at(-1)).toContain(
      'Heavy Duty costs $75.00 a month from Fri, Dec 25 on, instead of $90.00.',
    );
    await turnTo('2027-01-25');
    expect(await charges()).toEqual(['75.00', '75.00', '75.00']);
  });

  it('goes with its package when the customer changes plans, and comes back with it', async () => {
    await edit({ packageType: 'heavy-duty', pricePerMonth: '90.00', customerAsked: true });
    const change = (body: unknown) => t.call('POST', '/api/plan/change', { token: customer.token, body });
    expect((await change({ packageType: 'basic' })).status).toBe(200);
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'basic', priceCents: 3500 });
    expect((await t.call('POST', '/api/plan/undo-change', { token: customer.token })).status).toBe(200);
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'heavy-duty', priceCents: 9000 });
    await change({ packageType: 'basic' });
    await t.runJobs();
    await turnTo('2026-12-25');
    expect(await mine()).toMatchObject({ packageType: 'basic', pricePerMonth: '35.00', pendingPrice: null });
    expect(await charges()).toEqual(['35.00', '75.00']);
  });

  it('is refused while a pending one is about to begin', async () => {
    await edit({ packageType: 'heavy-duty', pricePerMonth: '90.00', customerAsked: true });
    t.setNow(instantOf('2026-12-25', '11:30'));
    await staySignedIn(t);
    expect(await edit({ pricePerMonth: '80.00' })).toMatchObject({ status: 409, body: { code: 'renewing' } });
    expect((await edit({ bagCountLimit: 8 })).status).toBe(200);
  });

  it('with another package applies at once and is charged from the next month on', async () => {
    expect((await edit({ packageType: 'basic', pricePerMonth: '90.00' })).body).toMatchObject({
      ...{ packageType: 'basic', pricePerMonth: '90.00', pendingPrice: null, pickupDays: ['monday'] },
    });
    expect((await told()).mails[0]).toContain(
      'Basic Package costs $90.00 a month from Fri, Dec 25 on, instead of $75.00.',
    );
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'basic', priceCents: 9000 });
    await turnTo('2026-12-25');
    expect(await charges()).toEqual(['90.00', '75.00']);
  });

  it('of the list does not reach a package that is pending at an agreed one', async () => {
    const listed = plans.find(({ id }) => id === 'clean-carry') as { priceCents: number };
    const before = listed.priceCents;
    const body = { packageType: 'clean-carry' };
    expect((await t.call('POST', '/api/plan/change', { token: customer.token, body })).status).toBe(200);
    await t.runJobs();
    try {
      listed.priceCents = 8000;
      expect((await t.call('GET', `${path()}/plan`, { token: admin.token })).body.pending.price).toBe('60.00');
      await turnTo('2026-12-25');
      expect(await mine()).toMatchObject({ packageType: 'clean-carry', pricePerMonth: '60.00' });
      expect(await charges()).toEqual(['60.00', '75.00']);
    } finally {
      listed.priceCents = before;
    }
  });
});

describe('a new price at Stripe', () => {
  let live: LiveBilling;
  beforeAll(async () => {
    live = await openLiveBilling();
  });
  afterAll(async () => await live.close());
  beforeEach(async () => await live.begin());
  const there = () => live.t.services.payments.getSubscription(live.plan.stripeSubscriptionId);

  it('that is dearer is charged from its month on', async () => {
    await live.edit({ pricePerMonth: '30.00' });
    await live.runHourlyJobs();
    live.t.setNow(new Date(live.t.services.clock().getTime() + 3 * 86_400_000));
    expect((await live.edit({ pricePerMonth: '34.00' })).body).toMatchObject({
      ...{ packageType: 'basic', pricePerMonth: '30.00', pendingPrice: '34.00' },
    });
    await live.runHourlyJobs();
    expect(await there()).toMatchObject({ priceCents: 3000 });
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 30.00', 'succeeded 35.00']);
    expect(await there()).toMatchObject({ packageType: 'basic', priceCents: 3400 });
    await live.endMonth();
    await applyDuePending(live.t.services);
    expect(await live.billingLines()).toEqual(['succeeded 34.00', 'succeeded 30.00', 'succeeded 35.00']);
    expect(await live.currentPlan()).toMatchObject({ pricePerMonth: '34.00', pendingPrice: null });
  });

  it('that the customer asked for is charged next month, whatever its band', async () => {
    await live.edit({ packageType: 'basic', pricePerMonth: '90.00', customerAsked: true });
    await live.runHourlyJobs();
    expect(await there()).toMatchObject({ packageType: 'basic', priceCents: 9000 });
    await live.endMonth();
    expect(await live.billingLines()).toEqual(['succeeded 90.00', 'succeeded 35.00']);
    expect(await live.currentPlan()).toMatchObject({ packageType: 'basic', pricePerMonth: '90.00' });
  });
});
