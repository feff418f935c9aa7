import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { setUpDriverApp } from '../../tests/support/driver/driver-app.ts';
import { assign, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../tests/support/trail.ts';

const monday = new Date('2026-11-23T14:00:00Z');
const app = setUpDriverApp(monday);

const mark = (id: string, body: unknown = { reason: 'no-access' }, token = app.driver.token) =>
  app.t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token, body });
const note = (id: string, driverNotes: unknown, token = app.driver.token) =>
  app.t.call('PATCH', `/api/driver/pickups/${id}/note`, { token, body: { driverNotes } });
const noticesOf = async ({ token }: Person) => {
  await app.t.runJobs();
  return (await app.t.call('GET', '/api/notifications', { token })).body.notifications as {
    type: string;
    title: string;
    message: string;
  }[];
};
const trail = (id: string) => trailOf(app.t, app.admin, 'pickup', id);

describe('POST /api/driver/pickups/:id/incomplete', () => {
  it("refuses a stranger, a wrong role, an unknown stop and another driver's", async () => {
    const id = await app.stop();
    const path = `/api/driver/pickups/${id}/incomplete`;
    expect((await app.t.call('POST', path, { body: { reason: 'no-access' } })).status).toBe(401);
    for (const { token } of [app.customer, app.admin]) expect((await mark(id, undefined, token)).status).toBe(403);
    const other = await makeDriver(app.t);
    expect((await mark(id, undefined, other.token)).status).toBe(404);
    expect((await mark(randomUUID())).status).toBe(404);
    expect((await mark('nonsense')).status).toBe(404);
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'assigned', incompleteReason: null });
  });

  it('refuses a future stop, a completed one, and one with an issue', async () => {
    const [future, done, issue, cancelled] = [await app.stop(1), await app.stop(), await app.stop(), await app.stop()];
    expect(await mark(future)).toMatchObject({
      status: 409,
      body: { code: 'not_due', message: 'This stop is on Tuesday, November 24.' },
    });
    await app.complete([done]);
    await app.t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: app.admin.token });
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    for (const id of [done, issue, cancelled]) {
      expect(await mark(id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    }
    expect((await mark(done)).body.message).toBe("This pickup is completed and can't be changed to incomplete.");
  });

  it('requires a reason, and a note for the reason other', async () => {
    const id = await app.stop();
    expect(await mark(id, {})).toMatchObject({ status: 400, body: { errors: { reason: 'Please choose a reason' } } });
    expect((await mark(id, { reason: 'raining' })).status).toBe(400);
    const message = 'Please say in a note what happened.';
    for (const note of [undefined, null, '', '   ']) {
      expect(await mark(id, { reason: 'other', note })).toMatchObject({
        status: 400,
        body: { message, errors: { note: message } },
      });
    }
    expect((await mark(id, { reason: 'no-access', note: 'x'.repeat(501) })).status).toBe(400);
    expect((await rowOf(app.t, id)).status).toBe('assigned');
    expect((await mark(id, { reason: 'other', note: 'A dog' })).status).toBe(200);
  });

  it('shows the dispatcher reason and note, and the customer only the reason', async () => {
    const id = await app.stop();
    const answer = await mark(id, { reason: 'no-access', note: ' Gate locked, code 4711 did not work ' });
    const note = 'Gate locked, code 4711 did not work';
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'incomplete', incompleteReason: 'no-access', driverNotes: note, completedAt: null },
    });
    const list = await app.t.call('GET', '/api/admin/pickups', {
      token: app.admin.token,
      query: { status: 'incomplete' },
    });
    expect(list.body).toContainEqual(expect.objectContaining({ id, incompleteReason: 'no-access', driverNotes: note }));
    expect(await trail(id)).toContainEqual(
      expect.objectContaining({
        action: 'incomplete',
        actorUsername: app.driver.username,
        details: { reason: 'No access', note },
      }),
    );
    const notices = await noticesOf(app.customer);
    expect(notices.filter(({ type }) => type === 'pickup_incomplete')).toMatchObject([
      {
        message:
          "We couldn't get to your bags on Mon, Nov 23: there was no access. Open your pickup to see what you can do next.",
      },
    ]);
    // Checks only texts, because a key may contain any four digits by chance.
    for (const { title, message } of notices) expect(title + message).not.toContain('4711');
    const own = await app.t.call('GET', '/api/pickups', { token: app.customer.token });
    expect(own.body[0]).toMatchObject({ id, status: 'incomplete', incompleteReason: 'no-access', driverNotes: null });
  });

  it('happens once, however often and with whatever reason it is sent', async () => {
    const id = await app.stop();
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark(id, { reason: 'not-out', note: 'first' })));
    for (const { status } of answers) expect(status).toBe(200);
    const again = await mark(id, { reason: 'extra-items', note: 'second' });
    expect(again).toMatchObject({ status: 200, body: { incompleteReason: 'not-out', driverNotes: 'first' } });
    const lines = (await trail(id)).filter(({ action }) => action === 'incomplete');
    expect(lines).toHaveLength(1);
    expect((await noticesOf(app.customer)).filter(({ type }) => type === 'pickup_incomplete')).toHaveLength(1);
  });

  it('adds the reason to a stop that the dispatcher marked, without a second notice', async () => {
    const id = await app.stop();
    await app.t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: app.admin.token });
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'incomplete', incompleteReason: null });
    expect(await mark(id, { reason: 'not-out' })).toMatchObject({ status: 200, body: { incompleteReason: 'not-out' } });
    expect((await noticesOf(app.customer)).filter(({ type }) => type === 'pickup_incomplete')).toHaveLength(1);
  });

  it('adds only the note to a stop for which the dispatcher gave a reason', async () => {
    const id = await app.stop();
    const body = { reason: 'no-access', note: 'Customer called' };
    await app.t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: app.admin.token, body });
    expect(await mark(id, { reason: 'not-out', note: 'Nobody there' })).toMatchObject({
      status: 200,
      body: { incompleteReason: 'no-access', driverNotes: 'Customer called\nNobody there' },
    });
    expect(await rowOf(app.t, id)).toMatchObject({ settledAt: monday, resolvedBy: app.driver.id });
    expect(await trail(id)).toContainEqual(
      expect.objectContaining({
        actorUsername: app.driver.username,
        details: { reason: 'No access', note: 'Nobody there' },
      }),
    );
    await mark(id, { reason: 'not-out', note: 'Again' });
    expect((await rowOf(app.t, id)).driverNotes).toBe('Customer called\nNobody there');
    expect((await noticesOf(app.customer)).filter(({ type }) => type === 'pickup_incomplete')).toHaveLength(1);
  });

  it('is cleared by a new date: the reason goes, the note stays, and the stop can be completed', async () => {
    const id = await app.stop();
    await mark(id, { reason: 'no-access', note: 'Ring twice' });
    expect((await reschedule(app.t, app.admin, id, 1)).status).toBe(200);
    expect(await rowOf(app.t, id)).toMatchObject({
      status: 'assigned',
      incompleteReason: null,
      driverNotes: 'Ring twice',
    });
    // A request that the phone repeats after a lost response must not undo the new date.
    expect((await mark(id, { reason: 'no-access', note: 'Ring twice' })).status).toBe(409);
    app.t.setNow(new Date('2026-11-24T14:00:00Z'));
    expect((await app.complete([id])).body).toMatchObject({ completed: 1 });
  });

  it("accepts today's stop at 23:59 in New York, and refuses tomorrow's", async () => {
    const [today, tomorrow] = [await app.stop(), await app.stop(1)];
    app.t.setNow(new Date('2026-11-24T04:59:00Z'));
    expect((await mark(tomorrow)).status).toBe(409);
    expect((await mark(today)).status).toBe(200);
    app.t.setNow(new Date('2026-11-24T05:00:00Z'));
    expect((await mark(tomorrow)).status).toBe(200);
  });

  it('completes the route when it was the last open stop', async () => {
    const [done, last] = [await app.stop(), await app.stop()];
    const route = { id: randomUUID(), driverId: app.driver.id, date: '2026-11-23', pickupIds: [done, last] };
    await app.t.db.insertInto('routes').values(route).execute();
    await app.t.db.updateTable('pickups').set({ routeId: route.id }).where('id', 'in', [done, last]).execute();
    const status = async () =>
      (await app.t.db.selectFrom('routes').select('status').where('id', '=', route.id).executeTakeFirst())?.status;
    await app.complete([done]);
    expect(await status()).toBe('active');
    await mark(last);
    expect(await status()).toBe('completed');
  });

  it('leaves the plan active', async () => {
    const subscriber = await makeSubscriber(app.t);
    await staySignedIn(app.t);
    const [first] = await stopsOf(app.t, subscriber.subscriptionId);
    if (!first) throw new Error('a plan without a stop');
    await assign(app.t, app.admin, first.id, app.driver);
    app.t.setNow(first.scheduledDate as Date);
    expect((await mark(first.id, { reason: 'not-out' })).status).toBe(200);
    await app.t.services.jobs.enqueue(app.t.db, 'sweep-subscriptions', {});
    await app.t.runJobs();
    const after = await stopsOf(app.t, subscriber.subscriptionId);
    expect(after.length).toBeGreaterThan(1);
    expect(after.at(-1)).toMatchObject({ status: 'assigned', driverId: app.driver.id });
    const { body } = await app.t.call('GET', '/api/subscription', { token: subscriber.token });
    expect(body.nextPickupDate).toBe(after.at(-1)?.scheduledDate?.toISOString());
  });
});

