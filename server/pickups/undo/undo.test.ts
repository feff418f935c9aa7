import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { assign, makeStop, reschedule, rowOf } from '../../../tests/support/pickups/stops.ts';

/** Monday, 9:00 in New York. */
const morning = new Date('2026-11-23T14:00:00Z');
let t: TestApp;
let admin: Person;
let other: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(morning);
  [admin, other, customer, driver] = [
    await makeAdmin(t),
    await makeAdmin(t),
    await makeCustomer(t),
    await makeDriver(t),
  ];
});
beforeEach(() => t.setNow(morning));
afterAll(async () => await t.close());

const later = (seconds: number) => t.setNow(new Date(morning.getTime() + seconds * 1000));
const aStop = (daysAhead = 0) => makeStop(t, { customer, admin, driver, daysAhead });
const complete = (id: string, by = admin) =>
  t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: by.token, body: { status: 'completed' } });
const issue = (id: string, body: object = {}) =>
  t.call('PATCH', `/api/admin/pickup-issue/${id}`, { token: admin.token, body });
const incomplete = (id: string, body: object = {}) =>
  t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: admin.token, body });
const undo = (id: string, token: string | undefined = admin.token) =>
  t.call('POST', `/api/admin/pickups/${id}/undo`, { token });
const reopen = (id: string, token: string | undefined = admin.token, body: object = { reason: 'Wrong house' }) =>
  t.call('POST', `/api/admin/pickups/${id}/reopen`, { token, body });
