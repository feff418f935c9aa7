import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/dates.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/people.ts';
import { writeHold } from '../../../tests/support/plan-holds.ts';
import { makeSubscriber, openPlan } from '../../../tests/support/subscriptions.ts';
import { Refusal } from '../../refusal.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';
import { findSubscription, type SubscriptionRow } from '../store.ts';
import { compareCredits } from './compare-credits.ts';
import { readCredits } from './read-credits.ts';
import { sweepCredits } from './sweep-credits.ts';

/** Credits of a held plan in test mode, day by day. The month of $35.00 from Nov 25, 12:00 to Dec 25, 12:00 has five Fridays. */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
const start = instantOf('2026-11-25', '12:00');

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(start);
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await staySignedIn(t);
  await runJobs();
});

const plan = async () => (await findSubscription(t.db, subscriber.subscriptionId)) as SubscriptionRow;
const runJobs = async () => {
  await sweepSubscriptions(t.services);
  await renewSubscriptions(t.services);
  await t.runJobs();
  expect((await sweepCredits(t.services)).failed).toEqual([]);
  await t.runJobs();
};
/** Runs every job at 12:05 of each day until the given one. */
const liveUntil = async (day: string) => {
  for (let next = dateKeyOf(t.services.clock()); next < day; ) {
    next = addDays(next, 1);
    t.setNow(instantOf(next, '12:05'));
    await runJobs();
  }
};
const credits = async () => {
  const { balanceCents, credits: rows } = await readCredits(t.db, await plan());
  return {
    balanceCents,
    rows: rows.map((row) => `${row.serviceDay} ${row.amountCents}${row.isApplied ? ' used' : ''}`),
  };
};
const stripeCustomer = async () => {
  const users = t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', subscriber.id);
  return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
};
const balance = async () => await t.services.payments.creditOf(await stripeCustomer());
const history = async () => (await t.call('GET', '/api/billing-history', { token: subscriber.token })).body;
const differences = async () => {
  const now = t.services.clock().getTime();
  return await compareCredits(t.services, { since: new Date(now - 400 * 86_400_000), until: new Date(now + 1) });
};
const cancel = async () =>
  await t.call('DELETE', `/api/admin/subscriptions/${subscriber.subscriptionId}`, { token: admin.token });

describe('the month of a plan', () => {
  it('is written once, with its price and the visits after the day of purchase', async () => {
    const months = () =>
      t.db
        .selectFrom('plan_months')
        .select(['startsAt', 'endsAt', 'price', 'visits', 'credit'])
        .where('subscriptionId', '=', subscriber.subscriptionId)
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
      .where('id', '=', subscriber.subscriptionId)
      .execute();
    t.setNow(instantOf('2026-12-25', '12:05'));
    await runJobs();
    await runJobs();
    expect(await months()).toEqual([
      first,
      { ...first, startsAt: first.endsAt, endsAt: instantOf('2027-01-25', '12:00'), visits: 9 },
    ]);
  });
});

