import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { cancelFor, moveTo, optionsOf } from '../../tests/support/pickups/booking-changes.ts';
import { creditsOf, turnTo } from '../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/**
 * A plan served on Fridays. Its first visit has a stop; later visits have none yet. The clocks change on Sunday,
 * November 1.
 */
const start = '2026-10-05';
const first = '2026-10-09';
const holiday = '2026-10-30';
const newDay = '2026-10-31';

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(start, '08:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(start, '12:00'));
  // Excludes plans of earlier tests.
  await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
  customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await turnTo(t, start);
});

async function move(from: string, to: string): Promise<string> {
  const body = { days: [{ from, to }] };
  const post = (path: string, more: object) =>
    t.call('POST', `/api/admin/closed-days${path}`, { token: admin.token, body: { ...body, ...more } });
  const { token } = (await post('/preview', {})).body;
  const moved = await post('', { token });
  expect(moved).toMatchObject({ status: 200, body: { movedStops: 1 } });
  return moved.body.action.id;
}
const undo = (actionId: string) => t.call('POST', '/api/admin/board/undo', { token: admin.token, body: { actionId } });
const skip = (day: string, token: string | undefined = customer.token) =>
  t.call('POST', '/api/plan/skip', { token, body: { day } });
const visitOf = async (day: string) => {
  const { body } = await t.call('GET', '/api/plan', { token: customer.token });
  return body.visits.find((visit: { day: string }) => visit.day === day);
};
const stopOf = async (day: string) =>
  (await stopsOf(t, customer.subscriptionId)).find(({ occurrenceDate }) => occurrenceDate === day);
const credits = async () => await creditsOf(t, customer.subscriptionId);
const creditedDays = async () => (await credits()).map(([day]) => day);

describe('a visit that a closed day moved before it had a stop', () => {
  it('is skipped with a credit, once, and named by its new day', async () => {
    await move(holiday, newDay);
    expect(await visitOf(holiday)).toMatchObject({ movedTo: newDay, canSkip: true, isSkipCredited: true });
    expect(await visitOf('2026-10-23')).toMatchObject({ movedTo: null, canSkip: true, isSkipCredited: false });
    const both = await Promise.all([skip(holiday), skip(holiday)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stopOf(holiday)).toMatchObject({ status: 'cancelled', scheduledDay: newDay });
    expect(await visitOf(holiday)).toMatchObject({ movedTo: newDay, state: 'skipped', canSkip: false });
    // The month from October 5 has four Fridays.
    const { pricePerMonth } = await t.db
      .selectFrom('subscriptions')
      .select('pricePerMonth')
      .where('id', '=', customer.subscriptionId)
      .executeTakeFirstOrThrow();
    const share = Math.floor((Number(pricePerMonth) * 100) / 4) / 100;
    expect(await credits()).toEqual([[holiday, share.toFixed(2)]]);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications.map(({ message }: { message: string }) => message)).toContain(
      'Your visit on Sat, Oct 31 is skipped. Your plan is credited for it.',
    );
    for (let day = addDays(start, 1); day <= '2026-11-01'; day = addDays(day, 1)) await turnTo(t, day);
    const made = (await stopsOf(t, customer.subscriptionId)).filter(({ status }) => status !== 'cancelled');
    expect(made.map(({ scheduledDay }) => scheduledDay)).toEqual([first, '2026-10-16', '2026-10-23', '2026-11-06']);
    expect(await creditedDays()).toEqual([holiday]);
  });

  it('can be skipped until the cut-off of its new day, with its stop made by then', async () => {
    await move(holiday, newDay);
    for (let day = addDays(start, 1); day <= '2026-10-24'; day = addDays(day, 1)) await turnTo(t, day);
    expect((await visitOf(holiday)).pickupId).not.toBeNull();
    await turnTo(t, holiday, '18:00');
    expect(await visitOf(holiday)).toMatchObject({ canSkip: false, isSkipCredited: false });
    expect(await skip(holiday)).toMatchObject({ status: 409, body: { code: 'cannot_change' } });
    await turnTo(t, holiday, '17:59');
    expect(await visitOf(holiday)).toMatchObject({ canSkip: true, isSkipCredited: true });
    expect((await skip(holiday)).status).toBe(200);
    expect(await creditedDays()).toEqual([holiday]);
  });

  it('is skipped without a credit when the move was undone or leads past the end of the plan', async () => {
    const actionId = await move(holiday, newDay);
    expect((await undo(actionId)).status).toBe(200);
    expect(await visitOf(holiday)).toMatchObject({ movedTo: null, isSkipCredited: false });
    await move(holiday, newDay);
    const endsAt = instantOf(holiday, '20:00');
    const end = { cancellationDate: endsAt, currentPeriodEnd: endsAt };
    await t.db.updateTable('subscriptions').set(end).where('id', '=', customer.subscriptionId).execute();
    expect(await visitOf(holiday)).toMatchObject({ movedTo: null, canSkip: true, isSkipCredited: false });
    expect((await skip(holiday)).status).toBe(200);
    expect(await stopOf(holiday)).toMatchObject({ status: 'cancelled', scheduledDay: holiday });
    expect(await credits()).toEqual([]);
  });

  it('is skipped by its own customer or a dispatcher only, and by its service day', async () => {
    await move(holiday, newDay);
    expect((await t.call('POST', '/api/plan/skip', { body: { day: holiday } })).status).toBe(401);
    expect((await skip(holiday, admin.token)).status).toBe(403);
    expect((await skip(holiday, (await makeCustomer(t)).token)).status).toBe(404);
    expect((await skip(newDay)).status).toBe(400);
    expect(await credits()).toEqual([]);
    const path = `/api/admin/subscriptions/${customer.subscriptionId}/skip`;
    expect((await t.call('POST', path, { token: admin.token, body: { day: holiday } })).status).toBe(200);
    expect(await creditedDays()).toEqual([holiday]);
  });
});

