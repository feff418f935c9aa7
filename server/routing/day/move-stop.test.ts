import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookAt, eastOf, south } from '../../../tests/support/routing/located-stops.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
let routeId: string;
let stops: [string, string, string, string];
beforeEach(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  for (const spot of [0, 1, 2, 3]) await bookAt(t, customer.token, eastOf(south, spot));
  const [route] = (await post('/api/admin/optimize-package-route')).body.routes;
  routeId = route.id;
  stops = idsOf(route) as typeof stops;
  return async () => await t.close();
});

const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const move = (body: unknown, id = routeId, token = admin.token) =>
  post(`/api/admin/routes/${id}/move-stop`, body, token);
const idsOf = (route: { pickups: { id: string }[] }) => route.pickups.map(({ id }) => id);

describe('moveStop', () => {
  it('is allowed for dispatchers only, for existing routes and stops in them', async () => {
    const body = { pickupId: stops[0], position: 2 };
    expect((await move(body, routeId, '')).status).toBe(401);
    expect((await move(body, routeId, driver.token)).status).toBe(403);
    expect((await move(body, randomUUID())).status).toBe(404);
    expect(await move({ ...body, pickupId: randomUUID() })).toMatchObject({
      status: 409,
      body: { message: 'This stop is no longer in the route.' },
    });
    expect((await move({ ...body, position: 0 })).body).toMatchObject({ message: 'Please choose a position' });
    expect((await move({ position: 1 })).status).toBe(400);
  });

  it('moves and pins the stop, and moves the others to make room', async () => {
    const { status, body } = await move({ pickupId: stops[3], position: 2 });
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([stops[0], stops[3], stops[1], stops[2]]);
    expect(body.pickups.map(({ isPinned }: { isPinned: boolean }) => isPinned)).toEqual([false, true, false, false]);
    const times = body.pickups.map(({ estimatedArrival }: { estimatedArrival: string }) => estimatedArrival);
    expect(times).toEqual(times.toSorted());
    const { body: far } = await move({ pickupId: stops[0], position: 99, isPinned: false });
    expect(idsOf(far)).toEqual([stops[3], stops[1], stops[2], stops[0]]);
    const query = { subject: 'pickup', id: stops[3] };
    const { body: trail } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
    expect(trail[0]).toMatchObject({ action: 'pinned', details: { stop: '2' } });
  });

  it('keeps a pinned stop in place when routes are optimized, until it is unpinned', async () => {
    await move({ pickupId: stops[3], position: 1 });
    const [pinned] = (await post('/api/admin/optimize-package-route')).body.routes;
    expect(idsOf(pinned)[0]).toBe(stops[3]);
    await move({ pickupId: stops[3], position: 1, isPinned: false });
    const [free] = (await post('/api/admin/optimize-package-route')).body.routes;
    expect([stops, stops.toReversed()]).toContainEqual(idsOf(free));
  });

  it('keeps resolved stops in front and returns 409 for moving one', async () => {
    await post('/api/driver/complete-bulk', { pickupIds: [stops[0]] }, driver.token);
    const { body } = await move({ pickupId: stops[3], position: 1 });
    expect(idsOf(body)).toEqual([stops[0], stops[3], stops[1], stops[2]]);
    expect(await move({ pickupId: stops[0], position: 2 })).toMatchObject({ status: 409 });
  });

  it('leaves each stop exactly one place when moves run in parallel', async () => {
    const responses = await Promise.all(stops.map((pickupId, index) => move({ pickupId, position: 4 - index })));
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const [route] = (await t.call('GET', '/api/admin/routes', { token: admin.token })).body;
    expect(route.pickups.map(({ routeOrder }: { routeOrder: number }) => routeOrder)).toEqual([1, 2, 3, 4]);
    expect(idsOf(route).sort()).toEqual(stops.toSorted());
  });
});