describe('a credit', () => {
  it('is written when the cut-off of its visit passes, not before, and given to the provider once', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '17:59'));
    await runJobs();
    expect(await credits()).toEqual({ balanceCents: 0, rows: [] });
    t.setNow(instantOf('2026-12-03', '18:00'));
    await runJobs();
    await runJobs();
    expect(await credits()).toEqual({ balanceCents: 700, rows: ['2026-12-04 700'] });
    expect(await balance()).toBe(700);
    expect(await differences()).toEqual([]);
  });

  it('lowers the next charge; the ledger, the receipt and the email say so', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    await liveUntil('2026-12-25');
    const [month] = await history();
    expect(month).toMatchObject({ amount: '14.00', credit: '21.00', description: 'Basic Package, monthly plan' });
    const { body: receipt } = await t.call('GET', `/api/receipts/${month.id}`, { token: subscriber.token });
    expect(receipt).toMatchObject({ amount: '14.00', price: '35.00', credit: '21.00', total: '14.00' });
    const mail = (await t.mails()).findLast(
      ({ to, subject }) => to === subscriber.email && subject.includes('receipt'),
    );
    expect(mail?.text).toContain('Price $35.00, plan credit $21.00.');
    const rows = ['2026-12-04 700 used', '2026-12-11 700 used', '2026-12-18 700 used'];
    expect(await credits()).toEqual({ balanceCents: 0, rows });
    const { body: summary } = await t.call('GET', '/api/billing-summary', { token: subscriber.token });
    expect(summary.totalSpent).toBe('49.00');
    expect(await differences()).toEqual([]);
  });

  it('of a month entirely held is its price, and the month after costs nothing: a line of $0.00', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-25', '2027-01-26');
    await liveUntil('2027-01-25');
    // The visit of Dec 25, 09:00 is of the first month. Jan 1, 8, 15 and 22 are all of the second.
    expect(await credits()).toMatchObject({ balanceCents: 0 });
    const [month, before] = await history();
    expect(before).toMatchObject({ amount: '28.00', credit: '7.00' });
    expect(month).toMatchObject({ amount: '0.00', credit: '35.00', status: 'succeeded', hasReceipt: true });
    const mail = (await t.mails()).findLast(
      ({ to, subject }) => to === subscriber.email && subject.includes('receipt'),
    );
    expect(mail?.text).toContain('Your card was not charged.');
    const { body } = await t.call('GET', '/api/notifications', { token: subscriber.token });
    expect(body.notifications[0]).toMatchObject({ title: 'Paid with plan credit' });
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await differences()).toEqual([]);
  });

  it('waits for its month where the cut-off passes before it is invoiced', async () => {
    // The visit of Jan 29 is of the month that begins on Jan 28, 20:00; its cut-off is two hours before.
    t.setNow(instantOf('2026-12-28', '20:00'));
    subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    await staySignedIn(t);
    await runJobs();
    await writeHold(t, subscriber.subscriptionId, '2027-01-29', '2027-02-12');
    t.setNow(instantOf('2027-01-28', '18:00'));
    await runJobs();
    expect(await credits()).toEqual({ balanceCents: 0, rows: [] });
    t.setNow(instantOf('2027-01-28', '20:05'));
    await runJobs();
    expect(await credits()).toEqual({ balanceCents: 700, rows: ['2027-01-29 700'] });
    expect((await history())[0]).toMatchObject({ amount: '35.00' });
  });

  it('is not written for a visit that is made, was skipped or comes while the plan is paused', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    const stop = {
      customerId: subscriber.id,
      subscriptionId: subscriber.subscriptionId,
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
    await liveUntil('2026-12-14');
    const body = { updates: { status: 'paused' } };
    const edit = async (updates: object) =>
      await t.call('PATCH', `/api/admin/subscriptions/${subscriber.subscriptionId}`, {
        token: admin.token,
        body: { updates },
      });
    expect((await edit(body.updates)).status).toBe(200);
    await liveUntil('2026-12-19');
    expect((await edit({ status: 'active' })).status).toBe(200);
    await liveUntil('2026-12-20');
    expect(await credits()).toEqual({ balanceCents: 0, rows: [] });
  });

  it('is not given twice when the process dies before the id is saved', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '18:00'));
    await runJobs();
    const mine = t.db.updateTable('plan_credits').set({ providerId: null }).where('customerId', '=', subscriber.id);
    const { id } = await mine.returning('id').executeTakeFirstOrThrow();
    expect(await differences()).toEqual([]);
    t.setNow(instantOf('2026-12-03', '18:15'));
    await sweepCredits(t.services);
    const after = await t.db.selectFrom('plan_credits').select('providerId').where('id', '=', id).executeTakeFirst();
    expect(after?.providerId).toBeTruthy();
    expect(await balance()).toBe(700);
    expect(await t.services.payments.listCredits(await stripeCustomer())).toHaveLength(1);
  });
});

