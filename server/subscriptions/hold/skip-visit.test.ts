import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { cancelFor, moveTo } from '../../../tests/support/pickups/booking-changes.ts';
import { turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

/** A plan served on Mondays, bought on Monday, November 23. */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-23', '12:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf('2026-11-23', '12:00'));
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'monday' });
  await turnTo(t, '2026-11-23');
});

const skip = (day: string, token = subscriber.token) => t.call('POST', '/api/plan/skip', { token, body: { day } });
const ownStops = async () =>
  (await stopsOf(t, subscriber.subscriptionId)).map((stop) => [
    stop.occurrenceDate,
    stop.status,
    stop.cancellationReason,
  ]);
const skipped = 'Skipped by the customer';

describe('skipping a visit', () => {
  it('cancels its stop for good, notifies its driver, and records it in the trail', async () => {
    const driver = await makeDriver(t);
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    const body = { driverId: driver.id };
    await t.call('POST', `/api/admin/pickups/${first?.id}/assign`, { token: admin.token, body });
    expect(await skip('2026-11-30')).toMatchObject({ status: 200, body: { status: 'active', nextPickupDate: null } });
    expect((await skip('2026-11-30')).status).toBe(200);
    expect(await ownStops()).toEqual([['2026-11-30', 'cancelled', skipped]]);
    await t.runJobs();
    const { body: bells } = await t.call('GET', '/api/notifications', { token: subscriber.token });
    expect(bells.notifications.filter(({ title }: { title: string }) => title === 'Visit skipped')).toHaveLength(1);
    const { body: calls } = await t.call('GET', '/api/notifications', { token: driver.token });
    expect(calls.notifications).toContainEqual(expect.objectContaining({ title: 'Stop cancelled' }));
    for (const [subject, id] of [
      ['subscription', subscriber.subscriptionId],
      ['pickup', first?.id ?? ''],
    ] as const) {
      const trail = await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject, id } });
      expect(trail.body[0]).toMatchObject({
        action: subject === 'pickup' ? 'cancelled' : 'skipped',
        actorRole: 'customer',
      });
    }
    await turnTo(t, '2026-11-29');
    expect((await ownStops()).map(([day]) => day)).toEqual(['2026-11-30']);
  });

  it('takes a visit that has no stop yet', async () => {
    expect((await skip('2026-12-14')).status).toBe(200);
    expect(await ownStops()).toEqual([
      ['2026-11-30', 'pending', null],
      ['2026-12-14', 'cancelled', skipped],
    ]);
    await turnTo(t, '2026-12-12');
    expect((await ownStops()).map(([day, status]) => [day, status])).toEqual([
      ['2026-11-30', 'pending'],
      ['2026-12-14', 'cancelled'],
    ]);
    // The visit has no stop yet, and its cut-off has passed.
    t.setNow(instantOf('2026-12-20', '18:00'));
    expect(await skip('2026-12-21')).toMatchObject({
      status: 409,
      body: { code: 'cannot_change', message: 'The deadline to change this pickup was 6:00 PM on Sun, Dec 20.' },
    });
    expect((await ownStops()).map(([day]) => day)).toEqual(['2026-11-30', '2026-12-14']);
  });

  it('is the same as skipping on the page of its pickup', async () => {
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    expect(await cancelFor(t, subscriber, first?.id ?? '', '5.00')).toMatchObject({
      status: 409,
      body: { code: 'refund_changed' },
    });
    expect((await cancelFor(t, subscriber, first?.id ?? '', '0.00')).status).toBe(200);
    expect((await skip('2026-11-30')).status).toBe(200);
    const other = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'tuesday' });
    const [tuesday] = await stopsOf(t, other.subscriptionId);
    t.setNow(instantOf('2026-11-23', '18:00'));
    const late = await cancelFor(t, other, tuesday?.id ?? '', '0.00');
    expect(late).toMatchObject({ status: 409, body: { code: 'cannot_change' } });
    const same = await skip('2026-11-24', other.token);
    expect(same).toMatchObject({ status: 409, body: { code: 'cannot_change', message: late.body.message } });
  });

  it('names the service day of a visit that was moved, and its deadline is that of the new day', async () => {
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    expect((await moveTo(t, subscriber, first?.id ?? '', '2026-12-03')).status).toBe(200);
    expect(await skip('2026-12-03')).toMatchObject({
      status: 400,
      body: { errors: { day: 'The plan has no visit on Thu, Dec 3.' } },
    });
    t.setNow(instantOf('2026-12-01', '12:00'));
    expect((await skip('2026-11-30')).status).toBe(200);
    expect(await ownStops()).toEqual([['2026-11-30', 'cancelled', skipped]]);
  });

  it('returns 400 without a visit on the day, 404 without a plan, and 409 when it is too late, held or cancelled', async () => {
    expect((await skip('2026-11-29')).status).toBe(400);
    expect((await skip('2026-11-22')).status).toBe(400);
    expect((await skip('2028-01-03')).status).toBe(400);
    expect((await skip('tomorrow')).status).toBe(400);
    expect((await skip('2026-11-30', (await makeCustomer(t)).token)).status).toBe(404);
    expect((await t.call('POST', '/api/plan/skip', { body: { day: '2026-11-30' } })).status).toBe(401);
    const { token } = subscriber;
    const days = { from: '2026-12-05', until: '2026-12-23' };
    const { body } = await t.call('GET', '/api/plan/hold-preview', { token, query: days });
    const held = await t.call('POST', '/api/plan/hold', { token, body: { ...days, expectedCredit: body.credit } });
    expect(held.status).toBe(200);
    expect(await skip('2026-12-07')).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    await t.call('DELETE', `/api/admin/pickups/${first?.id}`, { token: admin.token });
    expect(await skip('2026-11-30')).toMatchObject({ status: 409, body: { message: 'This visit is cancelled.' } });
  });

  it('can be done by a dispatcher, also while the stop is being completed', async () => {
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}/skip`;
    const body = { day: '2026-11-30' };
    expect((await t.call('POST', path, { token: subscriber.token, body })).status).toBe(403);
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    const complete = `/api/admin/complete-pickup/${first?.id}`;
    const [done, skip] = await Promise.all([
      t.call('PATCH', complete, { token: admin.token, body: { status: 'completed' } }),
      t.call('POST', path, { token: admin.token, body }),
    ]);
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([done.status, skip.status]);
    const [after] = await stopsOf(t, subscriber.subscriptionId);
    expect(after?.status).toBe(done.status === 200 ? 'completed' : 'cancelled');
  });

  it('makes one cancelled stop when two tabs skip a visit without a stop', async () => {
    const both = await Promise.all([skip('2026-12-14'), skip('2026-12-14')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ownStops()).filter(([day]) => day === '2026-12-14')).toHaveLength(1);
  });
});
