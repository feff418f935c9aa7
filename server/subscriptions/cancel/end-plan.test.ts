import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { writeHold } from '../../../tests/support/subscriptions/plan-holds.ts';
import { makeSubscriber, stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { Refusal } from '../../refusal.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';

/** A dispatcher ends a plan. Its month of $35.00 from Nov 25, 12:00 to Dec 25, 12:00 has five Fridays. */

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
const start = instantOf('2026-11-25', '12:00');

beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(start);
  customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await t.runJobs();
  await staySignedIn(t);
});

const path = (rest: string, id = customer.subscriptionId) => `/api/admin/subscriptions/${id}${rest}`;
const preview = () => t.call('GET', path('/end-preview'), { token: admin.token });
const end = (expectedRefund: unknown) => t.call('POST', path('/end'), { token: admin.token, body: { expectedRefund } });
const mine = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
const atProvider = async () => await t.services.payments.getSubscription((await mine()).stripeSubscriptionId);
const lines = async () =>
  (await t.call('GET', '/api/billing-history', { token: customer.token })).body.map(
    ({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`,
  ) as string[];
const refundedCents = async () => {
  const [month] = await t.services.payments.listInvoices((await mine()).stripeSubscriptionId);
  return (await t.services.payments.getPayment(month?.intentId ?? ''))?.refundedCents;
};
const turnTo = async (now: Date) => {
  t.setNow(now);
  await staySignedIn(t);
  await sweepSubscriptions(t.services);
  await renewSubscriptions(t.services);
  await t.runJobs();
};
const completeStop = async (day: string) => {
  const stop = (await stopsOf(t, customer.subscriptionId)).find(({ occurrenceDate }) => occurrenceDate === day);
  const driver = await makeDriver(t);
  const body = { driverId: driver.id };
  await t.call('POST', `/api/admin/pickups/${stop?.id}/assign`, { token: admin.token, body });
  await t.call('PATCH', `/api/admin/complete-pickup/${stop?.id}`, {
    token: admin.token,
    body: {},
  });
};

describe('ending a plan with a refund', () => {
  it('is for admins, and checks the sum', async () => {
    expect((await t.call('GET', path('/end-preview'), {})).status).toBe(401);
    expect((await t.call('GET', path('/end-preview'), { token: customer.token })).status).toBe(403);
    expect((await t.call('POST', path('/end'), { token: customer.token, body: { expectedRefund: 0 } })).status).toBe(
      403,
    );
    const unknown = path('/end', randomUUID());
    expect((await t.call('POST', unknown, { token: admin.token, body: { expectedRefund: 0 } })).status).toBe(404);
    expect((await t.call('GET', path('/end-preview', randomUUID()), { token: admin.token })).status).toBe(404);
    for (const amount of ['much', -1, '1.234', undefined]) expect((await end(amount)).status).toBe(400);
    expect((await mine()).status).toBe('active');
  });

  it('refunds the whole month before its first visit, and ends the plan at the provider', async () => {
    expect((await preview()).body).toEqual({
      visits: ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25'],
      ...{ refund: '35.00', credit: '0.00' },
    });
    expect(await end('35.00')).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancellationDate: start.toISOString(), currentPeriodEnd: start.toISOString() },
    });
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
    expect(await lines()).toEqual(['succeeded -35.00', 'succeeded 35.00']);
    const trail = await trailOf(t, admin, 'subscription', customer.subscriptionId);
    expect(trail[0]).toMatchObject({
      action: 'cancelled',
      actorUsername: admin.username,
      details: { refund: '$35.00' },
    });
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    const titles = body.notifications.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Subscription cancelled', 'Refund sent']));
  });

  it('refunds the visits that are left, and none that was made', async () => {
    await turnTo(instantOf('2026-11-27', '12:00'));
    await completeStop('2026-11-27');
    await turnTo(instantOf('2026-12-04', '08:00'));
    // Today's stop is still open, so it is also cancelled.
    expect((await preview()).body).toMatchObject({
      visits: ['2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25'],
      refund: '28.00',
    });
    await completeStop('2026-12-04');
    expect(await end('28.00')).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'preview_changed', errors: { expectedRefund: '21.00' } },
        message: 'The visits not made now come to $21.00. Please check and confirm again.',
      },
    });
    expect((await end('21.00')).status).toBe(200);
    await t.runJobs();
    await t.runJobs();
    expect(await refundedCents()).toBe(2100);
  });

  it('leaves out a visit that was skipped, and one that already has its credit', async () => {
    const [stop] = await stopsOf(t, customer.subscriptionId);
    await t.call('DELETE', `/api/admin/pickups/${stop?.id}`, { token: admin.token });
    await writeHold(t, customer.subscriptionId, '2026-12-04', '2026-12-19');
    await turnTo(instantOf('2026-12-03', '19:00'));
    // December 4 is credited, because its cut-off has passed; credit is returned in any case. The other held visits are
    // refunded.
    expect((await preview()).body).toEqual({
      visits: ['2026-12-11', '2026-12-18', '2026-12-25'],
      ...{ refund: '21.00', credit: '7.00' },
    });
    expect((await end('21.00')).status).toBe(200);
    await t.runJobs();
    expect(await refundedCents()).toBe(2800);
    expect(await mine()).toMatchObject({ status: 'cancelled', holdFrom: null, pausedUntil: null });
    await turnTo(instantOf('2027-01-10', '12:00'));
    expect(await refundedCents()).toBe(2800);
  });

  it('is done once: the second press finds the plan ended', async () => {
    const answers = await Promise.all([end('35.00'), end('35.00')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await end('35.00')).body).toMatchObject({ code: 'ended', message: 'This plan has ended.' });
    expect((await preview()).body.code).toBe('ended');
    await t.runJobs();
    expect(await refundedCents()).toBe(3500);
  });

  it('is done once when the process dies after any call of the provider', async () => {
    await end('35.00');
    const { payments } = t.services;
    const { refundPayment } = payments;
    let calls = 0;
    payments.refundPayment = async (...request) => {
      await refundPayment.apply(payments, request);
      calls += 1;
      throw new Refusal(503, 'The connection was lost');
    };
    for (let run = 0; run < 4; run += 1) {
      await t.db
        .updateTable('pgboss.job' as never)
        .set({ start_after: new Date(0) } as never)
        .where('state' as never, '=', 'retry' as never)
        .execute();
      await t.runJobs();
    }
    payments.refundPayment = refundPayment;
    // The second try finds the refund at the provider.
    expect(calls).toBe(1);
    expect(await refundedCents()).toBe(3500);
    expect(await lines()).toEqual(['succeeded -35.00', 'succeeded 35.00']);
  });

  it('returns 409 when the plan became past due first', async () => {
    const answer = await overtaken(
      t.db,
      () => end('35.00'),
      async (trx) => {
        await trx
          .updateTable('subscriptions')
          .set({ pastDueSince: start })
          .where('id', '=', customer.subscriptionId)
          .execute();
      },
    );
    expect(answer.body).toMatchObject({ code: 'preview_changed', errors: { expectedRefund: '0.00' } });
  });

  it('refunds nothing of an unpaid month, which is no longer charged', async () => {
    const { stripeSubscriptionId } = await mine();
    const spoilt = { paymentMethodId: testCards.declined.paymentMethodId };
    await t.db.updateTable('simulated_subscriptions').set(spoilt).where('id', '=', stripeSubscriptionId).execute();
    await turnTo(instantOf('2026-12-25', '12:00'));
    expect((await preview()).body).toMatchObject({ visits: [], refund: '0.00' });
    expect((await end('0.00')).status).toBe(200);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
    expect(await lines()).toEqual(['failed 35.00', 'succeeded 35.00']);
  });

  it('still refunds the visits of a plan that ends with its month anyway', async () => {
    const expectedEnd = (await mine()).currentPeriodEnd;
    await t.call('POST', '/api/plan/cancel', { token: customer.token, body: { expectedEnd } });
    await turnTo(instantOf('2026-12-12', '12:00'));
    expect((await preview()).body).toMatchObject({ visits: ['2026-12-18', '2026-12-25'], refund: '14.00' });
    expect((await end('14.00')).status).toBe(200);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
    expect(await refundedCents()).toBe(1400);
  });

  it('lets a reactivation charge a new month, which can be refunded in full again', async () => {
    await end('35.00');
    await t.runJobs();
    await turnTo(instantOf('2026-11-26', '12:00'));
    const { status } = await t.call('PATCH', path(''), { token: admin.token, body: { updates: { status: 'active' } } });
    expect(status).toBe(200);
    await t.runJobs();
    expect(await lines()).toEqual(['succeeded 35.00', 'succeeded -35.00', 'succeeded 35.00']);
    const { body } = await preview();
    expect(body).toMatchObject({ refund: '35.00' });
    await end(body.refund);
    await t.runJobs();
    expect(await lines()).toEqual(['succeeded -35.00', 'succeeded 35.00', 'succeeded -35.00', 'succeeded 35.00']);
    expect(await subscribe(t, customer.token, { packageType: 'basic' })).toMatchObject({ status: 'active' });
  });
});

describe('ending a plan without a refund', () => {
  it('returns the unused credit all the same', async () => {
    await writeHold(t, customer.subscriptionId, '2026-12-04', '2026-12-19');
    await turnTo(instantOf('2026-12-10', '19:00'));
    expect((await preview()).body.credit).toBe('14.00');
    expect((await t.call('DELETE', path(''), { token: admin.token })).status).toBe(200);
    await t.runJobs();
    await t.db
      .updateTable('pgboss.job' as never)
      .set({ start_after: new Date(0) } as never)
      .where('state' as never, '=', 'retry' as never)
      .execute();
    await t.runJobs();
    expect(await refundedCents()).toBe(1400);
    // The rest of the month stays paid, so reactivating the plan charges nothing.
    expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
  });

  it('shows a customer who cancels to the end of the month the credit of the visits held until then', async () => {
    await writeHold(t, customer.subscriptionId, '2026-12-04', '2027-01-02');
    const { body } = await t.call('GET', '/api/plan/cancel-preview', { token: customer.token });
    expect(body).toEqual({
      ...{ endsAt: instantOf('2026-12-25', '12:00').toISOString(), visits: ['2026-11-27'] },
      ...{ credit: '28.00', dropsPending: false },
    });
    await t.call('POST', '/api/plan/cancel', { token: customer.token, body: { expectedEnd: body.endsAt } });
    for (const day of ['2026-11-28', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-24']) {
      await turnTo(instantOf(day, '19:00'));
    }
    expect(await refundedCents()).toBe(0);
    await turnTo(instantOf('2026-12-25', '12:00'));
    await turnTo(instantOf('2026-12-25', '13:00'));
    expect(await refundedCents()).toBe(2800);
    expect(await lines()).toEqual(['succeeded -28.00', 'succeeded 35.00']);
  });
});
