import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { creditsOf, holdsOf, turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

/**
 * A plan for $75.00, served on Mondays and Thursdays, bought on Monday, November 23, on hold from the 25th until
 * December 25.
 */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
const today = '2026-11-23';
const days = { from: '2026-11-25', until: '2026-12-25' };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '12:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(today, '12:00'));
  subscriber = await makeSubscriber(t, { packageType: 'heavy-duty' });
  await turnTo(t, today);
  const { token } = subscriber;
  const { body } = await t.call('GET', '/api/plan/hold-preview', { token, query: days });
  const held = await t.call('POST', '/api/plan/hold', { token, body: { ...days, expectedCredit: body.credit } });
  expect(held.status).toBe(200);
});

const preview = (on: string, token = subscriber.token) =>
  t.call('GET', '/api/plan/back-early-preview', { token, query: { on } });
const back = (on: string, more: object = {}) =>
  t.call('POST', '/api/plan/back-early', { token: subscriber.token, body: { on, ...more } });
const openDays = async () =>
  (await stopsOf(t, subscriber.subscriptionId))
    .filter(({ status }) => status !== 'cancelled')
    .map(({ occurrenceDate }) => occurrenceDate);

describe('coming back early', () => {
  it('cancels all of a hold before it begins', async () => {
    expect(await openDays()).toEqual([]);
    expect(await preview('2026-11-25')).toMatchObject({
      status: 200,
      body: { hold: days, held: [], credit: '0.00', daysLeft: 90, nextVisit: '2026-11-26' },
    });
    expect(await back('2026-11-25')).toMatchObject({ status: 200, body: { holdFrom: null, pausedUntil: null } });
    expect(await openDays()).toEqual(['2026-11-26', '2026-11-30']);
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([['2026-11-25', '2026-11-25']]);
    // A second press changes nothing, and another day finds no hold.
    expect((await back('2026-11-25')).status).toBe(200);
    expect(await back('2026-11-27')).toMatchObject({ status: 409, body: { code: 'not_on_hold' } });
    expect(await preview('2026-11-27')).toMatchObject({ status: 409, body: { code: 'not_on_hold' } });
    await turnTo(t, '2026-12-25');
    expect(await creditsOf(t, subscriber.subscriptionId)).toEqual([]);
  });

  it('makes the visits before their cut-off again, and keeps the credit of held ones', async () => {
    await turnTo(t, '2026-12-02', '12:00');
    const { body } = await preview('2026-12-03');
    expect(body).toMatchObject({
      visits: ['2026-12-03', '2026-12-07', '2026-12-10', '2026-12-14', '2026-12-17', '2026-12-21', '2026-12-24'],
      // The month until December 23 has eight visits: November 26 and 30, December 3, 7, 10, 14, 17 and 21.
      held: [
        { day: '2026-11-26', credit: '9.37' },
        { day: '2026-11-30', credit: '9.38' },
      ],
      ...{ credit: '18.75', daysLeft: 82, nextVisit: '2026-12-03' },
      charges: [{ price: '75.00', credit: '18.75', amount: '56.25' }],
    });
    expect(await back('2026-12-03', { expectedVisits: body.visits })).toMatchObject({
      status: 200,
      body: {
        holdFrom: '2026-11-25',
        pausedUntil: '2026-12-03T14:00:00.000Z',
        nextPickupDate: '2026-12-03T14:00:00.000Z',
      },
    });
    expect(await openDays()).toEqual(['2026-12-03', '2026-12-07']);
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([['2026-11-25', '2026-12-03']]);
    await turnTo(t, '2026-12-25');
    expect(await creditsOf(t, subscriber.subscriptionId)).toEqual([
      ['2026-11-26', '9.37'],
      ['2026-11-30', '9.38'],
    ]);
  });

  it('makes a stop again that the hold had cancelled', async () => {
    expect(await back('2026-11-27')).toMatchObject({ status: 200 });
    expect(await openDays()).toEqual(['2026-11-30']);
    await turnTo(t, '2026-11-28');
    expect(await openDays()).toEqual(['2026-11-30', '2026-12-03']);
  });

  it('returns 409 with the new facts after the cut-off of the day, or when the visits differ', async () => {
    await turnTo(t, '2026-12-02', '17:59');
    expect((await preview('2026-12-03')).status).toBe(200);
    t.setNow(instantOf('2026-12-02', '18:00'));
    expect(await back('2026-12-03')).toMatchObject({
      status: 409,
      body: { code: 'preview_changed', errors: { on: '2026-12-04' } },
    });
    expect(await back('2026-12-04', { expectedVisits: ['2026-12-04'] })).toMatchObject({
      status: 409,
      body: {
        code: 'preview_changed',
        errors: { expectedVisits: '2026-12-07,2026-12-10,2026-12-14,2026-12-17,2026-12-21,2026-12-24' },
      },
    });
  });

  it('returns 400 for a day outside of the hold, and 404 without a plan', async () => {
    expect(await preview('2026-11-24')).toMatchObject({
      status: 400,
      body: { errors: { on: 'The earliest day you can come back is Wed, Nov 25.' } },
    });
    expect((await preview('2026-12-25')).status).toBe(400);
    expect((await back('2026-12-26')).status).toBe(400);
    const stranger = await makeCustomer(t);
    expect((await preview('2026-12-03', stranger.token)).status).toBe(404);
    const body = { on: '2026-12-03' };
    expect((await t.call('POST', '/api/plan/back-early', { token: stranger.token, body })).status).toBe(404);
    expect((await t.call('POST', '/api/plan/back-early', { body })).status).toBe(401);
  });

  it('can be done by a dispatcher', async () => {
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}/back-early`;
    const body = { on: '2026-12-03' };
    expect((await t.call('POST', path, { token: subscriber.token, body })).status).toBe(403);
    const query = body;
    expect((await t.call('GET', `${path}-preview`, { token: admin.token, query })).status).toBe(200);
    expect((await t.call('POST', path, { token: admin.token, body })).status).toBe(200);
    await t.runJobs();
    const { body: bells } = await t.call('GET', '/api/notifications', { token: subscriber.token });
    expect(bells.notifications).toContainEqual(
      expect.objectContaining({ title: 'Your hold ends early', message: 'Your next pickup is on Thu, Dec 3.' }),
    );
    const trail = await t.call('GET', '/api/admin/history', {
      token: admin.token,
      query: { subject: 'subscription', id: subscriber.subscriptionId },
    });
    expect(trail.body[0]).toMatchObject({ action: 'hold_ended', details: { on: 'Thu, Dec 3', until: 'Fri, Dec 25' } });
  });

  it('happens once when two tabs send it at the same time, or two days', async () => {
    const same = await Promise.all([back('2026-12-03'), back('2026-12-03')]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    const both = await Promise.all([back('2026-12-01'), back('2026-11-30')]);
    expect(both.map(({ status }) => status).every((status) => status === 200 || status === 400)).toBe(true);
    expect(await holdsOf(t, subscriber.subscriptionId)).toHaveLength(1);
  });

  it('leaves the freed days to the next hold', async () => {
    expect((await back('2026-12-03')).status).toBe(200);
    await turnTo(t, '2026-12-03');
    const { token } = subscriber;
    const query = { from: '2026-12-09', until: '2027-02-28' };
    // 8 days were held, so 82 more are possible. This hold has 81.
    expect((await t.call('GET', '/api/plan/hold-preview', { token, query })).body).toMatchObject({ daysLeft: 1 });
    const more = { ...query, until: '2027-03-02' };
    expect(await t.call('GET', '/api/plan/hold-preview', { token, query: more })).toMatchObject({
      status: 400,
      body: { errors: { until: /82 of 90/ } },
    });
  });

  it('never makes a visit that has its credit, also when the plan is ended and made active again', async () => {
    // The cut-off of Thursday, November 26, has passed, but that of the next Monday has not.
    await turnTo(t, '2026-11-25', '18:00');
    expect(await creditsOf(t, subscriber.subscriptionId)).toEqual([['2026-11-26', '9.37']]);
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
    expect((await t.call('DELETE', path, { token: admin.token })).status).toBe(200);
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([['2026-11-25', '2026-11-27']]);
    await t.runJobs();
    const revived = await t.call('PATCH', path, { token: admin.token, body: { status: 'active' } });
    expect(revived).toMatchObject({ status: 200, body: { holdFrom: null, pausedUntil: null } });
    expect(await openDays()).toEqual(['2026-11-30']);
  });
});
