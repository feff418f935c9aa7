import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { type HeldPlan, makeHeldPlan } from '../../../tests/support/subscriptions/held-plan.ts';
import { sweepCredits } from './sweep-credits.ts';

/**
 * Credits of a held plan in test mode, day by day. The $35.00 month from Nov 25, 12:00 to Dec 25, 12:00 has five
 * Fridays.
 */

let t: TestApp;
let admin: Person;
let mine: HeldPlan;
const start = instantOf('2026-11-25', '12:00');

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(start);
  mine = await makeHeldPlan(t, admin);
});

describe('the month of a plan', () => {
  it('is written once, with its price and the visits after the day of purchase', async () => {
    const months = () =>
      t.db
        .selectFrom('plan_months')
        .select(['startsAt', 'endsAt', 'price', 'visits', 'credit'])
        .where('subscriptionId', '=', mine.subscriptionId)
        .orderBy('startsAt')
        .execute();
    const first = {
      startsAt: start,
      endsAt: instantOf('2026-12-25', '12:00'),
      price: '35.00',
      visits: 5,
      credit: '0.00',
    };
    expect(await months()).toEqual([first]);
    await t.db
      .updateTable('subscriptions')
      .set({ pickupDays: ['monday', 'thursday'] })
      .where('id', '=', mine.subscriptionId)
      .execute();
    t.setNow(instantOf('2026-12-25', '12:05'));
    await mine.runJobs();
    await mine.runJobs();
    expect(await months()).toEqual([
      first,
      { ...first, startsAt: first.endsAt, endsAt: instantOf('2027-01-25', '12:00'), visits: 9 },
    ]);
  });
});

describe('a credit', () => {
  it('is written when the cut-off of its visit passes, not before, and given to the provider once', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '17:59'));
    await mine.runJobs();
    expect(await mine.credits()).toEqual({ balanceCents: 0, rows: [] });
    t.setNow(instantOf('2026-12-03', '18:00'));
    await mine.runJobs();
    await mine.runJobs();
    expect(await mine.credits()).toEqual({ balanceCents: 700, rows: ['2026-12-04 700'] });
    expect(await mine.balance()).toBe(700);
    expect(await mine.differences()).toEqual([]);
  });

  it('lowers the next charge; the ledger, the receipt and the email say so', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    await mine.liveUntil('2026-12-25');
    const [month] = await mine.history();
    expect(month).toMatchObject({ amount: '14.00', credit: '21.00', description: 'Basic Package, monthly plan' });
    const { body: receipt } = await t.call('GET', `/api/receipts/${month.id}`, { token: mine.customer.token });
    expect(receipt).toMatchObject({ amount: '14.00', price: '35.00', credit: '21.00', total: '14.00' });
    const mail = (await t.mails()).findLast(
      ({ to, subject }) => to === mine.customer.email && subject.includes('receipt'),
    );
    expect(mail?.text).toContain('Price $35.00, plan credit $21.00.');
    const rows = ['2026-12-04 700 used', '2026-12-11 700 used', '2026-12-18 700 used'];
    expect(await mine.credits()).toEqual({ balanceCents: 0, rows });
    const { body: summary } = await t.call('GET', '/api/billing-summary', { token: mine.customer.token });
    expect(summary.totalSpent).toBe('49.00');
    expect(await mine.differences()).toEqual([]);
  });

  it('of a month entirely held is its price, and the month after costs nothing: a line of $0.00', async () => {
    await mine.hold('2026-12-25', '2027-01-26');
    await mine.liveUntil('2027-01-25');
    // The visit of Dec 25, 09:00 belongs to the first month. Jan 1, 8, 15 and 22 all belong to the second.
    expect(await mine.credits()).toMatchObject({ balanceCents: 0 });
    const [month, before] = await mine.history();
    expect(before).toMatchObject({ amount: '28.00', credit: '7.00' });
    expect(month).toMatchObject({ amount: '0.00', credit: '35.00', status: 'succeeded', hasReceipt: true });
    const mail = (await t.mails()).findLast(
      ({ to, subject }) => to === mine.customer.email && subject.includes('receipt'),
    );
    expect(mail?.text).toContain("Your card wasn't charged.");
    const { body } = await t.call('GET', '/api/notifications', { token: mine.customer.token });
    expect(body.notifications[0]).toMatchObject({ title: 'Paid with plan credit' });
    expect(await mine.plan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await mine.differences()).toEqual([]);
  });

  it('waits for its month where the cut-off passes before it is invoiced', async () => {
    // The visit of Jan 29 belongs to the month that begins on Jan 28, 20:00, two hours after the visit's cut-off.
    t.setNow(instantOf('2026-12-28', '20:00'));
    mine = await makeHeldPlan(t, admin);
    await mine.hold('2027-01-29', '2027-02-12');
    t.setNow(instantOf('2027-01-28', '18:00'));
    await mine.runJobs();
    expect(await mine.credits()).toEqual({ balanceCents: 0, rows: [] });
    t.setNow(instantOf('2027-01-28', '20:05'));
    await mine.runJobs();
    expect(await mine.credits()).toEqual({ balanceCents: 700, rows: ['2027-01-29 700'] });
    expect((await mine.history())[0]).toMatchObject({ amount: '35.00' });
  });

  it('is not written for a visit that is made, was skipped or comes while the plan is paused', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    const stop = {
      customerId: mine.customer.id,
      subscriptionId: mine.subscriptionId,
      address: '1 Main St',
      bagCount: 1,
    };
    const scheduled = (day: string) => ({ occurrenceDate: day, scheduledDate: instantOf(day, '09:00') });
    const common = { ...stop, amount: '0.00', serviceType: 'subscription', paymentStatus: 'paid' } as const;
    await t.db
      .insertInto('pickups')
      .values([
        { ...common, ...scheduled('2026-12-04'), id: crypto.randomUUID(), status: 'completed' },
        {
          ...common,
          ...scheduled('2026-12-11'),
          id: crypto.randomUUID(),
          status: 'cancelled',
          cancellationReason: 'Skipped',
        },
      ])
      .execute();
    await mine.liveUntil('2026-12-14');
    const body = { updates: { status: 'paused' } };
    const edit = async (updates: object) =>
      await t.call('PATCH', `/api/admin/subscriptions/${mine.subscriptionId}`, {
        token: admin.token,
        body: { updates },
      });
    expect((await edit(body.updates)).status).toBe(200);
    await mine.liveUntil('2026-12-19');
    expect((await edit({ status: 'active' })).status).toBe(200);
    await mine.liveUntil('2026-12-20');
    expect(await mine.credits()).toEqual({ balanceCents: 0, rows: [] });
  });

  it('is not given twice when the process dies before the id is saved', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '18:00'));
    await mine.runJobs();
    const forget = t.db
      .updateTable('plan_credits')
      .set({ providerId: null })
      .where('customerId', '=', mine.customer.id);
    const { id } = await forget.returning('id').executeTakeFirstOrThrow();
    expect(await mine.differences()).toEqual([]);
    t.setNow(instantOf('2026-12-03', '18:15'));
    await sweepCredits(t.services);
    const after = await t.db.selectFrom('plan_credits').select('providerId').where('id', '=', id).executeTakeFirst();
    expect(after?.providerId).toBeTruthy();
    expect(await mine.balance()).toBe(700);
    expect(await t.services.payments.listCredits(await mine.stripeCustomer())).toHaveLength(1);
  });
});

