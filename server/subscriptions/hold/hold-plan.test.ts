import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { moveTo } from '../../../tests/support/pickups/booking-changes.ts';
import { creditsOf, holdsOf, turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

/**
 * A plan for $35.00, served on Mondays, bought on Monday, November 23. Its first month runs until December 23 and has
 * four visits.
 */

let t: TestApp;
let admin: Person;
let driver: Person;
let subscriber: Person & { subscriptionId: string };
const today = '2026-11-23';
const from = '2026-11-25';
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '12:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(today, '12:00'));
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'monday' });
  await turnTo(t, today);
});

const preview = (first: string, until: string) =>
  t.call('GET', '/api/plan/hold-preview', { token: subscriber.token, query: { from: first, until } });
const hold = (first: string, until: string, expectedCredit: string, more: object = {}) =>
  t.call('POST', '/api/plan/hold', {
    token: subscriber.token,
    body: { from: first, until, expectedCredit, ...more },
  });
/** Previews a hold and confirms it. */
const confirm = async (first: string, until: string) => {
  const { body } = await preview(first, until);
  return await hold(first, until, body.credit, {
    expectedVisits: body.visits.map(({ day }: { day: string }) => day),
  });
};
const ownStops = async () =>
  (await stopsOf(t, subscriber.subscriptionId)).map((stop) => [
    stop.occurrenceDate,
    stop.status,
    stop.cancellationReason,
  ]);
const messages = async ({ token }: Person) => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token });
  return body.notifications.map((one: { title: string; message: string }) => `${one.title}: ${one.message}`);
};

