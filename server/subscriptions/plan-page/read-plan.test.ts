import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { centsToText } from '../../../contract/values/money.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { Refusal } from '../../refusal.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepCredits } from '../credits/sweep-credits.ts';

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
// A Sunday.
const now = instantOf('2026-11-22', '12:00');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  customer = await makeSubscriber(t, { packageType: 'clean-carry', preferredDay: 'friday' });
  await t.runJobs();
});
afterEach(() => vi.restoreAllMocks());

const planOf = async ({ token }: Pick<Person, 'token'> = customer) => await t.call('GET', '/api/plan', { token });
const post = (path: string, body: unknown) => t.call('POST', `/api/plan/${path}`, { token: customer.token, body });
const states = ({ body }: Awaited<ReturnType<typeof planOf>>) =>
  body.visits.map(({ day, state }: { day: string; state: string }) => `${day} ${state}`);

describe('GET /api/plan', () => {
  it('is for customers, and null for one who never had a plan', async () => {
    expect((await t.call('GET', '/api/plan')).status).toBe(401);
    expect((await planOf(admin)).status).toBe(403);
    expect((await planOf(await makeDriver(t))).status).toBe(403);
    expect(await planOf(await makeCustomer(t))).toMatchObject({ status: 200, body: null });
  });

  it('has the next visits, the next charge with its card, and what can be changed', async () => {
    const plan = await planOf();
    expect(plan.status).toBe(200);
    expect(states(plan)).toEqual([
      '2026-11-27 scheduled',
      '2026-12-04 scheduled',
      '2026-12-11 scheduled',
      '2026-12-18 scheduled',
      '2026-12-25 scheduled',
    ]);
    expect(plan.body).toMatchObject({
      subscription: { id: customer.subscriptionId, status: 'active' },
      nextCharge: { at: '2026-12-22T17:00:00.000Z', price: '60.00', credit: '0.00', amount: '60.00' },
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
      isProviderUnavailable: false,
      credit: { balance: '0.00', rows: [] },
      ...{ hold: null, pending: null, endsAt: null },
      holdLimits: { earliest: '2026-11-23', minDays: 14, maxDays: 90, daysLeft: 90 },
      ...{ canHold: true, canComeBackEarly: false, canChange: true, canUndoChange: false },
      ...{ canCancel: true, canUndoCancel: false },
    });
    expect(plan.body.visits[0]).toMatchObject({ canSkip: true, skipUntil: '2026-11-26T23:00:00.000Z', movedTo: null });
  });

  it('shows skipped and held visits, and takes the credit of the hold off the next charge', async () => {
    expect((await post('skip', { day: '2026-12-04' })).status).toBe(200);
    const dates = { from: '2026-12-01', until: '2026-12-16' };
    const preview = await t.call('GET', '/api/plan/hold-preview', { token: customer.token, query: dates });
    expect(preview.status, JSON.stringify(preview.body)).toBe(200);
    expect((await post('hold', { ...dates, expectedCredit: preview.body.credit })).status).toBe(200);
    const plan = await planOf();
    expect(states(plan)).toEqual([
      '2026-11-27 scheduled',
      '2026-12-04 skipped',
      '2026-12-11 held',
      '2026-12-18 scheduled',
      '2026-12-25 scheduled',
      '2027-01-01 scheduled',
      '2027-01-08 scheduled',
    ]);
    // The credit is for one of the month's four visits.
    expect(plan.body).toMatchObject({
      nextCharge: { price: '60.00', credit: '15.00', amount: '45.00' },
      hold: dates,
      holdLimits: { daysLeft: 75 },
      ...{ canHold: false, canComeBackEarly: true },
    });
    expect(plan.body.nextCharge).toEqual(preview.body.charges[0]);

    t.setNow(instantOf('2026-12-12', '12:00'));
    await staySignedIn(t);
    await sweepCredits(t.services);
    expect((await planOf()).body).toMatchObject({
      nextCharge: { credit: '15.00', amount: '45.00' },
      credit: { balance: '15.00', rows: [{ day: '2026-12-11', amount: '15.00', isApplied: false }] },
    });
  });

  // The months of a plan bought at 8:00 begin before the visits of their first day, and after those visits' cut-off.
  it.each(['08:00', '12:00'])('names the next charge to the cent, for a plan bought at %s', async (time) => {
    t.setNow(instantOf('2026-11-23', time));
    customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'wednesday' });
    await t.runJobs();
    const dates = { from: '2026-12-08', until: '2026-12-28' };
    const { body: preview } = await t.call('GET', '/api/plan/hold-preview', { token: customer.token, query: dates });
    expect((await post('hold', { ...dates, expectedCredit: preview.credit })).status).toBe(200);
    const { nextCharge, subscription } = (await planOf()).body;
    t.setNow(instantOf('2026-12-22', '20:00'));
    await sweepCredits(t.services);
    await t.runJobs();
    t.setNow(instantOf('2026-12-23', '12:30'));
    await renewSubscriptions(t.services);
    const [charged] = await t.services.payments.listInvoices(subscription.stripeSubscriptionId);
    expect(centsToText(charged?.amountCents ?? 0)).toBe(nextCharge.amount);
    expect(nextCharge).toEqual(preview.charges[0]);
  });

  it('has no visits and no charge while the plan is paused, and none after its end', async () => {
    const edit = (status: string) =>
      t.call('PATCH', `/api/admin/subscriptions/${customer.subscriptionId}`, { token: admin.token, body: { status } });
    await edit('paused');
    expect((await planOf()).body).toMatchObject({ visits: [], nextCharge: null, endsAt: null, canHold: false });
    await edit('cancelled');
    expect((await planOf()).body).toMatchObject({
      ...{ subscription: { status: 'cancelled' }, visits: [], nextCharge: null, card: null },
      ...{ endsAt: now.toISOString(), canCancel: false, canUndoCancel: false },
    });
  });

  it('comes without the card when the provider is unavailable or slow', async () => {
    const cardOf = vi.spyOn(t.services.payments, 'cardOf');
    cardOf.mockRejectedValueOnce(new Refusal(503, 'unavailable'));
    const withoutCard = {
      status: 200,
      body: { card: null, isProviderUnavailable: true, nextCharge: { amount: '60.00' } },
    };
    expect(await planOf()).toMatchObject(withoutCard);
    cardOf.mockReturnValueOnce(new Promise(() => {}));
    expect(await planOf()).toMatchObject(withoutCard);
    expect((await planOf()).body).toMatchObject({ card: { last4: '4242' }, isProviderUnavailable: false });
  });
});

describe('GET /api/admin/subscriptions/{id}/plan', () => {
  const plan = (id: string, token?: string) => t.call('GET', `/api/admin/subscriptions/${id}/plan`, { token });

  it('is the same plan for admins; 404 for an unknown one', async () => {
    expect((await plan(customer.subscriptionId)).status).toBe(401);
    expect((await plan(customer.subscriptionId, customer.token)).status).toBe(403);
    expect((await plan(randomUUID(), admin.token)).status).toBe(404);
    expect((await plan(customer.subscriptionId, admin.token)).body).toEqual((await planOf()).body);
  });
});
