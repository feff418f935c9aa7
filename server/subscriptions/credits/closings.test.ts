import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { type HeldPlan, makeHeldPlan } from '../../../tests/support/subscriptions/held-plan.ts';
import { openPlan } from '../../../tests/support/subscriptions/subscriptions.ts';
import { reconcilePayments } from '../../payments/reconcile/reconcile-payments.ts';
import { Refusal } from '../../refusal.ts';
import { sweepCredits } from './sweep-credits.ts';

/** The remaining credit of a plan that ends, in test mode. The month of $35.00 from Nov 25, 12:00 has five Fridays. */

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

describe('the end of a plan', () => {
  it('takes what is left from the balance and refunds it to the card, once', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    await mine.liveUntil('2026-12-12');
    expect((await mine.cancel()).status).toBe(200);
    await mine.runJobs();
    expect(await mine.balance()).toBe(0);
    expect(await mine.history()).toMatchObject([{ type: 'refund', amount: '-14.00' }, { amount: '35.00' }]);
    const closings = await t.db
      .selectFrom('plan_closings')
      .selectAll()
      .where('customerId', '=', mine.customer.id)
      .execute();
    const { body: bell } = await t.call('GET', '/api/notifications', { token: mine.customer.token });
    const message = "For visits of your plan that weren't made: $14.00 is on its way back to your card.";
    expect(bell.notifications.map((one: { message: string }) => one.message)).toContain(message);
    expect(closings).toMatchObject([{ taken: '14.00', owed: '14.00', unused: '0.00' }]);
    await mine.runJobs();
    expect(await mine.history()).toHaveLength(2);
    expect(await mine.differences()).toEqual([]);
  });

  it('also closes a credit whose job has not run', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    t.setNow(instantOf('2026-12-03', '18:00'));
    expect((await mine.cancel()).status).toBe(200);
    await t.runJobs();
    expect(await mine.balance()).toBe(0);
    expect((await mine.history())[0]).toMatchObject({ type: 'refund', amount: '-7.00' });
  });

  it('lists for the admin what no charge takes back', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    await mine.liveUntil('2026-12-12');
    const [line] = await t.db
      .selectFrom('payment_history')
      .selectAll()
      .where('customerId', '=', mine.customer.id)
      .execute();
    await t.services.payments.refundPayment(line?.stripePaymentIntentId ?? '', {
      amountCents: 3000,
      idempotencyKey: 'by hand',
    });
    expect((await mine.cancel()).status).toBe(200);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
    const kind = body.kinds.find((one: { kind: string }) => one.kind === 'unused-credit');
    expect(kind.items[0]).toMatchObject({ amount: '9.00', customer: { id: mine.customer.id } });
    expect(await mine.balance()).toBe(0);
    const { key } = kind.items[0];
    const dismissal = { token: admin.token, body: { key, word: 'Sent a check' } };
    expect((await t.call('POST', '/api/admin/attention/dismiss', dismissal)).status).toBe(200);
    const after = await t.call('GET', '/api/admin/attention', { token: admin.token });
    expect(after.body.kinds.some((one: { kind: string }) => one.kind === 'unused-credit')).toBe(false);
  });

  it('skips a disputed charge', async () => {
    await mine.hold('2026-12-18', '2027-01-08');
    await mine.liveUntil('2027-01-02');
    const [newest] = await t.db
      .selectFrom('payment_history')
      .selectAll()
      .where('customerId', '=', mine.customer.id)
      .orderBy('movedAt', 'desc')
      .execute();
    await t.db
      .updateTable('payment_history')
      .set({ disputedAt: t.services.clock() })
      .where('id', '=', newest?.id ?? '')
      .execute();
    expect((await mine.cancel()).status).toBe(200);
    await t.runJobs();
    const refunds = await t.db
      .selectFrom('charge_refunds')
      .selectAll()
      .where('subscriptionId', '=', mine.subscriptionId)
      .execute();
    expect(refunds).toHaveLength(1);
    expect(refunds[0]?.intentId).not.toBe(newest?.stripePaymentIntentId);
  });

  it('does not pay out the credit of a month that was never paid', async () => {
    await mine.hold('2026-12-18', '2027-01-08');
    await mine.liveUntil('2026-12-24');
    await t.db
      .updateTable('simulated_subscriptions')
      .set({ paymentMethodId: testCards.declined.paymentMethodId })
      .where('id', '=', (await mine.plan()).stripeSubscriptionId)
      .execute();
    await mine.liveUntil('2026-12-26');
    // Dec 18 and Dec 25 belong to the paid month, and lowered the declined charge; Jan 1 belongs to the unpaid month.
    expect(await mine.plan()).toMatchObject({ status: 'active', pastDueSince: expect.any(Date) });
    await mine.liveUntil('2026-12-31');
    t.setNow(instantOf('2026-12-31', '18:05'));
    await mine.runJobs();
    expect(await mine.credits()).toMatchObject({ balanceCents: 875 });
    expect((await mine.cancel()).status).toBe(200);
    await mine.runJobs();
    expect(await mine.balance()).toBe(0);
    expect((await mine.history())[0]).toMatchObject({ type: 'refund', amount: '-14.00' });
    expect(await mine.differences()).toEqual([]);
  });

  it('is finished before the customer buys the next plan', async () => {
    await mine.hold('2026-12-04', '2026-12-25');
    await mine.liveUntil('2026-12-12');
    expect((await mine.cancel()).status).toBe(200);
    expect(await openPlan(t, mine.customer.token)).toMatchObject({ status: 503, body: { code: 'credit_pending' } });
    await t.runJobs();
    const opened = await openPlan(t, mine.customer.token);
    expect(opened.status).toBe(200);
    expect(await mine.balance()).toBe(0);
  });

  it('is finished before a dispatcher reactivates the plan', async () => {
    await mine.hold('2026-12-04', '2026-12-11');
    await mine.liveUntil('2026-12-12');
    expect((await mine.cancel()).status).toBe(200);
    await t.runJobs();
    const body = { updates: { status: 'active' } };
    const path = `/api/admin/subscriptions/${mine.subscriptionId}`;
    expect((await t.call('PATCH', path, { token: admin.token, body })).status).toBe(200);
    await mine.runJobs();
    expect(await mine.balance()).toBe(0);
    expect(await mine.credits()).toMatchObject({ balanceCents: 0 });
    expect(await mine.differences()).toEqual([]);
  });

  it('can stop between any two calls to the provider and run again', async () => {
    for (let failAt = 0; failAt < 6; failAt += 1) {
      t.setNow(start);
      mine = await makeHeldPlan(t, admin);
      await mine.hold('2026-12-04', '2026-12-25');
      t.setNow(instantOf('2026-12-03', '18:00'));
      expect((await mine.cancel()).status).toBe(200);
      await breakAfter(failAt, async () => await t.runJobs());
      t.setNow(instantOf('2026-12-03', '18:30'));
      const { failed } = await sweepCredits(t.services);
      expect(failed).toEqual([]);
      t.setNow(instantOf('2026-12-03', '19:00'));
      expect((await reconcilePayments(t.services)).failed).toEqual([]);
      expect(await mine.balance()).toBe(0);
      expect((await mine.history()).map(({ amount }: { amount: string }) => amount)).toEqual(['-7.00', '35.00']);
      expect(await mine.differences()).toEqual([]);
    }
  });

  /** Makes the provider carry out every write, but lose its responses from the n-th write on. */
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

describe('a customer without credits', () => {
  it('has nothing to close', async () => {
    expect((await mine.cancel()).status).toBe(200);
    await t.runJobs();
    expect(
      await t.db.selectFrom('plan_closings').selectAll().where('customerId', '=', mine.customer.id).execute(),
    ).toEqual([]);
    const stranger = await makeCustomer(t);
    expect((await openPlan(t, stranger.token)).status).toBe(200);
  });
});