describe('a hold', () => {
  it('takes the stops of its days, and each visit is credited when its cut-off passes', async () => {
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    const body = { driverId: driver.id };
    await t.call('POST', `/api/admin/pickups/${first?.id}/assign`, { token: admin.token, body });
    expect(await confirm(from, '2026-12-23')).toMatchObject({
      status: 200,
      body: { status: 'active', holdFrom: from, pausedUntil: '2026-12-23T14:00:00.000Z', nextPickupDate: null },
    });
    expect(await ownStops()).toEqual([['2026-11-30', 'cancelled', 'On hold']]);
    expect(await messages(driver)).toContainEqual(expect.stringContaining('on Mon, Nov 30: on hold.'));
    expect(await messages(subscriber)).toContain(
      "Your plan is on hold: No pickups from Wed, Nov 25; they start again on Wed, Dec 23. You'll get up to $35.00 in credit for the visits on hold.",
    );
    await turnTo(t, '2026-11-29', '17:59');
    expect(await creditsOf(t, subscriber.subscriptionId)).toEqual([]);
    await turnTo(t, '2026-11-29', '18:00');
    expect(await creditsOf(t, subscriber.subscriptionId)).toEqual([['2026-11-30', '8.75']]);
    await turnTo(t, '2026-12-22');
    expect((await creditsOf(t, subscriber.subscriptionId)).map(([, amount]) => amount)).toEqual(Array(4).fill('8.75'));
    // The hold is over, and visits continue. Held days have no stop.
    await turnTo(t, '2026-12-23');
    const { body: plan } = await t.call('GET', '/api/subscription', { token: subscriber.token });
    expect(plan).toMatchObject({ holdFrom: null, pausedUntil: null, nextPickupDate: '2026-12-28T14:00:00.000Z' });
    expect(await ownStops()).toEqual([
      ['2026-11-30', 'cancelled', 'On hold'],
      // The stop gets the driver of that weekday.
      ['2026-12-28', 'assigned', null],
    ]);
    expect(await messages(subscriber)).toContain('Your hold is over: Your next pickup is on Mon, Dec 28.');
  });

  it('is made once when it is sent again, and there is one at a time', async () => {
    expect((await confirm(from, '2026-12-23')).status).toBe(200);
    expect((await hold(from, '2026-12-23', '35.00')).status).toBe(200);
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([[from, '2026-12-23']]);
    expect((await messages(subscriber)).filter((one: string) => one.startsWith('Your plan is on hold'))).toHaveLength(
      1,
    );
    expect(await hold('2027-01-10', '2027-01-30', '8.75')).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    expect(await preview('2027-01-10', '2027-01-30')).toMatchObject({ status: 409, body: { code: 'on_hold' } });
  });

  it('can follow one that is over before a sweep has cleared it', async () => {
    expect((await confirm(from, '2026-12-23')).status).toBe(200);
    t.setNow(instantOf('2026-12-22', '23:59'));
    expect(await preview('2027-01-01', '2027-01-20')).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    t.setNow(instantOf('2026-12-23', '00:00'));
    expect(await preview('2027-01-01', '2027-01-20')).toMatchObject({ status: 200, body: { daysLeft: 43 } });
    const query = { on: '2027-01-01' };
    const early = await t.call('GET', '/api/plan/back-early-preview', { token: subscriber.token, query });
    expect(early).toMatchObject({ status: 409, body: { code: 'not_on_hold' } });
    expect((await confirm('2027-01-01', '2027-01-20')).status).toBe(200);
    // The credits of the first hold were written before it was replaced.
    expect(await creditsOf(t, subscriber.subscriptionId)).toHaveLength(4);
  });

  it('is planned ahead: visits before it are made', async () => {
    expect((await confirm('2026-12-10', '2027-01-01')).status).toBe(200);
    expect(await ownStops()).toEqual([['2026-11-30', 'pending', null]]);
    await turnTo(t, '2026-12-05');
    await turnTo(t, '2026-12-12');
    expect((await ownStops()).map(([day]) => day)).toEqual(['2026-11-30', '2026-12-07']);
    await turnTo(t, '2026-12-30');
    expect((await ownStops()).map(([day]) => day)).toEqual(['2026-11-30', '2026-12-07', '2027-01-04']);
  });

  it('returns 409 with the new facts when the plan has changed since the preview', async () => {
    const { body: shown } = await preview(from, '2026-12-23');
    const path = '/api/plan/skip';
    expect((await t.call('POST', path, { token: subscriber.token, body: { day: '2026-12-07' } })).status).toBe(200);
    expect(await hold(from, '2026-12-23', shown.credit)).toMatchObject({
      status: 409,
      body: {
        code: 'preview_changed',
        errors: { expectedCredit: '26.25', expectedVisits: '2026-11-30,2026-12-14,2026-12-21' },
      },
    });
    expect((await hold(from, '2026-12-23', 'much')).status).toBe(400);
    expect((await hold(from, '2026-12-23', '-1.00')).status).toBe(400);
    const dates = { expectedVisits: ['2026-12-01', '2026-12-15', '2026-12-22'] };
    expect(await hold(from, '2026-12-23', '26.25', dates)).toMatchObject({ status: 409 });
    expect((await hold(from, '2026-12-23', '26.25')).status).toBe(200);
    // A skipped visit stays skipped and is never credited.
    await turnTo(t, '2026-12-23');
    expect((await creditsOf(t, subscriber.subscriptionId)).map(([day]) => day)).toEqual([
      ...['2026-11-30', '2026-12-14', '2026-12-21'],
    ]);
  });

  it('returns 409 with the first day that is possible when the cut-off passes after the preview', async () => {
    const { body: shown } = await preview('2026-11-30', '2026-12-23');
    t.setNow(instantOf('2026-11-29', '18:00'));
    expect(await hold('2026-11-30', '2026-12-23', shown.credit)).toMatchObject({
      status: 409,
      body: { code: 'preview_changed', errors: { from: '2026-12-01' } },
    });
    expect(await ownStops()).toEqual([['2026-11-30', 'pending', null]]);
  });

  it('takes a stop of its days that was moved out of it, and leaves one that was moved into it', async () => {
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    // November 30 moves to the 27th.
    expect((await moveTo(t, subscriber, first?.id ?? '', '2026-11-27')).status).toBe(200);
    const { body: late } = await preview('2026-11-28', '2026-12-23');
    expect(late).toMatchObject({ visits: [{ day: '2026-11-30', pickupId: first?.id }, {}, {}, {}], staying: [] });
    const { body: after } = await preview('2026-12-01', '2026-12-23');
    expect(after.visits).toHaveLength(3);
    expect((await moveTo(t, subscriber, first?.id ?? '', '2026-12-02')).status).toBe(200);
    const { body: into } = await preview('2026-12-01', '2026-12-23');
    expect(into).toMatchObject({ staying: [{ day: '2026-12-02', pickupId: first?.id }], credit: '26.25' });
    expect((await confirm('2026-12-01', '2026-12-23')).status).toBe(200);
    expect(await ownStops()).toEqual([['2026-11-30', 'pending', null]]);
    await turnTo(t, '2026-12-23');
    expect((await creditsOf(t, subscriber.subscriptionId)).map(([day]) => day)).toEqual([
      ...['2026-12-07', '2026-12-14', '2026-12-21'],
    ]);
  });

  it('leaves a stop that a driver completes at the same time', async () => {
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    const { body: shown } = await preview(from, '2026-12-23');
    const answer = await overtaken(
      t.db,
      () => hold(from, '2026-12-23', shown.credit),
      async (trx) =>
        await trx
          .updateTable('pickups')
          .set({ status: 'completed', completedAt: t.services.clock() })
          .where('id', '=', first?.id ?? '')
          .execute(),
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'preview_changed', errors: { expectedCredit: '26.25' } },
    });
  });

  it('returns 409 when a dispatcher pauses or cancels the plan first', async () => {
    const answer = await overtaken(
      t.db,
      () => hold(from, '2026-12-23', '35.00'),
      async (trx) =>
        await trx
          .updateTable('subscriptions')
          .set({ status: 'paused' })
          .where('id', '=', subscriber.subscriptionId)
          .execute(),
    );
    expect(answer).toMatchObject({ status: 409, body: { message: 'This subscription is paused.' } });
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([]);
  });

  it('is made once when two tabs send it at the same time', async () => {
    const both = await Promise.all([hold(from, '2026-12-23', '35.00'), hold(from, '2026-12-23', '35.00')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const other = await Promise.all([hold('2027-02-01', '2027-03-01', '35.00'), hold(from, '2026-12-23', '35.00')]);
    expect(other.map(({ status }) => status)).toEqual([409, 200]);
    expect(await holdsOf(t, subscriber.subscriptionId)).toHaveLength(1);
  });

  it('can be made by a dispatcher, and the trail says who did it', async () => {
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}/hold`;
    const body = { from, until: '2026-12-23', expectedCredit: '35.00' };
    expect((await t.call('POST', path, { body })).status).toBe(401);
    expect((await t.call('POST', path, { token: subscriber.token, body })).status).toBe(403);
    expect((await t.call('POST', '/api/plan/hold', { token: admin.token, body })).status).toBe(403);
    expect((await t.call('POST', path, { token: admin.token, body })).status).toBe(200);
    expect(await messages(subscriber)).toContainEqual(expect.stringMatching(/^Your plan is on hold/));
    const query = { subject: 'subscription', id: subscriber.subscriptionId };
    const trail = await t.call('GET', '/api/admin/history', { token: admin.token, query });
    expect(trail.body[0]).toMatchObject({
      ...{ action: 'put_on_hold', actorRole: 'admin' },
      details: { from: 'Wed, Nov 25', until: 'Wed, Dec 23' },
    });
  });
});
