import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { creditsOf, turnTo } from '../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf, subscribe } from '../../tests/support/subscriptions/subscriptions.ts';
import { closeCredits } from './credits/close-credits.ts';
import { finishClosings } from './credits/finish-closings.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.store.ts';

/** Edge cases of money in holds, changes and cancellations of a plan for $35.00. */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-23', '12:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const buy = async (day: string, wallTime: string, preferredDay: string) => {
  t.setNow(instantOf(day, wallTime));
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay });
  await turnTo(t, day, wallTime);
};
const call = async (method: 'GET' | 'POST', path: string, more: object = {}) =>
  await t.call(method, path, { token: subscriber.token, ...more });
const hold = async (from: string, until: string) => {
  const { body } = await call('GET', '/api/plan/hold-preview', { query: { from, until } });
  const held = await call('POST', '/api/plan/hold', { body: { from, until, expectedCredit: body.credit } });
  expect(held.status).toBe(200);
  return body;
};
const credits = async () => await creditsOf(t, subscriber.subscriptionId);
const plan = async () => (await findSubscription(t.db, subscriber.subscriptionId)) as SubscriptionRow;
const history = async () => (await call('GET', '/api/billing-history')).body as { amount: string; type: string }[];
const sum = (lines: { amount: string }[]) =>
  lines.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);

describe('the preview of a hold', () => {
  it('takes a credit from the charge after its month is invoiced', async () => {
    // The month ends on Jan 28, 20:00, two hours after the cut-off of the visit of Jan 29, which belongs to the next
    // month.
    await buy('2026-12-28', '20:00', 'friday');
    const { charges } = await hold('2027-01-29', '2027-02-13');
    expect(charges.map(({ amount }: { amount: string }) => amount)).toEqual(['35.00', '14.00']);
    for (const day of ['2027-01-28', '2027-02-04', '2027-02-11', '2027-02-28']) {
      await turnTo(t, day, '18:05');
      await turnTo(t, day, '20:05');
    }
    const paid = (await history()).filter(({ type }) => type === 'subscription').map(({ amount }) => amount);
    expect(paid.slice(0, 3)).toEqual(['14.00', '35.00', '35.00']);
  });

  it('is refused with 400 for a day beyond the calendar', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    const query = { from: '2026-11-30', until: '9999-12-31' };
    expect((await call('GET', '/api/plan/hold-preview', { query })).status).toBe(400);
    expect((await call('GET', '/api/plan/hold-preview', { query: { ...query, from: '9999-12-30' } })).status).toBe(400);
    const early = { query: { on: '9999-12-31' } };
    expect((await call('GET', '/api/plan/back-early-preview', early)).status).toBe(409);
    expect((await call('POST', '/api/plan/skip', { body: { day: '9999-12-31' } })).status).toBe(400);
  });

  it('is possible from the first day of service on, also before the sweep has cleared the last hold', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    await hold('2026-11-25', '2026-12-09');
    await turnTo(t, '2026-12-08', '12:00');
    t.setNow(instantOf('2026-12-09', '00:05'));
    const query = { from: '2026-12-11', until: '2026-12-29' };
    expect((await call('GET', '/api/plan/hold-preview', { query })).status).toBe(200);
  });
});

describe('a held visit', () => {
  it('of the month that began with the end of a pause is worth its share, in the preview and in the books', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    const edit = async (status: string) => await t.call('PATCH', path, { token: admin.token, body: { status } });
    await turnTo(t, '2026-12-15', '12:00');
    expect((await edit('paused')).status).toBe(200);
    await t.runJobs();
    await turnTo(t, '2026-12-23', '12:30');
    await turnTo(t, '2026-12-24', '12:30');
    expect((await edit('active')).status).toBe(200);
    await turnTo(t, '2026-12-24', '13:30');
    const { visits } = await hold('2026-12-27', '2027-01-27');
    // The month goes from Dec 28 to Jan 28.
    const worth = visits.map(({ day, credit }: { day: string; credit: string }) => [day, credit]);
    expect(worth).toEqual([
      ...[
        ['2026-12-28', '7.00'],
        ['2027-01-04', '7.00'],
        ['2027-01-11', '7.00'],
        ['2027-01-18', '7.00'],
      ],
      ['2027-01-25', '7.00'],
    ]);
    for (const day of ['2026-12-27', '2027-01-03', '2027-01-10', '2027-01-17', '2027-01-23', '2027-01-24']) {
      await turnTo(t, day, '18:30');
    }
    expect(await credits()).toEqual([
      ...[
        ['2026-12-28', '7.00'],
        ['2027-01-04', '7.00'],
        ['2027-01-11', '7.00'],
        ['2027-01-18', '7.00'],
      ],
      ['2027-01-25', '7.00'],
    ]);
  });

  it('is credited when the end of the plan that came before it is taken back', async () => {
    await buy('2026-12-28', '20:00', 'friday');
    await hold('2027-01-20', '2027-02-10');
    await turnTo(t, '2027-01-15', '12:00');
    const { body: preview } = await call('GET', '/api/plan/cancel-preview');
    expect((await call('POST', '/api/plan/cancel', { body: { expectedEnd: preview.endsAt } })).status).toBe(200);
    await turnTo(t, '2027-01-28', '18:10');
    expect((await call('POST', '/api/plan/undo-cancel')).status).toBe(200);
    await turnTo(t, '2027-01-28', '20:10');
    await turnTo(t, '2027-01-28', '22:00');
    expect((await credits()).map(([day]) => day)).toEqual(['2027-01-22', '2027-01-29']);
  });

  it('is credited once in seven days, also when the day of the plan changes', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    await hold('2026-11-29', '2026-12-13');
    await turnTo(t, '2026-11-29', '18:30');
    for (const [day, preferredDay] of [
      ['2026-11-29', 'tuesday'],
      ['2026-11-30', 'wednesday'],
      ['2026-12-01', 'thursday'],
    ] as const) {
      await turnTo(t, day, '18:30');
      expect((await call('POST', '/api/plan/change', { body: { preferredDay } })).status).toBe(200);
    }
    await turnTo(t, '2026-12-04', '12:00');
    expect((await credits()).map(([day]) => day)).toEqual(['2026-11-30']);
  });

  it('is not made on another day as well', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    await hold('2026-11-29', '2026-12-13');
    await turnTo(t, '2026-11-29', '18:30');
    expect((await credits()).map(([day]) => day)).toEqual(['2026-11-30']);
    expect((await call('POST', '/api/plan/back-early', { body: { on: '2026-12-01' } })).status).toBe(200);
    expect((await call('POST', '/api/plan/change', { body: { preferredDay: 'wednesday' } })).status).toBe(200);
    await turnTo(t, '2026-12-03', '12:00');
    const live = (await stopsOf(t, subscriber.subscriptionId)).filter(({ status }) => status !== 'cancelled');
    expect(live.map(({ occurrenceDate }) => occurrenceDate)).toEqual(['2026-12-09']);
    const { body: page } = await call('GET', '/api/plan');
    expect(page.visits[0]).toMatchObject({ day: '2026-12-09', state: 'scheduled' });
  });
});