describe("the driver's list", () => {
  const route = async () => (await app.t.call('GET', '/api/driver/route', { token: app.driver.token })).body;

  it("shows today's incomplete and issue stops, whoever marked them, and agrees with the driver's figures", async () => {
    const [mine, dispatchers, issue] = [await app.stop(), await app.stop(), await app.stop()];
    await mark(mine);
    await app.t.call('PATCH', `/api/admin/pickup-incomplete/${dispatchers}`, { token: app.admin.token });
    await app.t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: app.admin.token });
    expect((await route())['2026-11-23'].pickups).toMatchObject([
      { id: mine, status: 'incomplete' },
      { id: dispatchers, status: 'incomplete', incompleteReason: null },
      { id: issue, status: 'issue' },
    ]);
    const { body: stats } = await app.t.call('GET', '/api/driver/stats', { token: app.driver.token });
    expect(stats.today).toMatchObject({ totalPickups: 3, completedPickups: 0 });
    app.t.setNow(new Date('2026-11-24T14:00:00Z'));
    expect(await route()).toEqual({});
  });

  it('cannot complete such a stop: it is returned as ignored', async () => {
    const id = await app.stop();
    await mark(id);
    expect((await app.complete([id])).body).toMatchObject({ completed: 0, ignoredIds: [id] });
  });
});

