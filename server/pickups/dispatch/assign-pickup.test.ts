import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
let otherDriver: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer, driver, otherDriver] = await Promise.all([
    makeAdmin(t),
    makeCustomer(t),
    makeDriver(t),
    makeDriver(t),
  ]);
});
afterAll(async () => await t.close());

const assign = (pickupId: string, driverId: unknown, token = admin.token) =>
  t.call('POST', `/api/admin/pickups/${pickupId}/assign`, { token, body: { driverId } });
const patch = (path: string, pickupId: string, body?: unknown) =>
  t.call('PATCH', `/api/admin/${path}/${pickupId}`, { token: admin.token, body });

describe('POST /api/admin/pickups/:id/assign', () => {
  it('refuses a stranger, a customer and a driver', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect((await t.call('POST', `/api/admin/pickups/${id}/assign`, { body: { driverId: driver.id } })).status).toBe(
      401,
    );
    expect((await assign(id, driver.id, customer.token)).status).toBe(403);
    expect((await assign(id, driver.id, driver.token)).status).toBe(403);
  });

  it('refuses an unknown pickup and an account that is not a driver', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect(await assign(randomUUID(), driver.id)).toMatchObject({ status: 404, body: { message: 'Pickup not found' } });
    expect(await assign(id, customer.id)).toMatchObject({ status: 404, body: { message: 'Driver not found' } });
    expect(await assign(id, 'nobody')).toMatchObject({ status: 400, body: { message: 'Please choose a driver' } });
    expect((await assign(id, undefined)).status).toBe(400);
  });

  it('refuses a completed pickup', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await assign(id, driver.id);
    await patch('complete-pickup', id, { status: 'completed' });
    expect(await assign(id, otherDriver.id)).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
  });

  it('assigns a pending pickup, changes nothing for the same driver, and reassigns it to another', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    const first = await assign(id, driver.id);
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: 'assigned',
        driverId: driver.id,
        driverUsername: driver.username,
        customerUsername: customer.username,
        customerName: 'Pat Example',
        customerEmail: customer.email,
        driverName: 'Pat Example',
      },
    });
    expect((await assign(id, driver.id)).body.updatedAt).toBe(first.body.updatedAt);
    expect(await assign(id, otherDriver.id)).toMatchObject({ status: 200, body: { driverId: otherDriver.id } });
  });

  it('notifies each driver once for 20 parallel requests, and never reassigns without a notice', async () => {
    const { id } = await bookUnpaid(t, customer.token, { address: '20 Presses' });
    const same = await Promise.all(Array.from({ length: 20 }, () => assign(id, driver.id)));
    expect(same.every((response) => response.status === 200)).toBe(true);
    await t.runJobs();
    const notices = (await t.call('GET', '/api/notifications', { token: driver.token })).body.notifications;
    expect(notices.filter((notice: { message: string }) => notice.message.startsWith('20 Presses'))).toHaveLength(1);

    const { id: contested } = await bookUnpaid(t, customer.token);
    const responses = await Promise.all([assign(contested, driver.id), assign(contested, otherDriver.id)]);
    const statuses = responses.map((response) => response.status).sort();
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(statuses);
  });

  it('returns 409 when another dispatcher reassigned the pickup first', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await assign(id, driver.id);
    const third = await makeDriver(t);
    const response = await overtaken(
      t.db,
      () => assign(id, third.id),
      (trx) => trx.updateTable('pickups').set({ driverId: otherDriver.id }).where('id', '=', id).execute(),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const { driverId } = await t.db
      .selectFrom('pickups')
      .select('driverId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(driverId).toBe(otherDriver.id);
  });

  it('notifies the customer and the driver', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await assign(id, driver.id);
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: driver.token });
    expect(body.notifications[0]).toMatchObject({ title: 'New stop', actionUrl: '/driver' });
  });
});