describe('a stop of a plan that a closed day moved', () => {
  it('is skipped with a credit on the page of its pickup too', async () => {
    const actionId = await move(first, '2026-10-10');
    const { id = '' } = (await stopOf(first)) ?? {};
    expect((await optionsOf(t, customer, id)).body).toMatchObject({ canCancel: true, isSkipCredited: true });
    expect(await visitOf(first)).toMatchObject({ movedTo: '2026-10-10', isSkipCredited: true });
    expect((await cancelFor(t, customer, id, '0.00')).status).toBe(200);
    expect((await skip(first)).status).toBe(200);
    expect(await creditedDays()).toEqual([first]);
    // The dispatcher's undo leaves it skipped, and the credit stays.
    expect(await undo(actionId)).toMatchObject({ status: 409, body: { code: 'stops_changed' } });
    t.setNow(instantOf(start, '12:06'));
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`.execute(t.db);
    await t.runJobs();
    expect(await stopOf(first)).toMatchObject({ status: 'cancelled' });
    expect(await creditedDays()).toEqual([first]);
  });

  it('is skipped without a credit once it is on a day of its own or one that its customer chose', async () => {
    const { id = '' } = (await stopOf(first)) ?? {};
    const actionId = await move(first, '2026-10-10');
    expect(await undo(actionId)).toMatchObject({ status: 200, body: { undoneStops: 1, left: [] } });
    expect((await optionsOf(t, customer, id)).body).toMatchObject({ isSkipCredited: false });
    await move(first, '2026-10-10');
    expect((await moveTo(t, customer, id, '2026-10-12')).status).toBe(200);
    expect(await visitOf(first)).toMatchObject({ movedTo: '2026-10-12', canSkip: true, isSkipCredited: false });
    expect((await skip(first)).status).toBe(200);
    expect(await credits()).toEqual([]);
  });

  it('keeps the credit of the first move when a second one is undone', async () => {
    await move(first, '2026-10-10');
    const second = await move('2026-10-10', '2026-10-12');
    expect(await undo(second)).toMatchObject({ status: 200, body: { undoneStops: 1, left: [] } });
    expect(await visitOf(first)).toMatchObject({ movedTo: '2026-10-10', isSkipCredited: true });
  });
});