describe('the end of a plan', () => {
  it('takes what is left from the balance and refunds it to the card, once', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    await liveUntil('2026-12-12');
    expect((await cancel()).status).toBe(200);
    await runJobs();
    expect(await balance()).toBe(0);
    expect(await history()).toMatchObject([{ type: 'refund', amount: '-14.00' }, { amount: '35.00' }]);
    const closings = await t.db
      .selectFrom('plan_closings')
      .selectAll()
      .where('customerId', '=', subscriber.id)
      .execute();
    const { body: bell } = await t.call('GET', '/api/notifications', { token: subscriber.token });
    const message = "For visits of your plan that weren't made: $14.00 is on its way back to your card.";
    expect(bell.notifications.map((one: { message: string }) => one.message)).toContain(message);
    expect(closings).toMatchObject([{ taken: '14.00', owed: '14.00', unused: '0.00' }]);
    await runJobs();
    expect(await history()).toHaveLength(2);
    expect(await differences()).toEqual([]);
  });

  it('also closes a credit whose job has not run', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '18:00'));
    expect((await cancel()).status).toBe(200);
    await t.runJobs();
    expect(await balance()).toBe(0);
    expect((await history())[0]).toMatchObject({ type: 'refund', amount: '-7.00' });
  });

  it('lists for the admin what no charge takes back', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    await liveUntil('2026-12-12');
    const [line] = await t.db
      .selectFrom('payment_history')
      .selectAll()
      .where('customerId', '=', subscriber.id)
      .execute();
    await t.services.payments.refundPayment(line?.stripePaymentIntentId ?? '', {
      amountCents: 3000,
      idempotencyKey: 'by hand',
    });
    expect((await cancel()).status).toBe(200);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
    const kind = body.kinds.find((one: { kind: string }) => one.kind === 'unused-credit');
    expect(kind.items[0]).toMatchObject({ amount: '9.00', customer: { id: subscriber.id } });
    expect(await balance()).toBe(0);
    const { key } = kind.items[0];
    const dismissal = { token: admin.token, body: { key, word: 'Sent a check' } };
    expect((await t.call('POST', '/api/admin/attention/dismiss', dismissal)).status).toBe(200);
    const after = await t.call('GET', '/api/admin/attention', { token: admin.token });
    expect(after.body.kinds.some((one: { kind: string }) => one.kind === 'unused-credit')).toBe(false);
  });

  it('skips a disputed charge', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-18', '2027-01-08');
    await liveUntil('2027-01-02');
    const [newest] = await t.db
      .selectFrom('payment_history')
      .selectAll()
      .where('customerId', '=', subscriber.id)
      .orderBy('movedAt', 'desc')
      .execute();
    await t.db
      .updateTable('payment_history')
      .set({ disputedAt: t.services.clock() })
      .where('id', '=', newest?.id ?? '')
      .execute();
    expect((await cancel()).status).toBe(200);
    await t.runJobs();
    const refunds = await t.db
      .selectFrom('plan_refunds')
      .selectAll()
      .where('subscriptionId', '=', subscriber.subscriptionId)
      .execute();
    expect(refunds).toHaveLength(1);
    expect(refunds[0]?.intentId).not.toBe(newest?.stripePaymentIntentId);
  });

  it('does not pay out the credit of a month that was never paid', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-18', '2027-01-08');
    await liveUntil('2026-12-24');
    await t.db
      .updateTable('simulated_subscriptions')
      .set({ paymentMethodId: testCards.declined.paymentMethodId })
      .where('id', '=', (await plan()).stripeSubscriptionId)
      .execute();
    await liveUntil('2026-12-26');
    // Dec 18 and Dec 25 are of the paid month, and lowered the declined charge; Jan 1 is of the unpaid one.
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: expect.any(Date) });
    await liveUntil('2026-12-31');
    t.setNow(instantOf('2026-12-31', '18:05'));
    await runJobs();
    expect(await credits()).toMatchObject({ balanceCents: 875 });
    expect((await cancel()).status).toBe(200);
    await runJobs();
    expect(await balance()).toBe(0);
    expect((await history())[0]).toMatchObject({ type: 'refund', amount: '-14.00' });
    expect(await differences()).toEqual([]);
  });

  it('is finished before the customer buys the next plan', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    await liveUntil('2026-12-12');
    expect((await cancel()).status).toBe(200);
    expect(await openPlan(t, subscriber.token)).toMatchObject({ status: 503, body: { code: 'credit_pending' } });
    await t.runJobs();
    const opened = await openPlan(t, subscriber.token);
    expect(opened.status).toBe(200);
    expect(await balance()).toBe(0);
  });

  it('is finished before a dispatcher reactivates the plan', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-11');
    await liveUntil('2026-12-12');
    expect((await cancel()).status).toBe(200);
    await t.runJobs();
    const body = { updates: { status: 'active' } };
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    expect((await t.call('PATCH', path, { token: admin.token, body })).status).toBe(200);
    await runJobs();
    expect(await balance()).toBe(0);
    expect(await credits()).toMatchObject({ balanceCents: 0 });
    expect(await differences()).toEqual([]);
  });

  it('can stop between any two calls to the provider and run again', async () => {
    for (let failAt = 0; failAt < 6; failAt += 1) {
      t.setNow(start);
      subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
      await staySignedIn(t);
      await runJobs();
      await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
      t.setNow(instantOf('2026-12-03', '18:00'));
      expect((await cancel()).status).toBe(200);
      await breakAfter(failAt, async () => await t.runJobs());
      t.setNow(instantOf('2026-12-03', '18:30'));
      const { failed } = await sweepCredits(t.services);
      expect(failed).toEqual([]);
      expect(await balance()).toBe(0);
      expect((await history()).map(({ amount }: { amount: string }) => amount)).toEqual(['-7.00', '35.00']);
      expect(await differences()).toEqual([]);
    }
  });

  /** The provider does what it is asked, but from the n-th write on its response is lost. */
  async function breakAfter(writes: number, act: () => Promise<void>): Promise<void> {
    const { payments } = t.services;
    const { addCredit, refundPayment, creditOf } = payments;
    let count = 0;
    const losing = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        const result = await call(...args);
        count += 1;
        if (count > writes) throw new Refusal(503, 'The payment service did not respond.');
        return result;
      };
    };
    const broken = { addCredit: losing(addCredit), refundPayment: losing(refundPayment), creditOf: losing(creditOf) };
    Object.assign(payments, broken);
    await act().finally(() => Object.assign(payments, { addCredit, refundPayment, creditOf }));
  }
});

describe('GET /api/plan/credit', () => {
  const ask = async (token?: string) => await t.call('GET', '/api/plan/credit', { token });

  it('has the visits that the balance comes from, for a customer alone', async () => {
    await writeHold(t, subscriber.subscriptionId, '2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-10', '18:00'));
    await runJobs();
    const visits = [
      { day: '2026-12-04', amount: '7.00', left: '7.00' },
      { day: '2026-12-11', amount: '7.00', left: '7.00' },
    ];
    expect((await ask(subscriber.token)).body).toEqual({ balance: '14.00', visits, isReturned: false });
    const { token } = await makeCustomer(t);
    expect((await ask(token)).body).toEqual({ balance: '0.00', visits: [], isReturned: false });
    expect((await ask()).status).toBe(401);
    expect((await ask(admin.token)).status).toBe(403);
  });
});

describe('a customer without credits', () => {
  it('has nothing to close', async () => {
    expect((await cancel()).status).toBe(200);
    await t.runJobs();
    expect(
      await t.db.selectFrom('plan_closings').selectAll().where('customerId', '=', subscriber.id).execute(),
    ).toEqual([]);
    const stranger = await makeCustomer(t);
    expect((await openPlan(t, stranger.token)).status).toBe(200);
  });
});
