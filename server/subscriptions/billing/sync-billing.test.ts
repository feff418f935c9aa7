import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';
import { decideBilling } from '../rules.ts';
import { renewSubscriptions } from './renew-subscriptions.ts';
import { syncBilling } from './sync-billing.ts';

/** The months of a plan in test mode: the simulated provider charges them by the clock. */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
const start = instantOf('2026-11-25', '12:00');
const daysLater = (days: number, from = start) => new Date(from.getTime() + days * 24 * 60 * 60 * 1000);
const declined = testCards.declined.paymentMethodId;
const good = testCards.successful.paymentMethodId;

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(start);
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await t.runJobs();
  // The clock advances by months; these people stay signed in.
  await staySignedIn(t);
});

const mine = async () => (await t.call('GET', '/api/subscription', { token: subscriber.token })).body;
const history = async () => (await t.call('GET', '/api/billing-history', { token: subscriber.token })).body;
const titles = async () => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token: subscriber.token });
  return body.notifications.map(({ title }: { title: string }) => title) as string[];
};
const open = async () => {
  const today = dateKeyOf(t.services.clock());
  const stops = await stopsOf(t, subscriber.subscriptionId);
  return stops.filter(({ status, scheduledDay }) => status === 'pending' && (scheduledDay ?? '') >= today);
};
/** Makes the saved card behave like the given one from now on. */
const spoilCard = async (paymentMethodId: string) =>
  await t.db
    .updateTable('simulated_subscriptions')
    .set({ paymentMethodId })
    .where('id', '=', (await mine()).stripeSubscriptionId)
    .execute();
const turnTo = async (day: Date) => {
  t.setNow(day);
  await sweepSubscriptions(t.services);
  await renewSubscriptions(t.services);
  await t.runJobs();
};
const setup = () => t.call('POST', '/api/subscription/card-setup', { token: subscriber.token });
const finish = (body: object) => t.call('POST', '/api/subscription/card', { token: subscriber.token, body });
const newCard = async (paymentMethodId: string) =>
  await finish({ setupId: (await setup()).body.setupId, paymentMethodId });

