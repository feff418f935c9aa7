import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeDriver } from '../../tests/support/accounts/people.ts';
import { setUpDriverApp } from '../../tests/support/driver/driver-app.ts';
import { assign, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';

/** Requests that a phone sends again with the same key because the response was lost. */

const monday = new Date('2026-11-23T14:00:00Z');
const tuesday = new Date('2026-11-24T14:00:00Z');
const app = setUpDriverApp(monday);

const keyed = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {});
const mark = (id: string, key: string | undefined, token = app.driver.token) =>
  app.t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token, body: { reason: 'no-access' }, ...keyed(key) });
const note = (id: string, driverNotes: string, key?: string) =>
  app.t.call('PATCH', `/api/driver/pickups/${id}/note`, {
    token: app.driver.token,
    body: { driverNotes },
    ...keyed(key),
  });
const timesTold = async () => {
  await app.t.runJobs();
  const { body } = await app.t.call('GET', '/api/notifications', { token: app.customer.token });
  return body.notifications.filter(({ type }: { type: string }) => type === 'pickup_incomplete').length;
};

describe('an Incomplete that is sent again', () => {
  it('changes nothing after the dispatcher has rescheduled the stop to today', async () => {
    const [id, key] = [await app.stop(), randomUUID()];
    expect((await mark(id, key)).status).toBe(200);
    expect((await reschedule(app.t, app.admin, id, 0)).status).toBe(200);
    expect(await mark(id, key)).toMatchObject({
      status: 200,
      body: { id, status: 'assigned', incompleteReason: null },
    });
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'assigned', incompleteReason: null });
    expect(await timesTold()).toBe(1);
    // A new press has a new key.
    expect(await mark(id, randomUUID())).toMatchObject({ status: 200, body: { status: 'incomplete' } });
    expect(await timesTold()).toBe(2);
  });

  it('returns success on the day before its new date, and on it', async () => {
    const [id, key] = [await app.stop(), randomUUID()];
    await mark(id, key);
    await reschedule(app.t, app.admin, id, 1);
    for (const now of [monday, tuesday]) {
      app.t.setNow(now);
      expect(await mark(id, key)).toMatchObject({ status: 200, body: { status: 'assigned' } });
    }
    expect((await rowOf(app.t, id)).status).toBe('assigned');
  });

  it("returns success when the stop was reassigned, and leaves the other driver's stop alone", async () => {
    const [id, key, other] = [await app.stop(), randomUUID(), await makeDriver(app.t)];
    await mark(id, key);
    await reschedule(app.t, app.admin, id, 0);
    await assign(app.t, app.admin, id, other);
    expect((await mark(id, key)).status).toBe(200);
    expect((await mark(id, randomUUID())).status).toBe(404);
    expect(await rowOf(app.t, id)).toMatchObject({ status: 'assigned', driverId: other.id });
    expect(await mark(id, key, other.token)).toMatchObject({ status: 200, body: { status: 'incomplete' } });
  });

  it('happens once when sent in parallel, and not at all after a refusal', async () => {
    const [id, key] = [await app.stop(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => mark(id, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await timesTold()).toBe(1);
    const [later, another] = [await app.stop(1), randomUUID()];
    expect((await mark(later, another)).status).toBe(409);
    app.t.setNow(tuesday);
    expect(await mark(later, another)).toMatchObject({ status: 200, body: { status: 'incomplete' } });
  });

  it('refuses the key of another stop or action, and a key that is too long', async () => {
    const [id, other, key] = [await app.stop(), await app.stop(), randomUUID()];
    await mark(id, key);
    for (const answer of [await mark(other, key), await note(id, 'Gate', key)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    }
    expect((await mark(other, 'x'.repeat(256))).status).toBe(400);
    expect(await rowOf(app.t, other)).toMatchObject({ status: 'assigned' });
  });

  it('marks one of two stops that are sent in parallel with the same key', async () => {
    const [ids, key] = [[await app.stop(), await app.stop()], randomUUID()];
    const answers = await Promise.all(ids.map((id) => mark(id, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rows = await Promise.all(ids.map((id) => rowOf(app.t, id)));
    expect(rows.map(({ status }) => status)).toEqual(
      answers.map(({ status }) => (status === 200 ? 'incomplete' : 'assigned')),
    );
  });

  it('is recognized for a month, and works without a key', async () => {
    const [id, key] = [await app.stop(), randomUUID()];
    await mark(id, key);
    await reschedule(app.t, app.admin, id, 0);
    await app.t.db
      .updateTable('idempotency_keys')
      .set({ createdAt: new Date('2026-10-25T14:00:00Z') })
      .execute();
    await app.t.services.jobs.enqueue(app.t.db, 'sweep-idempotency-keys', {});
    await app.t.runJobs();
    expect(await mark(id, key)).toMatchObject({ status: 200, body: { status: 'assigned' } });
    expect(await mark(id, undefined)).toMatchObject({ status: 200, body: { status: 'incomplete' } });
  });
});

describe('a note that is sent again', () => {
  it('does not replace a newer note, nor count when it repeats the current one', async () => {
    const [id, first, same] = [await app.stop(), randomUUID(), randomUUID()];
    await note(id, 'Side gate', first);
    await note(id, 'Side gate', same);
    await note(id, 'Front door', randomUUID());
    for (const key of [first, same]) {
      expect(await note(id, 'Side gate', key)).toMatchObject({ status: 200, body: { driverNotes: 'Front door' } });
    }
    expect(await note(id, 'Side gate')).toMatchObject({ status: 200, body: { driverNotes: 'Side gate' } });
  });
});

describe('text that PostgreSQL cannot store', () => {
  it.each(['a\u0000b', 'half \ud83d', '\udc4d half'])('is refused with a message: %j', async (text) => {
    const id = await app.stop();
    const message = 'Please remove the invisible characters and try again.';
    const refused = { status: 400, body: { message } };
    expect(await note(id, text)).toMatchObject(refused);
    const body = { reason: 'other', note: text };
    expect(
      await app.t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: app.driver.token, body }),
    ).toMatchObject(refused);
    const moved = { newDate: '2026-11-25', shouldEmailCustomer: false, reason: text };
    expect(
      await app.t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token: app.admin.token, body: moved }),
    ).toMatchObject(refused);
    expect((await note(id, 'whole 👍')).status).toBe(200);
  });
});