describe('the end of a plan', () => {
  const payer = async () => {
    const users = t.db.selectFrom('users').select('stripeCustomerId').where('id', '=', subscriber.id);
    return (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
  };

  it('leaves the credit of the next plan where it is, also when it is finished late', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    const { subscriptionId } = subscriber;
    await t.call('DELETE', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token });
    await turnTo(t, '2026-11-23', '13:00');
    const next = await subscribe(t, subscriber.token, { packageType: 'basic', preferredDay: 'monday' });
    subscriber = { ...subscriber, subscriptionId: next.id };
    await turnTo(t, '2026-11-23', '14:00');
    await hold('2026-11-29', '2026-12-13');
    await turnTo(t, '2026-11-29', '18:30');
    const createdAt = t.services.clock();
    const late = { id: crypto.randomUUID(), subscriptionId, customerId: subscriber.id, createdAt };
    await t.db.insertInto('plan_closings').values(late).execute();
    await finishClosings(t.services, subscriber.id);
    expect(await t.services.payments.creditOf(await payer())).toBe(875);
  });
});

describe('a month that is paid after the end of its plan', () => {
  const setCard = async (paymentMethodId: string) => {
    const { stripeSubscriptionId: id } = await plan();
    await t.db.updateTable('simulated_subscriptions').set({ paymentMethodId }).where('id', '=', id).execute();
  };
  const declineRenewal = async () => {
    await turnTo(t, '2026-12-22', '12:00');
    await setCard(testCards.declined.paymentMethodId);
    await turnTo(t, '2026-12-23', '12:05');
  };
  /** Ends the plan as a dispatcher, and lets the provider's retry succeed before the plan ends there. */
  const endBeforeRetry = async () => {
    const { stripeSubscriptionId: id } = await plan();
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(200);
    await setCard(testCards.successful.paymentMethodId);
    t.setNow(new Date(t.services.clock().getTime() + 1000));
    await t.services.payments.pauseSubscription(id);
    await t.services.payments.resumeSubscription(id, { packageType: 'basic', priceCents: 3500 });
    await t.runJobs();
    await turnTo(t, dateKeyOf(t.services.clock()), '20:00');
    await turnTo(t, dateKeyOf(t.services.clock()), '21:00');
  };
  const refunded = async () => sum((await history()).filter(({ type }) => type === 'refund'));

  it('is refunded, but not the credit of its visits as well', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    await hold('2026-12-25', '2027-01-12');
    await declineRenewal();
    await turnTo(t, '2026-12-27', '18:05');
    expect(await plan()).toMatchObject({ status: 'active', pastDueSince: expect.any(Date) });
    expect(await credits()).toEqual([['2026-12-28', '8.75']]);
    await endBeforeRetry();
    // Two months were charged; the first one was served.
    expect(await refunded()).toBe(-3500);
  });

  it('returns the credit that it used once, however often the end is closed', async () => {
    await buy('2026-11-23', '12:00', 'monday');
    await hold('2026-12-10', '2026-12-25');
    await declineRenewal();
    await endBeforeRetry();
    // The charge of $17.50 and the credit of two visits.
    expect(await refunded()).toBe(-3500);
    await closeCredits(t.services, t.db, { id: subscriber.subscriptionId, customerId: subscriber.id });
    await t.runJobs();
    await finishClosings(t.services, subscriber.id);
    expect(await refunded()).toBe(-3500);
  });
});