describe('a stop that was moved to another day after the driver pressed', () => {
  const [pressedAt, sentAt] = [monday.toISOString(), '2026-11-24T15:00:00.000Z'];
  const moved = async () => {
    const id = await app.stop();
    expect((await reschedule(app.t, app.admin, id, 1)).status).toBe(200);
    return id;
  };

  it('is not marked incomplete on its new day, however often the phone sends it, and notifies nobody', async () => {
    const id = await moved();
    app.t.setNow(new Date(sentAt));
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/driver/pickups/${id}/incomplete`;
    for (let time = 0; time < 2; time++) {
      const body = { reason: 'not-out', pressedAt, sentAt };
      const answer = await app.t.call('POST', path, { token: app.driver.token, body, headers });
      expect(answer).toMatchObject({ status: 409, body: { message: 'This stop is on Tuesday, November 24.' } });
    }
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'assigned', incompleteReason: null, settledAt: null });
    expect((await noticesOf(app.customer)).filter(({ type }) => type === 'pickup_incomplete')).toEqual([]);
  });

  it('is marked incomplete when the driver presses again on that day, or when the phone does not send its clock', async () => {
    const [again, silent] = [await moved(), await moved()];
    app.t.setNow(new Date(sentAt));
    expect((await mark(again, { reason: 'not-out', pressedAt: '2026-11-24T14:59:00.000Z', sentAt })).status).toBe(200);
    expect((await mark(silent, { reason: 'not-out', pressedAt })).status).toBe(200);
    expect((await rowOf(app.t, silent)).settledAt?.toISOString()).toBe(sentAt);
  });

  it('can still be completed: the bags are gone', async () => {
    const id = await moved();
    app.t.setNow(new Date(sentAt));
    const answer = await app.complete([id], { pressedAt, sentAt });
    expect(answer.body).toMatchObject({ completed: 1, ignoredIds: [] });
  });
});

describe('PATCH /api/driver/pickups/:id/note', () => {
  it("refuses a stranger, a wrong role, another driver's stop, tomorrow's stop and a cancelled one", async () => {
    const [id, future, cancelled] = [await app.stop(), await app.stop(1), await app.stop()];
    expect((await app.t.call('PATCH', `/api/driver/pickups/${id}/note`, { body: { driverNotes: 'x' } })).status).toBe(
      401,
    );
    expect((await note(id, 'x', app.customer.token)).status).toBe(403);
    const other = await makeDriver(app.t);
    expect((await note(id, 'x', other.token)).status).toBe(404);
    expect((await note(future, 'x')).status).toBe(409);
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    expect(await note(cancelled, 'x')).toMatchObject({
      status: 409,
      body: { message: 'This stop is cancelled and takes no note.' },
    });
    expect((await note(id, 7)).status).toBe(400);
    expect((await note(id, 'x'.repeat(501))).status).toBe(400);
    for (const each of [id, future, cancelled]) expect((await rowOf(app.t, each)).driverNotes).toBeNull();
  });

  it('is saved, changed and removed, with one audit line each', async () => {
    const id = await app.stop();
    expect(await note(id, ' Behind the shed ')).toMatchObject({
      status: 200,
      body: { driverNotes: 'Behind the shed' },
    });
    expect((await note(id, 'Behind the shed')).status).toBe(200);
    expect((await note(id, '')).body.driverNotes).toBeNull();
    expect((await note(id, '')).status).toBe(200);
    const lines = (await trail(id)).filter(({ action }) => action === 'noted');
    expect(lines).toMatchObject([{ details: {} }, { details: { note: 'Behind the shed' } }]);
  });

  it('can be added to a completed and to an incomplete stop', async () => {
    const [done, undone] = [await app.stop(), await app.stop()];
    await app.complete([done]);
    await mark(undone);
    for (const id of [done, undone]) expect((await note(id, 'Two bags torn')).status).toBe(200);
    expect(await rowOf(app.t, done)).toMatchObject({ status: 'completed', driverNotes: 'Two bags torn' });
    expect(await rowOf(app.t, undone)).toMatchObject({ status: 'incomplete', incompleteReason: 'no-access' });
  });

  it('is refused once the driver is no longer a driver', async () => {
    const id = await app.stop();
    await app.t.call('PATCH', `/api/admin/users/${app.driver.id}/role`, {
      token: app.admin.token,
      body: { role: 'customer' },
    });
    expect((await note(id, 'x')).status).toBe(403);
    expect((await mark(id)).status).toBe(403);
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'pending', driverNotes: null });
  });
});