describe('a renewal', () => {
  it('is charged once a month, recorded, and has a receipt', async () => {
    expect(await mine()).toMatchObject({ currentPeriodEnd: '2026-12-25T17:00:00.000Z', pastDueSince: null });
    await turnTo(daysLater(29));
    expect(await history()).toHaveLength(1);
    await turnTo(daysLater(31));
    await Promise.all([renewSubscriptions(t.services), renewSubscriptions(t.services)]);
    expect(await history()).toMatchObject([
      { amount: '35.00', status: 'succeeded', description: 'Basic Package, monthly plan', hasReceipt: true },
      { amount: '35.00', status: 'succeeded' },
    ]);
    expect(await mine()).toMatchObject({ status: 'active', currentPeriodEnd: '2027-01-25T17:00:00.000Z' });
    const receipts = (await t.mails()).filter(
      ({ to, subject }) => to === subscriber.email && subject.includes('receipt'),
    );
    expect(receipts).toHaveLength(2);
  });

  it('that is declined continues the service for a week, notifies the customer once, then pauses', async () => {
    await spoilCard(declined);
    await turnTo(daysLater(31));
    expect(await mine()).toMatchObject({ status: 'active', pastDueSince: daysLater(31).toISOString() });
    await turnTo(daysLater(32));
    expect((await titles()).filter((title) => title === 'Your card was declined')).toHaveLength(1);
    const mails = (await t.mails()).filter(
      ({ to, subject }) => to === subscriber.email && subject.includes('update your card'),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/billing?card=update');
    const failed = (await history()).filter(({ status }: { status: string }) => status === 'failed');
    expect(failed).toMatchObject([{ amount: '35.00', failureReason: 'Your card was declined.' }]);
    expect((await open()).length).toBeGreaterThan(0);

    await turnTo(daysLater(37.9));
    expect((await mine()).status).toBe('active');
    await turnTo(daysLater(38));
    expect(await mine()).toMatchObject({ status: 'paused', pastDueSince: daysLater(31).toISOString() });
    expect(await open()).toHaveLength(0);
    expect(await titles()).toContain('Subscription paused');
  });

  it('that is paid with another card within the week continues the plan', async () => {
    await spoilCard(declined);
    await turnTo(daysLater(31));
    expect((await newCard(declined)).status).toBe(402);
    expect((await mine()).pastDueSince).toBeTruthy();
    const paid = await newCard(good);
    expect(paid).toMatchObject({ status: 200, body: { status: 'active', pastDueSince: null } });
    expect(await titles()).toContain('Payment received');
    const amounts = (await history()).filter(({ status }: { status: string }) => status === 'succeeded');
    expect(amounts).toHaveLength(2);
    await turnTo(daysLater(45));
    expect((await mine()).status).toBe('active');
  });

  it('is owed at the price it was billed at, and the form shows it', async () => {
    expect((await setup()).body).toMatchObject({ due: null });
    await spoilCard(declined);
    await turnTo(daysLater(31));
    const { id } = await mine();
    const body = { pricePerMonth: '85.00' };
    expect((await t.call('PATCH', `/api/admin/subscriptions/${id}`, { token: admin.token, body })).status).toBe(200);
    expect((await setup()).body).toMatchObject({ due: '35.00' });
    expect((await newCard(good)).status).toBe(200);
    const paid = (await history()).filter(({ status }: { status: string }) => status === 'succeeded');
    expect(paid).toMatchObject([{ amount: '35.00' }, { amount: '35.00' }]);
    expect((await setup()).body).toMatchObject({ due: null });
  });

  it('that is paid after the pause resumes the plan', async () => {
    await spoilCard(declined);
    await turnTo(daysLater(31));
    await turnTo(daysLater(39));
    expect((await mine()).status).toBe('paused');
    expect(await newCard(good)).toMatchObject({ status: 200, body: { status: 'active', pastDueSince: null } });
    await t.runJobs();
    expect((await open()).length).toBeGreaterThan(0);
    expect((await t.services.payments.getSubscription((await mine()).stripeSubscriptionId))?.status).toBe('active');
    const paid = (await history()).filter(({ status }: { status: string }) => status === 'succeeded');
    expect(paid).toHaveLength(2);
  });

  it('is paid by a new card even while a dispatcher has paused the plan, which stays paused', async () => {
    await spoilCard(declined);
    await turnTo(daysLater(31));
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    await t.call('PATCH', path, { token: admin.token, body: { updates: { status: 'paused' } } });
    await t.runJobs();
    await turnTo(daysLater(62));
    expect(await newCard(good)).toMatchObject({ status: 200, body: { status: 'paused', pastDueSince: null } });
    await turnTo(daysLater(95));
    expect((await mine()).status).toBe('paused');
    const paid = (await history()).filter(({ status }: { status: string }) => status === 'succeeded');
    expect(paid).toHaveLength(2);
  });

  it('of a plan that the provider has ended cancels it here', async () => {
    await t.services.payments.cancelSubscription((await mine()).stripeSubscriptionId);
    await syncBilling(t.services, subscriber.subscriptionId);
    expect(await mine()).toMatchObject({ status: 'cancelled' });
    expect(await open()).toHaveLength(0);
  });

  it('leaves a plan paused that the dispatcher has paused, and charges nothing until it is resumed', async () => {
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    await t.call('PATCH', path, { token: admin.token, body: { updates: { status: 'paused' } } });
    await t.runJobs();
    await turnTo(daysLater(100));
    expect((await mine()).status).toBe('paused');
    expect(await history()).toHaveLength(1);
    await t.call('PATCH', path, { token: admin.token, body: { updates: { status: 'active' } } });
    await t.runJobs();
    await turnTo(daysLater(101));
    await turnTo(daysLater(102));
    expect(await mine()).toMatchObject({ status: 'active', pastDueSince: null });
    // The months of the pause had passed, so another one began.
    expect(await history()).toHaveLength(2);
  });
});

describe('another card', () => {
  it('is for customers with a live plan', async () => {
    expect((await t.call('POST', '/api/subscription/card-setup', {})).status).toBe(401);
    expect((await t.call('POST', '/api/subscription/card-setup', { token: admin.token })).status).toBe(403);
    const { token } = await makeCustomer(t);
    expect((await t.call('POST', '/api/subscription/card-setup', { token })).status).toBe(404);
    expect((await finish({})).body).toMatchObject({ message: 'Card is required' });
    const { body } = await setup();
    expect(body).toMatchObject({ setupId: expect.any(String), clientSecret: expect.any(String), testMode: true });
    expect((await finish({ setupId: body.setupId })).body).toMatchObject({ message: 'Card is required' });
    expect((await finish({ setupId: 'seti_unknown', paymentMethodId: good })).status).toBe(404);
    for (const setupId of ['../customers', 'seti_', 'pi_1', 'seti_1/cancel', '']) {
      expect(await finish({ setupId, paymentMethodId: good })).toMatchObject({
        status: 400,
        body: { message: 'Card is required' },
      });
    }
    await t.services.payments.cancelSubscription((await mine()).stripeSubscriptionId);
    await syncBilling(t.services, subscriber.subscriptionId);
    expect((await setup()).status).toBe(409);
  });

  it('of another customer is rejected', async () => {
    const other = await makeSubscriber(t);
    const { body } = await t.call('POST', '/api/subscription/card-setup', { token: other.token });
    expect((await finish({ setupId: body.setupId, paymentMethodId: good })).status).toBe(404);
    const setups = t.db.selectFrom('simulated_card_setups').select('paymentMethodId').where('id', '=', body.setupId);
    expect(await setups.execute()).toEqual([{ paymentMethodId: null }]);
  });
});

describe('decideBilling', () => {
  const facts = (change: object) => ({
    ours: {
      status: 'active' as const,
      cancellationDate: null,
      pastDueSince: null,
      isPausedForPayment: false,
      ...change,
    },
    theirs: 'active' as const,
    isOwing: false,
    lastPaidAt: daysLater(-28),
    now: start,
  });
  it('resumes only what was paused for payment', () => {
    expect(decideBilling(facts({ status: 'paused' })).status).toBe('paused');
    expect(decideBilling(facts({ status: 'paused', isPausedForPayment: true })).status).toBe('active');
    expect(decideBilling({ ...facts({ status: 'cancelled' }), isOwing: true }).status).toBe('cancelled');
  });
  it('reports a payment only if it was made since the plan was past due', () => {
    const judged = (lastPaidAt: Date) =>
      decideBilling({ ...facts({ status: 'paused', isPausedForPayment: true, pastDueSince: start }), lastPaidAt });
    expect(judged(daysLater(1))).toMatchObject({ status: 'active', news: 'paid' });
    // The provider's clock counts whole seconds.
    expect(judged(new Date(start.getTime() - 999))).toMatchObject({ news: 'paid' });
    expect(judged(daysLater(-28))).toMatchObject({ status: 'active', news: null });
    expect(decideBilling({ ...facts({}), lastPaidAt: daysLater(1) }).news).toBeNull();
  });
  it('counts seven days to the millisecond', () => {
    const owing = (since: Date) => decideBilling({ ...facts({ pastDueSince: since }), isOwing: true }).status;
    expect(owing(daysLater(-7))).toBe('paused');
    expect(owing(new Date(daysLater(-7).getTime() + 1))).toBe('active');
  });
});