const driverCompletes = (id: string, body: object = {}) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id], ...body } });
const driverUndoes = (id: string, body: object = {}, key?: string) =>
  t.call('POST', `/api/driver/pickups/${id}/undo`, {
    token: driver.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const linesOf = async (id: string) =>
  await t.db
    .selectFrom('audit_log')
    .select(['action', 'actorId', 'details'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();

describe('a dispatcher undoes', () => {
  it('returns a completed pickup to its driver, as if nothing had happened', async () => {
    const id = await aStop();
    const before = await rowOf(t, id);
    const { body } = await complete(id);
    expect(body).toMatchObject({ resolvedBy: admin.id, undoUntil: '2026-11-23T14:02:00.000Z' });
    later(119);
    const undone = await undo(id);
    expect(undone.status).toBe(200);
    expect(undone.body).toMatchObject({ status: 'assigned', driverId: driver.id, completedAt: null, resolvedBy: null });
    expect(await rowOf(t, id)).toEqual({ ...before, updatedAt: expect.any(Date) });
    expect((await linesOf(id)).at(-1)).toMatchObject({
      action: 'undone',
      actorId: admin.id,
      details: { was: 'Completed' },
    });
    expect((await undo(id)).status).toBe(200);
    expect((await linesOf(id)).filter(({ action }) => action === 'undone')).toHaveLength(1);
  });

  it.each([
    ['an issue', issue],
    ['an incomplete', incomplete],
  ])('returns %s to its driver and tells the customer', async (_, press) => {
    const id = await aStop();
    await press(id, { note: 'Gate locked' });
    expect((await undo(id)).body).toMatchObject({
      status: 'assigned',
      incompleteReason: null,
      driverNotes: 'Gate locked',
    });
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications).toContainEqual(
      expect.objectContaining({ type: 'pickup_reopened', message: expect.stringContaining("isn't done yet") }),
    );
  });

  it('tells a customer who was notified of the completion, also when the driver has just completed it too', async () => {
    const id = await aStop();
    await complete(id);
    later(300);
    await driverCompletes(id);
    await t.db.deleteFrom('notifications').execute();
    expect((await driverUndoes(id)).status).toBe(200);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications).toContainEqual(expect.objectContaining({ title: 'Pickup still to come' }));
  });

  it('returns 409 two minutes after the press', async () => {
    const id = await aStop();
    await complete(id);
    later(120);
    const late = await undo(id);
    expect(late).toMatchObject({ status: 409, body: { code: 'too_late' } });
    expect((await rowOf(t, id)).status).toBe('completed');
  });

  it('returns 409 for what somebody else pressed', async () => {
    const id = await aStop();
    await complete(id);
    expect(await undo(id, other.token)).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    const own = await aStop();
    await driverCompletes(own);
    expect(await undo(own)).toMatchObject({ status: 409, body: { code: 'not_yours' } });
  });

  it('returns 409 for another status, 404 for no pickup, 401 and 403 for others', async () => {
    const id = await aStop();
    await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    expect((await undo(randomUUID())).status).toBe(404);
    expect((await undo('nonsense')).status).toBe(404);
    expect((await t.call('POST', `/api/admin/pickups/${id}/undo`)).status).toBe(401);
    for (const who of [driver, customer]) expect((await undo(await aStop(), who.token)).status).toBe(403);
  });

  it('accepts one of two presses at the same time', async () => {
    const id = await aStop();
    await complete(id);
    const responses = await Promise.all([undo(id), undo(id), reopen(id, other.token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const actions = (await linesOf(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'undone' || action === 'reopened')).toHaveLength(1);
  });

  it('leaves a pickup pending whose driver is no longer active', async () => {
    const leaver = await makeDriver(t);
    const id = await makeStop(t, { customer, admin, driver: leaver });
    await complete(id);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', leaver.id).execute();
    expect((await undo(id)).body).toMatchObject({ status: 'pending', driverId: null });
    // The responses were lost, so both are sent again.
    for (const send of [undo, reopen]) {
      expect(await send(id)).toMatchObject({ status: 200, body: { status: 'pending' } });
    }
  });

  it('does not let the author of an old press undo it after the pickup was rescheduled', async () => {
    const id = await aStop();
    await issue(id);
    await reschedule(t, admin, id, 1);
    expect(await rowOf(t, id)).toMatchObject({ status: 'assigned', resolvedBy: null, resolvedAt: null });
  });
});

describe('the customer learns of a completion', () => {
  const due = async () => {
    // Jobs wait by the database's clock, which no test sets.
    const { db } = t;
    await db
      .withSchema('pgboss')
      .updateTable('job' as never)
      .set({ start_after: new Date(0) } as never)
      .execute();
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    return (body.notifications as { type: string; message: string }[]).filter(
      ({ type }) => type === 'pickup_completed',
    );
  };

  it('only after two minutes, and not of one that was undone', async () => {
    await due();
    await t.db.deleteFrom('notifications').execute();
    const [undone, done] = [await aStop(), await aStop()];
    await complete(undone);
    await complete(done);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications.filter(({ type }: { type: string }) => type === 'pickup_completed')).toEqual([]);
    await undo(undone);
    expect(await due()).toHaveLength(1);
  });

  it('once when a completion was undone and made again', async () => {
    await due();
    await t.db.deleteFrom('notifications').execute();
    const id = await aStop();
    await complete(id);
    await undo(id);
    later(30);
    await complete(id);
    expect(await due()).toHaveLength(1);
  });
});

describe('a dispatcher reopens', () => {
  it('a completion of today, whoever made it and however long ago', async () => {
    const id = await aStop();
    await driverCompletes(id);
    later(6 * 3600);
    await staySignedIn(t);
    const { status, body } = await reopen(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'assigned', driverId: driver.id, completedAt: null });
    expect((await linesOf(id)).at(-1)).toMatchObject({ action: 'reopened', details: { reason: 'Wrong house' } });
    expect(await rowOf(t, id)).toMatchObject({ settledAt: null, resolvedAt: null });
    await t.runJobs();
    const told = await t.call('GET', '/api/notifications', { token: driver.token });
    expect(told.body.notifications).toContainEqual(expect.objectContaining({ title: 'Stop reopened' }));
  });

  it('not on a later New York day', async () => {
    const id = await aStop();
    await complete(id);
    t.setNow(new Date('2026-11-24T05:00:00Z'));
    await staySignedIn(t);
    expect(await reopen(id)).toMatchObject({ status: 409, body: { code: 'too_late' } });
  });

  it('with a reason, and only what is completed', async () => {
    const id = await aStop();
    await issue(id);
    expect(await reopen(id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    for (const reason of ['', '   ', 'x'.repeat(501), 7]) {
      expect((await reopen(id, admin.token, { reason })).status).toBe(400);
    }
    expect((await reopen(id, admin.token, {})).body.errors).toHaveProperty('reason');
    expect((await reopen(randomUUID())).status).toBe(404);
    expect((await t.call('POST', `/api/admin/pickups/${id}/reopen`, { body: { reason: 'x' } })).status).toBe(401);
    for (const who of [driver, customer]) expect((await reopen(await aStop(), who.token)).status).toBe(403);
  });
});

describe('a dispatcher gives a reason', () => {
  it('for an issue and for an incomplete, which the trail and the notes keep', async () => {
    const [first, second] = [await aStop(), await aStop()];
    const reported = await issue(first, { status: 'issue', note: 'Bags torn' });
    expect(reported.body).toMatchObject({ status: 'issue', driverNotes: 'Bags torn' });
    expect((await linesOf(first)).at(-1)).toMatchObject({ action: 'issue', details: { note: 'Bags torn' } });
    const marked = await incomplete(second, { reason: 'no-access', note: 'Gate locked' });
    expect(marked.body).toMatchObject({ incompleteReason: 'no-access', driverNotes: 'Gate locked' });
    expect((await linesOf(second)).at(-1)?.details).toEqual({ reason: 'No access', note: 'Gate locked' });
  });

  it("next to the driver's note", async () => {
    const id = await aStop();
    await t.call('PATCH', `/api/driver/pickups/${id}/note`, { token: driver.token, body: { driverNotes: 'Dog' } });
    expect((await issue(id, { note: 'Bags torn' })).body.driverNotes).toBe('Dog\nBags torn');
  });

  it('or gives none, as clients of the first version do', async () => {
    const id = await aStop();
    const { status, body } = await t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: admin.token });
    expect([status, body.incompleteReason]).toEqual([200, null]);
  });

  it('that is one of the list, with a note for other', async () => {
    const id = await aStop();
    for (const body of [{ reason: 'rain' }, { reason: 'other' }, { note: 'x'.repeat(501) }]) {
      expect((await incomplete(id, body)).status).toBe(400);
    }
    expect((await rowOf(t, id)).status).toBe('assigned');
  });
});

describe('a driver undoes', () => {
  it('a completion or an incomplete within two minutes of the press', async () => {
    const id = await aStop();
    await driverCompletes(id);
    later(100);
    expect((await driverUndoes(id)).body).toMatchObject({ status: 'assigned', completedAt: null });
    await t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: driver.token, body: { reason: 'not-out' } });
    expect((await driverUndoes(id)).body).toMatchObject({ status: 'assigned', incompleteReason: null });
    await driverCompletes(id);
    later(220);
    expect(await driverUndoes(id)).toMatchObject({ status: 409, body: { code: 'too_late' } });
  });

  it('measures the two minutes from press to press, when the phone had no signal', async () => {
    const id = await aStop();
    await driverCompletes(id);
    later(1200);
    const pressedAt = new Date(morning.getTime() + 60_000).toISOString();
    const sentAt = new Date(morning.getTime() + 1_200_000).toISOString();
    expect((await driverUndoes(id, { pressedAt, sentAt })).body.status).toBe('assigned');
  });

  it('a press once, which changes nothing when it is sent again', async () => {
    const id = await aStop();
    const [press, undoKey, again] = [randomUUID(), randomUUID(), randomUUID()];
    await driverCompletes(id, { keys: { [id]: press } });
    await driverUndoes(id, { pressKey: press }, undoKey);
    const replayed = await driverCompletes(id, { keys: { [id]: press } });
    expect(replayed.body).toMatchObject({ completed: 0, ignoredIds: [] });
    expect((await rowOf(t, id)).status).toBe('assigned');
    expect((await driverCompletes(id, { keys: { [id]: again } })).body.completed).toBe(1);
    // The response was lost: the phone sends Undo again, which does not undo the second press.
    expect((await driverUndoes(id, { pressKey: press }, undoKey)).status).toBe(200);
    expect((await rowOf(t, id)).status).toBe('completed');
  });

  it('a press that arrives after its undo', async () => {
    const [id, second] = [await aStop(), await aStop()];
    const keys = [randomUUID(), randomUUID()] as const;
    await driverUndoes(id, { pressKey: keys[0] });
    await driverUndoes(second, { pressKey: keys[1] });
    expect((await driverCompletes(id, { keys: { [id]: keys[0] } })).body).toMatchObject({
      completed: 0,
      ignoredIds: [],
    });
    const late = await t.call('POST', `/api/driver/pickups/${second}/incomplete`, {
      token: driver.token,
      body: { reason: 'not-out' },
      headers: { 'idempotency-key': keys[1] },
    });
    expect(late).toMatchObject({ status: 200, body: { status: 'assigned' } });
    for (const one of [id, second]) expect((await rowOf(t, one)).status).toBe('assigned');
  });

  it("not what a dispatcher pressed, nor another driver's stop", async () => {
    const id = await aStop();
    await complete(id);
    expect(await driverUndoes(id)).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    const stranger = await makeDriver(t);
    const path = `/api/driver/pickups/${id}/undo`;
    expect((await t.call('POST', path, { token: stranger.token })).status).toBe(404);
    expect((await t.call('POST', path)).status).toBe(401);
    for (const who of [admin, customer]) expect((await t.call('POST', path, { token: who.token })).status).toBe(403);
    expect((await driverUndoes(id, { pressKey: 'x'.repeat(256) })).status).toBe(400);
    expect((await driverUndoes(id, { pressKey: 7 })).status).toBe(400);
  });

  it('keeps a stop that the driver has completed too, when the dispatcher undoes', async () => {
    const id = await aStop();
    await complete(id);
    expect((await driverCompletes(id)).body.ignoredIds).toEqual([]);
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    expect((await rowOf(t, id)).status).toBe('completed');
  });

  it('or completes at the same time as the dispatcher undoes, in either order', async () => {
    const id = await aStop();
    await complete(id);
    const [undone] = await Promise.all([undo(id), driverCompletes(id)]);
    expect([200, 409]).toContain(undone.status);
    expect(await rowOf(t, id)).toMatchObject({ status: 'completed', resolvedBy: driver.id });
  });

  it('returns 409 to a dispatcher whose undo waits while the driver completes the stop too', async () => {
    const id = await aStop();
    await complete(id);
    const response = await overtaken(
      t.db,
      () => undo(id),
      (trx) => trx.updateTable('pickups').set({ resolvedBy: driver.id }).where('id', '=', id).execute(),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    expect(await rowOf(t, id)).toMatchObject({ status: 'completed', resolvedBy: driver.id });
  });

  it('completes a stop whose undo by a dispatcher the completion has waited for', async () => {
    const id = await aStop();
    await complete(id);
    const open = {
      status: 'assigned',
      completedAt: null,
      settledAt: null,
      resolvedBy: null,
      resolvedAt: null,
    } as const;
    const response = await overtaken(
      t.db,
      () => driverCompletes(id),
      (trx) => trx.updateTable('pickups').set(open).where('id', '=', id).execute(),
    );
    expect(response.body).toMatchObject({ completed: 1, ignoredIds: [] });
    expect(await rowOf(t, id)).toMatchObject({ status: 'completed', resolvedBy: driver.id });
  });

  it('returns 404 to a driver whose stop is reassigned while the undo waits', async () => {
    const id = await aStop();
    await driverCompletes(id);
    const another = await makeDriver(t);
    const response = await overtaken(
      t.db,
      () => driverUndoes(id),
      (trx) => trx.updateTable('pickups').set({ driverId: another.id }).where('id', '=', id).execute(),
    );
    expect(response.status).toBe(404);
    expect(await rowOf(t, id)).toMatchObject({ status: 'completed', driverId: another.id });
  });

  it('leaves a pickup pending whose driver is deactivated while the undo waits', async () => {
    const leaver = await makeDriver(t);
    const id = await makeStop(t, { customer, admin, driver: leaver });
    await complete(id);
    const response = await overtaken(
      t.db,
      () => undo(id),
      (trx) => trx.updateTable('users').set({ isActive: false }).where('id', '=', leaver.id).execute(),
    );
    expect(response).toMatchObject({ status: 200, body: { status: 'pending', driverId: null } });
  });

  it('and restores the figures of the day', async () => {
    const id = await aStop(0);
    await assign(t, admin, id, driver);
    await driverCompletes(id);
    await t.runJobs();
    const stats = async () => (await t.call('GET', '/api/driver/stats', { token: driver.token })).body.today;
    const done = (await stats()).completedPickups;
    await driverUndoes(id);
    await t.runJobs();
    expect((await stats()).completedPickups).toBe(done - 1);
  });
});
