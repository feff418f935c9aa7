import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { creditsOf, turnTo } from '../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/** The clocks change on Sunday, November 1. Stops are made a week ahead. */
const start = '2026-10-05';
const holiday = '2026-10-30';
const newDay = '2026-10-31';
const afterChange = '2026-11-02';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(start, '08:00'));
  admin = await makeAdmin(t);
  await makeDriver(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(start, '12:00'));
  // Excludes plans of earlier tests.
  await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
});

type Body = Record<string, unknown>;
const post = (path: string, body: Body) =>
  t.call('POST', `/api/admin/closed-days${path}`, { token: admin.token, body });
const preview = async (body: Body) => (await post('/preview', body)).body;
const days = (...pairs: [string, string][]) => ({ days: pairs.map(([from, to]) => ({ from, to })) });
const move = async (body: Body) => await post('', { ...body, token: (await preview(body)).token });
const undo = (actionId: string) => t.call('POST', '/api/admin/board/undo', { token: admin.token, body: { actionId } });
const toSaturday = days([holiday, newDay]);

/** Makes a plan served on Fridays whose first visit is this week. */
async function subscribe() {
  const { subscriptionId, ...customer } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await turnTo(t, start);
  return { subscriptionId, customer };
}
const visitsOf = async (token: string): Promise<[string, string | null, string][]> => {
  const { body } = await t.call('GET', '/api/plan', { token });
  return body.visits.map(({ day, movedTo, state }: Record<string, string>) => [day, movedTo, state]);
};
/** Advances the clock day by day, so that every sweep runs. */
async function turnUntil(day: string, from = start) {
  for (let today = addDays(from, 1); today <= day; today = addDays(today, 1)) await turnTo(t, today);
}
const daysOf = async (subscriptionId: string) =>
  (await stopsOf(t, subscriptionId))
    .filter(({ status }) => status !== 'cancelled')
    .map(({ occurrenceDate, scheduledDay }) => [occurrenceDate, scheduledDay]);