describe('complete, issue and incomplete', () => {
  const moves = [
    ['complete-pickup', 'completed'],
    ['pickup-issue', 'issue'],
    ['pickup-incomplete', 'incomplete'],
  ] as const;

  it.each(moves)('%s returns 409 from pending, 400 for another status, then 200 twice', async (path, status) => {
    const { id } = await bookUnpaid(t, customer.token);
    expect(await patch(path, id)).toMatchObject({ status: 409 });
    await assign(id, driver.id);
    expect(await patch(path, id, { status: 'pending' })).toMatchObject({ status: 400 });
    expect(await patch(path, id, { status })).toMatchObject({ status: 200, body: { status } });
    expect(await patch(path, id)).toMatchObject({ status: 200, body: { status } });
    expect((await patch(path, randomUUID())).status).toBe(404);
  });

  it('let one of two contradicting requests win and return 409 for the other', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await bookUnpaid(t, customer.token);
      await assign(id, driver.id);
      const responses = await Promise.all([patch('complete-pickup', id), patch('pickup-issue', id)]);
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
    }
  });
});

describe('GET /api/admin/pickups', () => {
  it('filters, searches, sorts, counts and pages in the database', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      ids.push((await bookUnpaid(t, customer.token, { address: `${count} Tasker_St %` })).id);
    }
    const list = (query: Record<string, string>) => t.call('GET', '/api/admin/pickups', { token: admin.token, query });
    const first = await list({ q: 'tasker_st %', limit: '2', type: 'one-time,same-day,next-day' });
    expect(first.body.map((pickup: { id: string }) => pickup.id)).toEqual([ids[4], ids[3]]);
    expect(first.headers['x-total-count']).toBe('5');
    const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await t.call('GET', next, { token: admin.token })).body.map((pickup: { id: string }) => pickup.id)).toEqual(
      [ids[2], ids[1]],
    );
    expect((await list({ q: 'taskerXst' })).body).toEqual([]);
    expect((await list({ q: 'TASKER', sort: 'oldest', limit: '1' })).body[0].id).toBe(ids[0]);
    expect((await list({ q: customer.username.toUpperCase(), status: 'pending', limit: '1' })).body).toHaveLength(1);
    expect((await list({ q: 'tasker', status: 'completed,issue' })).body).toEqual([]);
    expect((await list({ status: 'gone' })).status).toBe(400);
  });

  it('counts requests for the filters', async () => {
    const { body } = await t.call('GET', '/api/admin/request-counts', { token: admin.token });
    expect(body).toMatchObject({ pending: expect.any(Number), sameDay: expect.any(Number), nextDay: 0 });
    expect(body.all).toBe(body.pending + body.assigned + body.completed + body.issue + body.incomplete);
    const { id } = await bookUnpaid(t, customer.token, { address: '1 Cancelled Way' });
    await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
    const { body: after } = await t.call('GET', '/api/admin/request-counts', { token: admin.token });
    expect(after).toEqual({ ...body, cancelled: body.cancelled + 1 });
  });
});

describe('GET /api/admin/pickups by type', () => {
  it('filters by three types that include the subscription, and by all others', async () => {
    const { id } = await bookUnpaid(t, customer.token, { address: '1 Type Way' });
    const list = async (type: string) =>
      (await t.call('GET', '/api/admin/pickups', { token: admin.token, query: { type, q: 'type way' } })).body;
    expect(await list('same-day,next-day,one-time')).toMatchObject([{ id, serviceType: 'same-day' }]);
    expect(await list('subscription,next-day,one-time')).toEqual([]);
    expect(await list('same-day')).toMatchObject([{ id }]);
  });

  it('searches for fewer than three letters', async () => {
    const { id } = await bookUnpaid(t, customer.token, { address: 'Zq' });
    const { body, headers } = await t.call('GET', '/api/admin/pickups', { token: admin.token, query: { q: 'zq' } });
    expect(body).toMatchObject([{ id }]);
    expect(headers['x-total-count']).toBe('1');
  });
});
