import { describe, expect, it } from 'vitest';
import { makeDriver } from '../../tests/support/accounts/people.ts';
import { setUpDriverApp } from '../../tests/support/driver/driver-app.ts';
import { assign, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';

/** A Saturday, 08:00 in New York. The clocks go back the next day. */
const saturday = new Date('2026-10-31T12:00:00Z');
const app = setUpDriverApp(saturday);

const complete = (pickupIds: string[], pressedAt?: string) => app.complete(pickupIds, { pressedAt });
const doneAt = async (id: string) => (await rowOf(app.t, id)).completedAt?.toISOString();

describe('a completion that the phone sends late', () => {
  it('completes the stop at the time the driver pressed', async () => {
    const id = await app.stop();
    app.t.setNow(new Date('2026-10-31T20:00:00Z'));
    const answer = await complete([id], '2026-10-31T14:05:00.000Z');
    expect(answer.body).toMatchObject({ completed: 1, pickups: [{ id, completedAt: '2026-10-31T14:05:00.000Z' }] });
    expect(await doneAt(id)).toBe('2026-10-31T14:05:00.000Z');
  });

  it('keeps its first time when it is sent again, in parallel or with another time', async () => {
    const id = await app.stop();
    app.t.setNow(new Date('2026-10-31T20:00:00Z'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete([id], '2026-10-31T14:05:00.000Z')));
    expect(answers.reduce((sum, { body }) => sum + body.completed, 0)).toBe(1);
    expect((await complete([id], '2026-10-31T15:00:00.000Z')).body).toMatchObject({ completed: 0, ignoredIds: [] });
    expect(await doneAt(id)).toBe('2026-10-31T14:05:00.000Z');
    const trail = await app.t.db
      .selectFrom('audit_log')
      .select('id')
      .where('subjectId', '=', id)
      .where('action', '=', 'completed')
      .execute();
    expect(trail).toHaveLength(1);
  });

  it.each([
    ['in the future', '2026-10-31T12:00:01.000Z'],
    ['next year', '2027-10-31T12:00:00.000Z'],
    ['before its day', '2026-10-31T03:59:59.999Z'],
    ['1970', '1970-01-01T00:00:00.000Z'],
  ])("completes the stop now when the phone's time is implausible: %s", async (_what, pressedAt) => {
    const id = await app.stop();
    expect((await complete([id], pressedAt)).body).toMatchObject({ completed: 1 });
    expect(await doneAt(id)).toBe(saturday.toISOString());
  });

  it('checks each stop by its own day', async () => {
    const overdue = await app.stop();
    app.t.setNow(new Date('2026-11-01T15:00:00Z'));
    const today = await app.stop();
    await complete([overdue, today], '2026-10-31T22:00:00.000Z');
    expect(await doneAt(overdue)).toBe('2026-10-31T22:00:00.000Z');
    expect(await doneAt(today)).toBe('2026-11-01T15:00:00.000Z');
  });

  it('counts for the day before when pressed before midnight, also when the clocks go back', async () => {
    const [before, first, last] = [await app.stop(), await app.stop(1), await app.stop(1)];
    // Sunday, 1 November has 25 hours in New York, from 04:00 UTC to 05:00 UTC.
    app.t.setNow(new Date('2026-11-02T06:00:00Z'));
    await complete([before], '2026-11-01T03:59:59.000Z');
    expect(await doneAt(before)).toBe('2026-11-01T03:59:59.000Z');
    await complete([first], '2026-11-01T04:00:00.000Z');
    expect(await doneAt(first)).toBe('2026-11-01T04:00:00.000Z');
    await complete([last], '2026-11-02T04:59:59.000Z');
    expect(await doneAt(last)).toBe('2026-11-02T04:59:59.000Z');
  });

  it('starts its day at midnight when the clocks go forward', async () => {
    app.t.setNow(new Date('2027-03-14T04:30:00Z'));
    // It is 23:30 on Saturday, and Sunday has 23 hours.
    const [early, id] = [await app.stop(1), await app.stop(1)];
    app.t.setNow(new Date('2027-03-14T20:00:00Z'));
    await complete([early], '2027-03-14T04:59:59.000Z');
    expect(await doneAt(early)).toBe('2027-03-14T20:00:00.000Z');
    await complete([id], '2027-03-14T05:00:00.000Z');
    expect(await doneAt(id)).toBe('2027-03-14T05:00:00.000Z');
  });

  it.each(['yesterday', '', '2026-10-31T09:00:00+14:00', null, 7, {}])(
    'is never refused for the time %j',
    async (pressedAt) => {
      const id = await app.stop();
      expect((await complete([id], pressedAt as string)).body).toMatchObject({ completed: 1 });
      expect((await rowOf(app.t, id)).status).toBe('completed');
    },
  );
});

describe('a phone whose clock is wrong', () => {
  const send = (id: string, pressedAt: string, sentAt: unknown) => app.complete([id], { pressedAt, sentAt });
  const cases = [
    ['two hours slow, with signal', '2026-10-31T18:00:00.000Z', '2026-10-31T18:00:01.000Z', '19:59:59'],
    ['two hours fast, after an hour', '2026-10-31T21:00:00.000Z', '2026-10-31T22:00:00.000Z', '19:00:00'],
    ['years slow', '2020-01-01T00:00:00.000Z', '2020-01-01T00:30:00.000Z', '19:30:00'],
    ['right, a minute under way', '2026-10-31T18:00:00.000Z', '2026-10-31T19:59:00.000Z', '18:00:00'],
    ['put back since', '2026-10-31T21:00:00.000Z', '2026-10-31T20:00:00.000Z', '20:00:00'],
    ['slow, before the day', '2026-10-29T18:00:00.000Z', '2026-10-31T18:00:00.000Z', '20:00:00'],
  ] as const;
  it('still gives the time when the stop was done', async () => {
    for (const [clock, pressedAt, sentAt, doneAtTime] of cases) {
      const id = await app.stop();
      app.t.setNow(new Date('2026-10-31T20:00:00Z'));
      expect((await send(id, pressedAt, sentAt)).body).toMatchObject({ completed: 1 });
      expect(await doneAt(id), clock).toBe(`2026-10-31T${doneAtTime}.000Z`);
    }
  });

  it('is never refused, whatever time it sends', async () => {
    for (const sentAt of ['yesterday', '', null, 7, {}, '+275760-09-13T00:00:00.000Z']) {
      const id = await app.stop();
      app.t.setNow(new Date('2026-10-31T20:00:00Z'));
      expect((await send(id, '2026-10-31T14:05:00.000Z', sentAt)).body).toMatchObject({ completed: 1 });
    }
    const id = await app.stop();
    const response = await app.t.app.inject({
      ...{ method: 'POST', url: '/api/driver/complete-bulk' },
      headers: { authorization: `Bearer ${app.driver.token}`, 'content-type': 'application/json' },
      payload: `{"pickupIds":["${id}"],"sentAt":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    });
    expect(response.json()).toMatchObject({ completed: 1 });
  });
});

describe('an incomplete stop', () => {
  const giveUp = (id: string, pressedAt?: string, sentAt?: string) =>
    app.t.call('POST', `/api/driver/pickups/${id}/incomplete`, {
      token: app.driver.token,
      body: { reason: 'no-access', pressedAt, sentAt },
    });
  const settledAt = async (id: string) => (await rowOf(app.t, id)).settledAt?.toISOString();

  it('was visited when the driver pressed, not when the request arrived', async () => {
    const [first, later] = [await app.stop(), await app.stop()];
    app.t.setNow(new Date('2026-10-31T20:00:00Z'));
    await complete([later], '2026-10-31T14:05:00.000Z');
    expect((await giveUp(first, '2026-10-31T13:30:00.000Z')).status).toBe(200);
    expect(await settledAt(first)).toBe('2026-10-31T13:30:00.000Z');
    expect(await settledAt(later)).toBe('2026-10-31T14:05:00.000Z');
  });

  it("uses our clock when the phone's is wrong, and now when the time is implausible", async () => {
    const [slow, old, silent] = [await app.stop(), await app.stop(), await app.stop()];
    app.t.setNow(new Date('2026-10-31T20:00:00Z'));
    await giveUp(slow, '2026-10-31T12:30:00.000Z', '2026-10-31T18:00:00.000Z');
    await giveUp(old, '1970-01-01T00:00:00.000Z');
    await giveUp(silent);
    expect(await settledAt(slow)).toBe('2026-10-31T14:30:00.000Z');
    expect(await settledAt(old)).toBe('2026-10-31T20:00:00.000Z');
    expect(await settledAt(silent)).toBe('2026-10-31T20:00:00.000Z');
  });
});

describe('a stop without a date', () => {
  it("is on today's list and can be completed", async () => {
    const id = await app.stop();
    await app.t.db.updateTable('pickups').set({ scheduledDate: null }).where('id', '=', id).execute();
    const { body } = await app.t.call('GET', '/api/driver/route', { token: app.driver.token });
    expect(body['2026-10-31'].pickups).toMatchObject([{ id }]);
    expect((await complete([id])).body).toMatchObject({ completed: 1, ignoredIds: [] });
    expect((await rowOf(app.t, id)).status).toBe('completed');
  });
});

describe('a stop that a dispatcher changed meanwhile', () => {
  it('is returned as ignored when it was reassigned, and as done when the dispatcher completed it', async () => {
    const other = await makeDriver(app.t);
    const [cancelled, moved, given, completed, mine] = [
      await app.stop(),
      await app.stop(),
      await app.stop(),
      await app.stop(),
      await app.stop(),
    ];
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    expect((await reschedule(app.t, app.admin, moved, 3)).status).toBe(200);
    await assign(app.t, app.admin, given, other);
    await app.t.call('PATCH', `/api/admin/complete-pickup/${completed}`, { token: app.admin.token });
    const answer = await complete([cancelled, moved, given, completed, mine], saturday.toISOString());
    expect(answer.body).toMatchObject({ completed: 1, pickups: [{ id: mine }] });
    expect(answer.body.ignoredIds.sort()).toEqual([cancelled, moved, given].sort());
    expect(await rowOf(app.t, moved)).toMatchObject({ status: 'assigned', completedAt: null });
    expect(await rowOf(app.t, given)).toMatchObject({ status: 'assigned', driverId: other.id });
  });

  it("stays the dispatcher's when its day has not come", async () => {
    const id = await app.stop(1);
    await app.t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: app.admin.token });
    expect((await complete([id])).body).toMatchObject({ completed: 0, ignoredIds: [id], takenAway: [] });
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'completed', resolvedBy: app.admin.id });
  });

  it('is completed once, whichever request wins', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => app.stop()));
    const [answer, ...byAdmin] = await Promise.all([
      complete(ids),
      ...ids.map((id) => app.t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: app.admin.token })),
    ]);
    expect(answer.body.ignoredIds).toEqual([]);
    for (const { status } of byAdmin) expect(status).toBe(200);
    const trail = await app.t.db
      .selectFrom('audit_log')
      .select('id')
      .where('subjectId', 'in', ids)
      .where('action', '=', 'completed')
      .execute();
    expect(trail).toHaveLength(ids.length);
  });
});
