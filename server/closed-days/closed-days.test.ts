import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { moveTo } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { creditsOf, turnTo } from '../../tests/support/subscriptions/holds.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/** The clocks change on Sunday, November 1. */
const monday = '2026-10-26';
const closed = '2026-10-30';
const saturday = '2026-10-31';
const nextMonday = '2026-11-02';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(monday, '08:00'));
  [admin, driver, customer] = [await makeAdmin(t), await makeDriver(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(monday, '12:00'));
  // Excludes stops and moves of earlier tests.
  await t.db.deleteFrom('bulk_actions').execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
});

type Body = Record<string, unknown>;
const post = (path: string, body: Body, token: string | undefined = admin.token) =>
  t.call('POST', `/api/admin/closed-days${path}`, { token, body });
const preview = (body: Body, token?: string) => post('/preview', body, token);
const days = (...pairs: [string, string][]) => ({ days: pairs.map(([from, to]) => ({ from, to })) });
const toMonday = days([closed, nextMonday]);
const move = async (body: Body) => await post('', { ...body, token: (await preview(body)).body.token });
const undo = (actionId: string) => t.call('POST', '/api/admin/board/undo', { token: admin.token, body: { actionId } });
const dayOf = async (id: string) =>
  await t.db
    .selectFrom('pickups')
    .select(['scheduledDay', 'scheduledDate', 'status', 'occurrenceDate', 'driverId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const book = async (day = closed) => {
  const id = await bookUnpaid(t, customer.token);
  await t.db
    .updateTable('pickups')
    .set({ scheduledDate: instantOf(day, '09:00') })
    .where('id', '=', id.id)
    .execute();
  return id.id as string;
};
const messagesOf = async (id: string) =>
  await t.db.selectFrom('messages').selectAll().where('subjectId', '=', id).where('kind', '=', 'changed').execute();

/** Runs the jobs that wait until the undo time is over. */
const runLater = async (wallTime: string) => {
  t.setNow(instantOf(monday, wallTime));
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`.execute(t.db);
  await t.runJobs();
};
const bells = async () => {
  const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
  return body.notifications.map(({ message }: { message: string }) => message);
};

describe('closed days', () => {
  it('are for dispatchers', async () => {
    for (const path of ['/preview', '']) {
      expect((await t.call('POST', `/api/admin/closed-days${path}`, { body: { ...toMonday, token: '' } })).status).toBe(
        401,
      );
      expect((await post(path, { ...toMonday, token: '' }, customer.token)).status).toBe(403);
      expect((await post(path, { ...toMonday, token: '' }, driver.token)).status).toBe(403);
    }
  });

  it('refuses bad days, unknown areas, drivers and stops', async () => {
    for (const bad of [
      { days: [] },
      days([closed, closed]),
      days([closed, '2026-10-25']),
      days(['2026-10-25', closed]),
      days([closed, '2030-01-01']),
      days([closed, saturday], [closed, nextMonday]),
    ]) {
      expect((await preview(bad)).status).toBe(400);
    }
    expect((await preview({ ...toMonday, scope: { areaIds: [randomUUID()] } })).status).toBe(404);
    expect((await preview({ ...toMonday, scope: { driverIds: [customer.id] } })).status).toBe(404);
    expect((await preview({ ...toMonday, choices: [{ id: randomUUID(), to: saturday }] })).status).toBe(404);
    const id = await book();
    expect((await preview({ ...toMonday, choices: [{ id, skip: true }] })).status).toBe(400);
  });

  it('shows everything before it happens, moves it, notifies nobody for five minutes, and undoes it', async () => {
    const id = await book();
    await t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body: { driverId: driver.id } });
    const body = { ...toMonday, reason: 'Snow' };
    const seen = (await preview(body)).body;
    expect(seen).toMatchObject({
      moving: [{ id, from: closed, to: nextMonday, channels: ['email'], driverName: expect.any(String) }],
      ...{ conflicts: [], staying: [], credits: { visits: 0, amount: '0.00' } },
      newDays: [{ date: nextMonday, stopsBefore: 0, stopsAfter: 1, drivers: [{ driverId: driver.id, stopsAfter: 1 }] }],
      messages: { email: 1, none: 0, examples: [{ stops: 1, subject: 'Your pickup is now on Monday, November 2' }] },
    });
    expect(seen.messages.examples[0].paragraphs).toContain('Reason: Snow');
    expect((await dayOf(id)).scheduledDay).toBe(closed);
    const moved = await post('', { ...body, token: seen.token });
    expect(moved).toMatchObject({ status: 200, body: { movedStops: 1, skippedStops: 0 } });
    // The same wall time, on the other side of the clock change.
    expect((await dayOf(id)).scheduledDate).toEqual(instantOf(nextMonday, '09:00'));
    expect((await dayOf(id)).driverId).toBe(driver.id);
    const [message] = await messagesOf(id);
    expect(message?.dueAt.getTime()).toBeGreaterThan(instantOf(monday, '12:05').getTime());
    expect(await move(body)).toMatchObject({ status: 409, body: { code: 'nothing_to_move' } });
    t.setNow(instantOf(monday, '12:04'));
    expect(await undo(moved.body.action.id)).toMatchObject({ status: 200, body: { undoneStops: 1 } });
    expect(await dayOf(id)).toMatchObject({ scheduledDay: closed, driverId: driver.id, status: 'assigned' });
    await runLater('12:10');
    expect((await messagesOf(id)).map(({ sentAt }) => sentAt)).toEqual([null]);
    expect(await bells()).not.toContainEqual(expect.stringContaining('Your pickup is now on'));
    const trail = await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'pickup', id } });
    expect(trail.body).toContainEqual(
      expect.objectContaining({ action: 'rescheduled', details: expect.objectContaining({ reason: 'Snow' }) }),
    );
  });

  it("can't be undone after five minutes, and then notifies people", async () => {
    const id = await book();
    const { body } = await move(toMonday);
    t.setNow(instantOf(monday, '12:06'));
    expect(await undo(body.action.id)).toMatchObject({ status: 409, body: { code: 'undo_expired' } });
    expect((await dayOf(id)).scheduledDay).toBe(nextMonday);
    await runLater('12:07');
    const [message] = await messagesOf(id);
    expect(message?.sentAt).not.toBeNull();
    expect(await bells()).toContainEqual(expect.stringContaining('Your pickup is now on'));
  });

  it.each(['12:03', '12:06'])(
    'notifies of the first of two moves when the second is undone at %s',
    async (wallTime) => {
      const id = await book();
      await move(days([closed, saturday]));
      t.setNow(instantOf(monday, '12:02'));
      const second = await move(days([saturday, nextMonday]));
      t.setNow(instantOf(monday, wallTime));
      expect(await undo(second.body.action.id)).toMatchObject({ status: 200, body: { undoneStops: 1 } });
      expect((await dayOf(id)).scheduledDay).toBe(saturday);
      await runLater('12:10');
      const sent = (await messagesOf(id)).filter(({ sentAt }) => sentAt !== null);
      expect(sent.map(({ details }) => details.scheduledDate)).toEqual([instantOf(saturday, '09:00').toISOString()]);
    },
  );

  it('refuses an outdated check: a customer has moved a stop, or another was booked', async () => {
    const [first, second] = [await book(), await book()];
    const { token } = (await preview(toMonday)).body;
    expect((await moveTo(t, customer, first, saturday)).status).toBe(200);
    expect(await post('', { ...toMonday, token })).toMatchObject({ status: 409, body: { code: 'preview_changed' } });
    expect((await dayOf(second)).scheduledDay).toBe(closed);
    expect(await move(toMonday)).toMatchObject({ status: 200, body: { movedStops: 1 } });
  });

  it('lets one of two parallel moves win, and undoes nothing that a customer has moved since', async () => {
    const id = await book();
    const { token } = (await preview(toMonday)).body;
    const both = await Promise.all([post('', { ...toMonday, token }), post('', { ...toMonday, token })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = both.find(({ status }) => status === 200);
    // The customer's page lets them move it until the cut-off of the new day.
    expect((await moveTo(t, customer, id, saturday)).status).toBe(200);
    expect(await undo(won?.body.action.id)).toMatchObject({ status: 409, body: { code: 'stops_changed' } });
    expect((await dayOf(id)).scheduledDay).toBe(saturday);
  });

  it('moves only the kind, the ZIP codes and the drivers that were chosen', async () => {
    await book();
    expect((await preview({ ...toMonday, scope: { kind: 'plan' } })).body.moving).toEqual([]);
    expect((await preview({ ...toMonday, scope: { zipCodes: ['00501'] } })).body.moving).toEqual([]);
    expect((await preview({ ...toMonday, scope: { driverIds: [driver.id] } })).body.moving).toEqual([]);
    expect((await preview({ ...toMonday, scope: { kind: 'one-time' } })).body.moving).toHaveLength(1);
  });
});

describe("a plan's stop", () => {
  it('moves, a second move finds it there, and the plan returns to its weekday after the clock change', async () => {
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    const [stop] = await stopsOf(t, subscriptionId);
    expect(stop?.occurrenceDate).toBe(closed);
    const id = stop?.id ?? '';
    expect((await move(days([closed, saturday]))).status).toBe(200);
    expect((await preview(days([closed, saturday]))).body.moving).toEqual([]);
    expect((await move(days([saturday, nextMonday]))).body).toMatchObject({ movedStops: 1 });
    expect(await dayOf(id)).toMatchObject({ scheduledDay: nextMonday, occurrenceDate: closed });
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-02']) await turnTo(t, day);
    const all = await stopsOf(t, subscriptionId);
    expect(all.map(({ occurrenceDate, scheduledDay }) => [occurrenceDate, scheduledDay])).toEqual([
      [closed, nextMonday],
      ['2026-11-06', '2026-11-06'],
    ]);
    expect(all[1]?.scheduledDate).toEqual(instantOf('2026-11-06', '09:00'));
  });

  it("can't reach its next visit: another day or a skip with credit is chosen, and the skip is undone", async () => {
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    await turnTo(t, monday);
    const [stop] = await stopsOf(t, subscriptionId);
    const id = stop?.id ?? '';
    const tooFar = days([closed, '2026-11-06']);
    const { body } = await preview(tooFar);
    expect(body).toMatchObject({ moving: [], conflicts: [{ id, canSkip: true }] });
    expect(body.conflicts[0].openDays).toContain(saturday);
    expect(await move(tooFar)).toMatchObject({ status: 409, body: { code: 'conflicts' } });
    const choice = { ...tooFar, choices: [{ id, to: saturday }] };
    expect((await preview(choice)).body).toMatchObject({ moving: [{ id, to: saturday }], conflicts: [] });
    const skip = { ...tooFar, choices: [{ id, skip: true }] };
    const seen = (await preview(skip)).body;
    expect(seen).toMatchObject({ moving: [{ id, to: null }], credits: { visits: 1 } });
    expect(Number(seen.credits.amount)).toBeGreaterThan(0);
    const { body: skipped } = await move(skip);
    expect(skipped).toMatchObject({ movedStops: 0, skippedStops: 1 });
    expect((await dayOf(id)).status).toBe('cancelled');
    expect(await undo(skipped.action.id)).toMatchObject({ status: 200, body: { undoneStops: 1 } });
    expect(await dayOf(id)).toMatchObject({ status: 'pending', scheduledDay: closed });
    await runLater('12:06');
    expect(await creditsOf(t, subscriptionId)).toEqual([]);
    expect((await move(skip)).body).toMatchObject({ skippedStops: 1 });
    await runLater('12:20');
    expect(await creditsOf(t, subscriptionId)).toEqual([[closed, seen.credits.amount]]);
    await runLater('12:30');
    expect(await creditsOf(t, subscriptionId)).toHaveLength(1);
  });
});