const runLater = async (wallTime: string) => {
  t.setNow(instantOf(start, wallTime));
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`.execute(t.db);
  await t.runJobs();
};

describe('a visit without a stop', () => {
  it('moves weeks ahead, is shown to its customer, and its stop is made on the new day', async () => {
    const { customer, subscriptionId } = await subscribe();
    const seen = await preview(toSaturday);
    expect(seen).toMatchObject({
      moving: [{ from: holiday, to: newDay, driverName: null, note: expect.stringContaining('Oct 23') }],
      ...{ conflicts: [], staying: [], withoutStop: 1, messages: { email: 0, none: 0, examples: [{ stops: 1 }] } },
    });
    const before = await daysOf(subscriptionId);
    expect((await move(toSaturday)).body).toMatchObject({ movedStops: 1, skippedStops: 0 });
    expect(await daysOf(subscriptionId)).toEqual(before);
    expect(await visitsOf(customer.token)).toContainEqual([holiday, newDay, 'scheduled']);
    await runLater('12:06');
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications.map(({ title }: { title: string }) => title)).toContain('Visit moved');

    await turnUntil('2026-11-06');
    expect(await daysOf(subscriptionId)).toEqual([
      ['2026-10-09', '2026-10-09'],
      ['2026-10-16', '2026-10-16'],
      ['2026-10-23', '2026-10-23'],
      [holiday, newDay],
      ['2026-11-06', '2026-11-06'],
      ['2026-11-13', '2026-11-13'],
    ]);
    const moved = (await stopsOf(t, subscriptionId)).find(({ occurrenceDate }) => occurrenceDate === holiday);
    expect(moved?.scheduledDate).toEqual(instantOf(newDay, '09:00'));
    const messages = await t.db
      .selectFrom('messages')
      .select(['kind', 'dueAt'])
      .where('subjectId', '=', moved?.id ?? '')
      .where('kind', '=', 'changed')
      .execute();
    expect(messages.map(({ kind }) => kind)).toEqual(['changed']);
    expect(await creditsOf(t, subscriptionId)).toEqual([]);
  });

  it('is shown on its new day to a customer who asks what cancelling the plan means', async () => {
    const { customer } = await subscribe();
    await move(toSaturday);
    const { body } = await t.call('GET', '/api/plan/cancel-preview', { token: customer.token });
    expect(body.visits).toEqual(['2026-10-09', '2026-10-16', '2026-10-23', newDay]);
  });

  it('keeps its wall time across the clock change', async () => {
    const { subscriptionId } = await subscribe();
    await move(days([holiday, afterChange]));
    await turnUntil('2026-10-24');
    const moved = (await stopsOf(t, subscriptionId)).find(({ occurrenceDate }) => occurrenceDate === holiday);
    expect(moved?.scheduledDate).toEqual(instantOf(afterChange, '09:00'));
  });

  it('is found on its new day by a second move, and undoing that one brings it back there', async () => {
    const { customer, subscriptionId } = await subscribe();
    await move(toSaturday);
    expect((await preview(toSaturday)).moving).toEqual([]);
    const second = await move(days([newDay, afterChange]));
    expect(second.body).toMatchObject({ movedStops: 1 });
    expect(await visitsOf(customer.token)).toContainEqual([holiday, afterChange, 'scheduled']);
    expect(await undo(second.body.action.id)).toMatchObject({ status: 200, body: { undoneStops: 1, left: [] } });
    expect(await visitsOf(customer.token)).toContainEqual([holiday, newDay, 'scheduled']);
    await turnUntil('2026-10-24');
    expect(await daysOf(subscriptionId)).toContainEqual([holiday, newDay]);
  });

  it('stays where it was after an undo, and nobody is notified', async () => {
    const { customer, subscriptionId } = await subscribe();
    const { body } = await move(toSaturday);
    expect(await undo(body.action.id)).toMatchObject({ status: 200, body: { undoneStops: 1 } });
    expect(await undo(body.action.id)).toMatchObject({ status: 409, body: { code: 'undo_expired' } });
    await runLater('12:10');
    const notices = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(notices.body.notifications.map(({ title }: { title: string }) => title)).not.toContain('Visit moved');
    await turnUntil('2026-10-24');
    expect(await daysOf(subscriptionId)).toContainEqual([holiday, holiday]);
  });

  it("keeps its stop's move when that was made before the undo", async () => {
    t.setNow(instantOf('2026-10-22', '23:59'));
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    const far = '2026-11-06';
    const { body } = await move(days([far, '2026-11-07']));
    expect(body).toMatchObject({ movedStops: 1 });
    // The visit's week begins while the move can still be undone.
    await t.db
      .updateTable('bulk_actions')
      .set({ createdAt: instantOf('2026-10-30', '00:01') })
      .where('id', '=', body.action.id)
      .execute();
    await turnTo(t, '2026-10-30', '00:02');
    expect(await daysOf(subscriptionId)).toContainEqual([far, '2026-11-07']);
    expect(await undo(body.action.id)).toMatchObject({ status: 409, body: { code: 'stops_changed' } });
    expect(await daysOf(subscriptionId)).toContainEqual([far, '2026-11-07']);
  });

  it('refuses an outdated check, and a skip', async () => {
    const { subscriptionId } = await subscribe();
    const { token, moving } = await preview(toSaturday);
    const skip = { ...toSaturday, choices: [{ id: moving[0].id, skip: true }] };
    expect(await post('/preview', skip)).toMatchObject({ status: 400 });
    await t.db.updateTable('subscriptions').set({ status: 'paused' }).where('id', '=', subscriptionId).execute();
    expect(await post('', { ...toSaturday, token })).toMatchObject({ status: 409, body: { code: 'preview_changed' } });
    expect((await preview(toSaturday)).moving).toEqual([]);
  });

  it("can't reach the visits around it, which have no stop either", async () => {
    await subscribe();
    for (const day of ['2026-10-23', '2026-10-22', '2026-11-06']) {
      const { moving, conflicts } = await preview(days([holiday, day]));
      expect(moving).toEqual([]);
      expect(conflicts).toMatchObject([{ canSkip: false, openDays: expect.arrayContaining(['2026-10-29']) }]);
    }
    const [{ id }] = (await preview(days([holiday, '2026-11-06']))).conflicts;
    const chosen = { ...days([holiday, '2026-11-06']), choices: [{ id, to: newDay }] };
    expect((await move(chosen)).body).toMatchObject({ movedStops: 1 });
  });
});

describe('a plan that changes between the move and its week', () => {
  const call = (customer: Person, path: string, body: Body) =>
    t.call('POST', `/api/plan/${path}`, { token: customer.token, body });

  it('has no visit on the new day once it has other days', async () => {
    const { customer, subscriptionId } = await subscribe();
    await move(toSaturday);
    const changed = await call(customer, 'change', { preferredDay: 'tuesday' });
    expect(changed.status).toBe(200);
    expect((await visitsOf(customer.token)).map(([, movedTo]) => movedTo)).not.toContain(newDay);
    await turnUntil('2026-11-03');
    expect((await daysOf(subscriptionId)).map(([, day]) => day)).not.toContain(newDay);
  });

  it('credits the visit once when a hold covers its service day, and makes it no more', async () => {
    const { customer, subscriptionId } = await subscribe();
    await move(toSaturday);
    const hold = { from: '2026-10-26', until: '2026-11-09' };
    const seen = await t.call('GET', '/api/plan/hold-preview', { token: customer.token, query: hold });
    expect(seen.body).toMatchObject({ visits: [{ day: holiday }, { day: '2026-11-06' }], staying: [] });
    const { credit } = seen.body;
    expect((await call(customer, 'hold', { ...hold, expectedCredit: credit })).status).toBe(200);
    await turnUntil('2026-11-03');
    expect((await daysOf(subscriptionId)).map(([occurrence]) => occurrence)).not.toContain(holiday);
    expect((await creditsOf(t, subscriptionId)).map(([day]) => day)).toEqual([holiday]);
  });

  it('makes the visit on the new day when a hold covers only that, and says so before', async () => {
    const { customer, subscriptionId } = await subscribe();
    await move(toSaturday);
    const hold = { from: newDay, until: '2026-11-14' };
    const seen = await t.call('GET', '/api/plan/hold-preview', { token: customer.token, query: hold });
    expect(seen.body).toMatchObject({
      visits: [{ day: '2026-11-06' }, { day: '2026-11-13' }],
      staying: [{ day: newDay, pickupId: null }],
    });
    expect((await call(customer, 'hold', { ...hold, expectedCredit: seen.body.credit })).status).toBe(200);
    await turnUntil('2026-11-10');
    expect(await daysOf(subscriptionId)).toContainEqual([holiday, newDay]);
    expect((await creditsOf(t, subscriptionId)).map(([day]) => day)).toEqual(['2026-11-06']);
  });

  it('stays on its own day when the plan ends before the new one, and the dispatchers are notified', async () => {
    const { customer, subscriptionId } = await subscribe();
    await move(toSaturday);
    const endsAt = instantOf(holiday, '20:00');
    await t.db
      .updateTable('subscriptions')
      .set({ cancellationDate: endsAt, currentPeriodEnd: endsAt })
      .where('id', '=', subscriptionId)
      .execute();
    expect(await visitsOf(customer.token)).toContainEqual([holiday, null, 'scheduled']);
    for (let day = '2026-10-06'; day <= '2026-10-24'; day = addDays(day, 1)) await turnTo(t, day);
    expect((await daysOf(subscriptionId)).at(-1)).toEqual([holiday, holiday]);
    const { body } = await t.call('GET', '/api/notifications', { token: admin.token });
    expect(body.notifications.map(({ title }: { title: string }) => title)).toContain('A visit stays on its day');
  });

  it('moves again when the plan was paused in the week of the visit and goes on', async () => {
    const { subscriptionId } = await subscribe();
    await move(toSaturday);
    await turnUntil('2026-10-24');
    const set = (status: string) =>
      t.call('PATCH', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token, body: { status } });
    expect((await set('paused')).status).toBe(200);
    expect((await set('active')).status).toBe(200);
    expect((await daysOf(subscriptionId)).filter(([occurrence]) => occurrence === holiday)).toEqual([
      [holiday, newDay],
    ]);
  });
});
