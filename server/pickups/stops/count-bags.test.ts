import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../../tests/support/people.ts';
import { assign, makeStop, reschedule, rowOf } from '../../../tests/support/stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
const monday = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  customer = await makeCustomer(t);
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const stop = (daysAhead = 0) => makeStop(t, { customer, admin, driver, daysAhead });
const count = (id: string, body: unknown, { token = driver.token, key }: { token?: string; key?: string } = {}) =>
  t.call('PATCH', `/api/driver/pickups/${id}/bags`, {
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const complete = (id: string) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
const trailOf = async (id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'pickup', id } })).body;

describe('PATCH /api/driver/pickups/:id/bags', () => {
  it("refuses a stranger, a wrong role, another driver's stop and tomorrow's", async () => {
    const id = await stop();
    expect((await t.call('PATCH', `/api/driver/pickups/${id}/bags`, { body: { bags: 12 } })).status).toBe(401);
    for (const { token } of [customer, admin]) expect((await count(id, { bags: 12 }, { token })).status).toBe(403);
    const { token } = await makeDriver(t);
    expect((await count(id, { bags: 12 }, { token })).status).toBe(404);
    expect((await count(randomUUID(), { bags: 12 })).status).toBe(404);
    expect(await count(await stop(1), { bags: 12 })).toMatchObject({ status: 409, body: { code: 'not_due' } });
    for (const bags of [-1, 1000, 1.5, '12', undefined]) expect((await count(id, { bags })).status).toBe(400);
    expect((await rowOf(t, id)).countedBags).toBeNull();
  });

  it('refuses a stop that was cancelled or has an issue, and a count from before the stop was moved to its day', async () => {
    const [cancelled, issue, moved] = [await stop(), await stop(), await stop(1)];
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    await t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: admin.token });
    for (const id of [cancelled, issue]) {
      expect(await count(id, { bags: 12 })).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    }
    const sentAt = new Date('2026-11-24T15:00:00Z');
    t.setNow(sentAt);
    const press = { pressedAt: monday.toISOString(), sentAt: sentAt.toISOString() };
    expect(await count(moved, { bags: 12, ...press })).toMatchObject({ status: 409, body: { code: 'not_due' } });
    expect(
      (await count(moved, { bags: 12, pressedAt: sentAt.toISOString(), sentAt: sentAt.toISOString() })).status,
    ).toBe(200);
  });

  it('shows the count to driver and dispatcher, and neither count nor another price to the customer', async () => {
    const id = await stop();
    const { bagCount, amount } = await rowOf(t, id);
    await complete(id);
    expect(await count(id, { bags: 12 })).toMatchObject({ status: 200, body: { bagCount, countedBags: 12, amount } });
    const list = await t.call('GET', '/api/admin/pickups', { token: admin.token, query: { status: 'completed' } });
    expect(list.body).toContainEqual(expect.objectContaining({ id, bagCount, countedBags: 12, amount }));
    const own = await t.call('GET', '/api/pickups', { token: customer.token });
    expect(own.body).toMatchObject([{ id, bagCount, countedBags: null, amount }]);
    const details = { bags: '12', booked: String(bagCount) };
    expect(await trailOf(id)).toContainEqual(expect.objectContaining({ action: 'bags_counted', details }));
    expect((await t.call('GET', '/api/driver/stats', { token: driver.token })).body.completedBags).toBe(12);
  });

  it('is taken back by null and by what was booked', async () => {
    const id = await stop();
    const { bagCount } = await rowOf(t, id);
    for (const bags of [null, bagCount]) {
      await count(id, { bags: 0 });
      expect((await rowOf(t, id)).countedBags).toBe(0);
      expect((await count(id, { bags })).body.countedBags).toBeNull();
    }
  });

  it('is saved once: sent again with its key it neither replaces a later count nor adds a line', async () => {
    const id = await stop();
    const key = randomUUID();
    await count(id, { bags: 12 }, { key });
    await count(id, { bags: 14 }, { key: randomUUID() });
    expect(await count(id, { bags: 12 }, { key })).toMatchObject({ status: 200, body: { countedBags: 14 } });
    const lines = (await trailOf(id)).filter(({ action }: { action: string }) => action === 'bags_counted');
    expect(lines).toHaveLength(2);
    expect((await count(await stop(), { bags: 12 }, { key })).status).toBe(409);
  });

  it('is gone when the stop goes to another day or driver, who counts again', async () => {
    const [moved, given] = [await stop(), await stop()];
    for (const id of [moved, given]) await count(id, { bags: 12 });
    await reschedule(t, admin, moved, 2);
    await assign(t, admin, given, await makeDriver(t));
    for (const id of [moved, given]) expect((await rowOf(t, id)).countedBags).toBeNull();
  });
});