describe('the comparison with the provider', () => {
  it('names a credit with another amount, one that our books lack, and the balance', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '18:00'));
    await mine.runJobs();
    const { username } = mine.customer;
    const foreign = { customerId: await mine.stripeCustomer(), amountCents: 100, idempotencyKey: `credit:${username}` };
    await t.services.payments.addCredit({ ...foreign, description: 'Not ours' });
    const change = t.db.updateTable('plan_credits').set({ amount: '6.00' }).where('customerId', '=', mine.customer.id);
    const { id } = await change.returning('id').executeTakeFirstOrThrow();
    expect(await mine.differences()).toEqual([
      `credit:${id} of ${username} is $6.00 in our books; the provider says $7.00.`,
      `credit:${username} of ${username} is $1.00 at the provider; our books say nothing.`,
      `the balance of ${username} is $8.00 at the provider; our books say $6.00.`,
    ]);
    await t.db.deleteFrom('plan_credits').where('customerId', '=', mine.customer.id).execute();
  });
});

describe('GET /api/plan/credit', () => {
  const ask = async (token?: string) => await t.call('GET', '/api/plan/credit', { token });

  it('has the visits that the balance comes from, for a customer alone', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-10', '18:00'));
    await mine.runJobs();
    const visits = [
      { day: '2026-12-04', amount: '7.00', left: '7.00' },
      { day: '2026-12-11', amount: '7.00', left: '7.00' },
    ];
    expect((await ask(mine.customer.token)).body).toEqual({ balance: '14.00', visits, isReturned: false });
    const { token } = await makeCustomer(t);
    expect((await ask(token)).body).toEqual({ balance: '0.00', visits: [], isReturned: false });
    expect((await ask()).status).toBe(401);
    expect((await ask(admin.token)).status).toBe(403);
  });
});
