import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { makeDriver } from '../../../tests/support/accounts/people.ts';
import { setUpDriverApp } from '../../../tests/support/driver/driver-app.ts';
import { assign, reschedule, rowOf } from '../../../tests/support/pickups/stops.ts';
import { boardOf } from '../../../tests/support/routing/board.ts';
import { trailOf } from '../../../tests/support/trail.ts';

const monday = new Date('2026-11-23T14:00:00Z');
const app = setUpDriverApp(monday);

const count = (id: string, body: unknown, { token = app.driver.token, key }: { token?: string; key?: string } = {}) =>
  app.t.call('PATCH', `/api/driver/pickups/${id}/bags`, {
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const trail = (id: string) => trailOf(app.t, app.admin, 'pickup', id);

describe('PATCH /api/driver/pickups/:id/bags', () => {
  it("refuses a stranger, a wrong role, another driver's stop and tomorrow's", async () => {
    const id = await app.stop();
    expect((await app.t.call('PATCH', `/api/driver/pickups/${id}/bags`, { body: { bags: 12 } })).status).toBe(401);
    for (const { token } of [app.customer, app.admin])
      expect((await count(id, { bags: 12 }, { token })).status).toBe(403);
    const { token } = await makeDriver(app.t);
    expect((await count(id, { bags: 12 }, { token })).status).toBe(404);
    expect((await count(randomUUID(), { bags: 12 })).status).toBe(404);
    expect(await count(await app.stop(1), { bags: 12 })).toMatchObject({ status: 409, body: { code: 'not_due' } });
    for (const bags of [-1, 1000, 1.5, '12', undefined]) expect((await count(id, { bags })).status).toBe(400);
    expect((await rowOf(app.t, id)).countedBags).toBeNull();
  });

  it('refuses a stop that was cancelled or has an issue, and a count from before the stop was moved to its day', async () => {
    const [cancelled, issue, moved] = [await app.stop(), await app.stop(), await app.stop(1)];
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    await app.t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: app.admin.token });
    for (const id of [cancelled, issue]) {
      expect(await count(id, { bags: 12 })).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    }
    const sentAt = new Date('2026-11-24T15:00:00Z');
    app.t.setNow(sentAt);
    const press = { pressedAt: monday.toISOString(), sentAt: sentAt.toISOString() };
    expect(await count(moved, { bags: 12, ...press })).toMatchObject({ status: 409, body: { code: 'not_due' } });
    expect(
      (await count(moved, { bags: 12, pressedAt: sentAt.toISOString(), sentAt: sentAt.toISOString() })).status,
    ).toBe(200);
  });

  it('shows the count to driver and dispatcher, and neither count nor another price to the customer', async () => {
    const id = await app.stop();
    const { bagCount, amount } = await rowOf(app.t, id);
    await app.complete([id]);
    expect(await count(id, { bags: 12 })).toMatchObject({ status: 200, body: { bagCount, countedBags: 12, amount } });
    const list = await app.t.call('GET', '/api/admin/pickups', {
      token: app.admin.token,
      query: { status: 'completed' },
    });
    expect(list.body).toContainEqual(expect.objectContaining({ id, bagCount, countedBags: 12, amount }));
    const { columns } = await boardOf(app.t, app.admin).read(dateKeyOf(monday));
    expect(columns.find(({ driverId }: { driverId: string }) => driverId === app.driver.id)).toMatchObject({
      bags: 12,
      stops: [{ id, bagCount, countedBags: 12 }],
    });
    const own = await app.t.call('GET', '/api/pickups', { token: app.customer.token });
    expect(own.body).toMatchObject([{ id, bagCount, countedBags: null, amount }]);
    const details = { bags: '12', booked: String(bagCount) };
    expect(await trail(id)).toContainEqual(expect.objectContaining({ action: 'bags_counted', details }));
    expect((await app.t.call('GET', '/api/driver/stats', { token: app.driver.token })).body.completedBags).toBe(12);
  });

  it('is removed by null and by the booked number', async () => {
    const id = await app.stop();
    const { bagCount } = await rowOf(app.t, id);
    for (const bags of [null, bagCount]) {
      await count(id, { bags: 0 });
      expect((await rowOf(app.t, id)).countedBags).toBe(0);
      expect((await count(id, { bags })).body.countedBags).toBeNull();
    }
  });

  it('is saved once: sent again with its key it neither replaces a later count nor adds a line', async () => {
    const id = await app.stop();
    const key = randomUUID();
    await count(id, { bags: 12 }, { key });
    await count(id, { bags: 14 }, { key: randomUUID() });
    expect(await count(id, { bags: 12 }, { key })).toMatchObject({ status: 200, body: { countedBags: 14 } });
    const lines = (await trail(id)).filter(({ action }) => action === 'bags_counted');
    expect(lines).toHaveLength(2);
    expect((await count(await app.stop(), { bags: 12 }, { key })).status).toBe(409);
  });

  it('is gone when the stop goes to another day or driver, who counts again', async () => {
    const [moved, given] = [await app.stop(), await app.stop()];
    for (const id of [moved, given]) await count(id, { bags: 12 });
    await reschedule(app.t, app.admin, moved, 2);
    await assign(app.t, app.admin, given, await makeDriver(app.t));
    for (const id of [moved, given]) expect((await rowOf(app.t, id)).countedBags).toBeNull();
  });
});
