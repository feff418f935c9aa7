import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { makeSubscriber, openPlan, stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { syncSubscription } from '../billing/sync-subscription.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
/** The plan is bought on a Wednesday and served on Fridays. Its paid month ends on Friday, December 25, at 12:00. */
const start = instantOf('2026-11-25', '12:00');
const end = instantOf('2026-12-25', '12:00');
const endText = end.toISOString();

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

const preview = (token: string | undefined = customer.token) => t.call('GET', '/api/plan/cancel-preview', { token });
const cancel = (body: object = { expectedEnd: endText }, token: string | undefined = customer.token) =>
  t.call('POST', '/api/plan/cancel', { token, body });
const undo = (token: string | undefined = customer.token) => t.call('POST', '/api/plan/undo-cancel', { token });
const path = (rest = '', id = customer.subscriptionId) => `/api/admin/subscriptions/${id}${rest}`;
const mine = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
const atProvider = async () => await t.services.payments.getSubscription((await mine()).stripeSubscriptionId);
const openDays = async () => {
  const stops = await stopsOf(t, customer.subscriptionId);
  return stops.filter(({ status }) => status === 'pending' || status === 'assigned').map((stop) => stop.occurrenceDate);
};
const trail = () => trailOf(t, admin, 'subscription', customer.subscriptionId);
const titles = async () => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
  return body.notifications.map(({ title }: { title: string }) => title) as string[];
};
const charges = async () =>
  (await t.call('GET', '/api/billing-history', { token: customer.token })).body.map(
    ({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`,
  );
const turnTo = async (now: Date) => {
  t.setNow(now);
  await staySignedIn(t);
  await sweepSubscriptions(t.services);
  await renewSubscriptions(t.services);
  await t.runJobs();
};
const edit = (updates: object) => t.call('PATCH', path(), { token: admin.token, body: { updates } });
const change = async (set: object) =>
  await t.db.updateTable('subscriptions').set(set).where('id', '=', customer.subscriptionId).execute();

describe('cancelling a plan', () => {
  it('is for its customer, and for admins', async () => {
    const requests = [
      ['GET', '/api/plan/cancel-preview', path('/cancel-preview')],
      ['POST', '/api/plan/cancel', path('/cancel')],
      ['POST', '/api/plan/undo-cancel', path('/undo-cancel')],
    ] as const;
    const stranger = await makeCustomer(t);
    for (const [method, own, staff] of requests) {
      const body = method === 'POST' ? { expectedEnd: endText } : undefined;
      const statusOf = async (url: string, token?: string) => (await t.call(method, url, { token, body })).status;
      expect([await statusOf(own), await statusOf(own, admin.token), await statusOf(own, stranger.token)]).toEqual([
        ...[401, 403, 404],
      ]);
      const unknown = staff.replace(customer.subscriptionId, randomUUID());
      expect([await statusOf(staff), await statusOf(staff, customer.token)]).toEqual([401, 403]);
      expect(await statusOf(unknown, admin.token)).toBe(404);
    }
    expect(await mine()).toMatchObject({ autoRenewal: true, cancellationDate: null });
  });

  it('rejects an invalid end or reason', async () => {
    expect((await cancel({})).status).toBe(400);
    expect((await cancel({ expectedEnd: 'soon' })).body.message).toBe('Please confirm when the plan ends');
    expect((await cancel({ expectedEnd: endText, reason: 'x'.repeat(501) })).body.message).toBe(
      'Reason must be at most 500 characters',
    );
  });

  it('shows the end and every visit until then, and serves exactly those', async () => {
    const { body } = await preview();
    expect(body).toEqual({
      endsAt: endText,
      visits: ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25'],
      credit: '0.00',
      dropsPending: false,
    });
    const cancelled = await cancel({ expectedEnd: body.endsAt, reason: 'Moving away' });
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'active', autoRenewal: false, cancellationDate: endText, cancellationReason: 'Moving away' },
    });
    expect(cancelled.body.nextPickupDate).toBe(instantOf('2026-11-27', '09:00').toISOString());
    expect((await trail())[0]).toMatchObject({
      ...{ action: 'cancel_scheduled', actorUsername: customer.username },
      details: { end: 'Fri, Dec 25', reason: 'Moving away' },
    });
    expect(await titles()).toContain('Plan cancelled');
    expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
    for (let day = 0; day < 30; day += 1) await turnTo(new Date(start.getTime() + day * 24 * 60 * 60 * 1000));
    expect(await openDays()).toEqual(body.visits);
  });

  it('ends the plan at that instant: no more stops, charges or renewals, and the customer can subscribe again', async () => {
    await cancel();
    await turnTo(new Date(end.getTime() - 1));
    expect(await mine()).toMatchObject({ status: 'active' });
    expect((await openPlan(t, customer.token)).status).toBe(409);
    await turnTo(end);
    expect(await mine()).toMatchObject({ status: 'cancelled', cancellationDate: endText, nextPickupDate: null });
    expect((await atProvider())?.status).toBe('canceled');
    expect((await trail())[0]).toMatchObject({ action: 'cancelled', actorUsername: null });
    expect(await titles()).toContain('Subscription cancelled');
    expect([(await undo()).body.code, (await cancel()).body.code, (await preview()).body.code]).toEqual([
      ...['ended', 'ended', 'ended'],
    ]);
    await turnTo(new Date(end.getTime() + 40 * 24 * 60 * 60 * 1000));
    expect(await charges()).toEqual(['succeeded 35.00']);
    expect(await subscribe(t, customer.token, { packageType: 'basic' })).toMatchObject({ status: 'active' });
  });

  it('ends it on time when nobody has looked for days, and frees the customer even before that', async () => {
    await cancel();
    await t.runJobs();
    t.setNow(new Date(end.getTime() + 60_000));
    await staySignedIn(t);
    // No hourly job has run yet.
    expect((await mine()).status).toBe('active');
    expect((await openPlan(t, customer.token)).status).toBe(200);
    expect(await mine()).toMatchObject({ status: 'cancelled', cancellationDate: endText });
    t.setNow(new Date(end.getTime() + 4 * 24 * 60 * 60 * 1000));
    await renewSubscriptions(t.services);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
  });

  it('again with the same end changes nothing, and with another end says when it ends', async () => {
    const [first, second] = await Promise.all([cancel(), cancel()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await trail()).filter(({ action }) => action === 'cancel_scheduled')).toHaveLength(1);
    expect((await titles()).filter((title) => title === 'Plan cancelled')).toHaveLength(1);
    expect(await cancel({ expectedEnd: null })).toMatchObject({
      status: 409,
      body: {
        code: 'preview_changed',
        message: 'The plan would now end on Fri, Dec 25. Please check and confirm again.',
        errors: { expectedEnd: endText },
      },
    });
    expect((await preview()).body.endsAt).toBe(endText);
  });

  it('knows the month of a plan that has just started', async () => {
    await change({ currentPeriodEnd: null });
    expect((await preview()).body.endsAt).toBe(endText);
    await change({ currentPeriodEnd: null });
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'active', cancellationDate: endText } });
  });

  it('waits while the plan renews', async () => {
    t.setNow(end);
    await staySignedIn(t);
    for (const answer of [await preview(), await cancel()]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'renewing', message: 'Your plan is renewing right now. Please try again in an hour.' },
      });
    }
    await turnTo(end);
    expect((await preview()).body.endsAt).toBe('2027-01-25T17:00:00.000Z');
  });

  it('drops a package that was to begin with the next month, also at the provider', async () => {
    await change({ pendingPackageType: 'premium', pendingFrom: end });
    await syncSubscription(t.services, customer.subscriptionId);
    expect(await atProvider()).toMatchObject({ packageType: 'premium' });
    expect((await preview()).body.dropsPending).toBe(true);
    expect((await cancel()).body).toMatchObject({ pendingPackageType: null, pendingFrom: null });
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'basic', priceCents: 3500 });
  });

  it('cancels the stops at or after the end, also one that was moved there', async () => {
    // The paid month ends on Saturday, so Friday's stop belongs to it unless it is moved to Monday.
    const soon = instantOf('2026-11-28', '12:00');
    await change({ currentPeriodEnd: soon });
    const [stop] = await stopsOf(t, customer.subscriptionId);
    const body = { newDate: '2026-11-30' };
    await t.call('POST', `/api/admin/pickups/${stop?.id}/reschedule`, { token: admin.token, body });
    expect((await cancel({ expectedEnd: soon.toISOString() })).status).toBe(200);
    expect(await openDays()).toEqual([]);
    expect((await mine()).nextPickupDate).toBeNull();
    expect((await undo()).status).toBe(200);
    expect(await openDays()).toEqual(['2026-11-27']);
  });
});

describe("a plan that isn't paid or served", () => {
  it('ends immediately while a month is owed, which is no longer charged', async () => {
    const { stripeSubscriptionId } = await mine();
    const spoilt = { paymentMethodId: testCards.declined.paymentMethodId };
    await t.db.updateTable('simulated_subscriptions').set(spoilt).where('id', '=', stripeSubscriptionId).execute();
    await turnTo(end);
    expect((await mine()).pastDueSince).not.toBeNull();
    expect((await preview()).body).toMatchObject({ endsAt: null, visits: [], credit: '0.00' });
    expect((await cancel()).body).toMatchObject({
      ...{ code: 'preview_changed', errors: { expectedEnd: 'immediately' } },
      message: 'The plan would now end immediately. Please check and confirm again.',
    });
    expect(await cancel({ expectedEnd: null, reason: 'Too expensive' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancellationDate: endText, cancellationReason: 'Too expensive' },
    });
    // Only the unresolved visit is left.
    expect(await openDays()).toEqual(['2026-11-27']);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
    const invoices = await t.services.payments.listInvoices(stripeSubscriptionId);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    expect((await cancel({ expectedEnd: null })).body.code).toBe('ended');
  });

  it('ends immediately while a dispatcher has paused it', async () => {
    await edit({ status: 'paused' });
    expect((await preview()).body).toMatchObject({ endsAt: null, visits: [] });
    expect((await cancel({ expectedEnd: null })).body).toMatchObject({ status: 'cancelled' });
  });
});

describe('undoing a cancellation', () => {
  it('renews the plan again and brings its stops back', async () => {
    const soon = instantOf('2026-11-27', '08:00');
    await change({ currentPeriodEnd: soon });
    await cancel({ expectedEnd: soon.toISOString() });
    expect(await openDays()).toEqual([]);
    await t.runJobs();
    expect((await atProvider())?.endsAtPeriodEnd).toBe(true);
    expect(await undo()).toMatchObject({
      status: 200,
      body: { status: 'active', autoRenewal: true, cancellationDate: null, cancellationReason: null },
    });
    expect(await openDays()).toEqual(['2026-11-27']);
    expect((await mine()).nextPickupDate).toBe(instantOf('2026-11-27', '09:00').toISOString());
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
    expect((await trail())[0]).toMatchObject({ action: 'cancel_withdrawn', actorUsername: customer.username });
    expect(await titles()).toContain('Plan continues');
    await turnTo(end);
    expect(await charges()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });

  it("is possible to the last second, and changes nothing for a plan that isn't cancelled", async () => {
    expect(await undo()).toMatchObject({ status: 200, body: { autoRenewal: true } });
    await cancel();
    await t.runJobs();
    t.setNow(new Date(end.getTime() - 1000));
    await staySignedIn(t);
    const [first, second] = await Promise.all([undo(), undo()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await trail()).filter(({ action }) => action === 'cancel_withdrawn')).toHaveLength(1);
    await turnTo(end);
    expect(await mine()).toMatchObject({ status: 'active', autoRenewal: true });
    expect(await charges()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
  });

  it('is too late when the plan ends meanwhile', async () => {
    await cancel();
    await t.runJobs();
    const { payments } = t.services;
    const { keepRenewing } = payments;
    payments.keepRenewing = async (id) => {
      const theirs = await keepRenewing.call(payments, id);
      t.setNow(end);
      return theirs;
    };
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'ended', message: 'This plan has ended.' } });
    payments.keepRenewing = keepRenewing;
    await turnTo(end);
    expect(await mine()).toMatchObject({ status: 'cancelled', cancellationDate: endText });
    expect((await atProvider())?.status).toBe('canceled');
    expect(await charges()).toEqual(['succeeded 35.00']);
  });
});

describe('a dispatcher', () => {
  it('cancels to the end of the month and takes that back, in the trail under their own name', async () => {
    const { body } = await t.call('GET', path('/cancel-preview'), { token: admin.token });
    const request = { token: admin.token, body: { expectedEnd: body.endsAt } };
    expect(await t.call('POST', path('/cancel'), request)).toMatchObject({
      status: 200,
      body: { status: 'active', cancellationDate: endText, customerUsername: customer.username },
    });
    expect((await trail())[0]).toMatchObject({ action: 'cancel_scheduled', actorUsername: admin.username });
    expect(await t.call('POST', path('/undo-cancel'), { token: admin.token })).toMatchObject({
      status: 200,
      body: { autoRenewal: true, cancellationDate: null },
    });
    expect((await trail())[0]).toMatchObject({ action: 'cancel_withdrawn', actorUsername: admin.username });
  });

  it('who pauses and resumes a plan keeps its end', async () => {
    await cancel();
    expect((await edit({ status: 'paused' })).body).toMatchObject({ status: 'paused', cancellationDate: endText });
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ status: 'paused', endsAtPeriodEnd: true });
    const kept = { status: 'active', autoRenewal: false, cancellationDate: endText };
    expect((await edit({ status: 'active' })).body).toMatchObject(kept);
    // Another dispatcher, who still sees the plan as paused, resumes it as well.
    expect((await edit({ status: 'active' })).body).toMatchObject(kept);
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
    await edit({ status: 'paused' });
    await turnTo(end);
    expect(await mine()).toMatchObject({ status: 'cancelled', cancellationDate: endText });
    expect((await atProvider())?.status).toBe('canceled');
  });

  it('who resumes a paused plan whose end has come reactivates it: another month is charged', async () => {
    await cancel();
    await edit({ status: 'paused' });
    await t.runJobs();
    t.setNow(end);
    await staySignedIn(t);
    expect((await edit({ status: 'active' })).body).toMatchObject({ status: 'active', cancellationDate: null });
    await t.runJobs();
    expect(await charges()).toEqual(['succeeded 35.00', 'succeeded 35.00']);
    expect(await mine()).toMatchObject({ autoRenewal: true, currentPeriodEnd: '2027-01-25T17:00:00.000Z' });
  });

  it("who ends the plan first makes the customer's press too late", async () => {
    const answer = await overtaken(
      t.db,
      () => cancel(),
      async (trx) => {
        const ended = { status: 'cancelled', cancellationDate: start, autoRenewal: false } as const;
        await trx.updateTable('subscriptions').set(ended).where('id', '=', customer.subscriptionId).execute();
      },
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'ended' } });
  });

  it('who marks the month unpaid first makes the confirmation out of date', async () => {
    const answer = await overtaken(
      t.db,
      () => cancel(),
      async (trx) => {
        const owed = { pastDueSince: start };
        await trx.updateTable('subscriptions').set(owed).where('id', '=', customer.subscriptionId).execute();
      },
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'preview_changed' } });
    expect((await mine()).status).toBe('active');
  });
});
