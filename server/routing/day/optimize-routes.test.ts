import { setTimeout as pass } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookAt, eastOf, placeAt, south, west } from '../../../tests/support/routing/located-stops.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { RoadDistancesError } from '../../external/roads/road-distances.ts';
import { optimizeRoutes } from './optimize-routes.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** Runs while the routes are being planned. */
let meanwhile: () => Promise<unknown>;
beforeEach(async () => {
  meanwhile = async () => {};
  const roads = {
    async between(): Promise<never> {
      await meanwhile();
      throw new RoadDistancesError('no roads in a test');
    },
  };
  t = await startTestApp({}, { roads });
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  return async () => await t.close();
});

const get = async (path: string, token = admin.token) => (await t.call('GET', path, { token })).body;
const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const optimize = (token = admin.token) => post('/api/admin/optimize-package-route', {}, token);
const assign = (id: string, to: Person) => post(`/api/admin/pickups/${id}/assign`, { driverId: to.id });
const complete = (ids: string[], by = driver) => post('/api/driver/complete-bulk', { pickupIds: ids }, by.token);
const rows = () =>
  t.db
    .selectFrom('pickups')
    .select(['id', 'driverId', 'routeId', 'routeOrder', 'estimatedArrival', 'estimatedDuration', 'status'])
    .orderBy('id')
    .execute();
/** Books stops along a street, in the given order of spots from west to east. */
const bookStreet = async (spots: number[], from = south) => {
  const ids: string[] = [];
  for (const spot of spots) ids.push(await bookAt(t, customer.token, eastOf(from, spot)));
  return ids;
};
const order = async () => {
  const planned = (await rows()).toSorted((a, b) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0));
  return planned.map(({ id }) => id);
};

describe('optimizeRoutes', () => {
  it('returns the miles that the board shows, the sum of what each route shows', async () => {
    for (const [index, person] of [driver, await makeDriver(t), await makeDriver(t)].entries()) {
      for (const id of await bookStreet([index, index + 0.38])) await assign(id, person);
    }
    const { totalMiles, routes, date } = (await optimize()).body;
    expect(routes.map(({ totalDistance }: { totalDistance: string }) => totalDistance)).toEqual([
      '0.30',
      '0.30',
      '0.30',
    ]);
    expect(totalMiles).toBe(0.9);
    expect((await get(`/api/admin/board?date=${date}`)).totals.miles).toBe(totalMiles);
  });

  it('is allowed for dispatchers only, and returns 422 without stops or drivers', async () => {
    expect((await optimize('nobody')).status).toBe(401);
    expect((await optimize(customer.token)).status).toBe(403);
    expect(await optimize()).toMatchObject({ status: 422, body: { message: 'There are no package stops to plan.' } });
    await bookStreet([1]);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', driver.id).execute();
    expect(await optimize()).toMatchObject({
      status: 422,
      body: { message: 'There are no active drivers to plan for.' },
    });
  });

  it('plans once for two presses of the same type, and says which of them got the result of the other', async () => {
    await bookStreet([2, 0, 3, 1]);
    let plans = 0;
    const started = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    meanwhile = async () => {
      plans += 1;
      started.resolve();
      await go.promise;
    };
    const first = optimize();
    await started.promise;
    const second = optimize((await makeAdmin(t)).token);
    const other = post('/api/admin/optimize-subscription-route');
    // Enough time for a second run to start.
    await pass(500);
    expect(plans).toBe(1);
    go.resolve();
    const [one, two] = [await first, await second];
    expect(one).toMatchObject({ status: 200, body: { totalStops: 4 } });
    expect(one.body.isShared).toBeUndefined();
    expect(two).toMatchObject({ status: 200, body: { ...one.body, isShared: true } });
    expect(await other).toMatchObject({ status: 422 });
    expect((await optimize()).body.isShared).toBeUndefined();
  });

  it('orders the stops of a street from one end to the other and returns the savings', async () => {
    const [c, a, d, b] = (await bookStreet([2, 0, 3, 1])) as [string, string, string, string];
    const { status, body } = await optimize();
    expect(status).toBe(200);
    const found = await order();
    expect([found, found.toReversed()]).toContainEqual([a, b, c, d]);
    // Three legs of about 0.66 miles. In the order of booking, the route is seven such legs long.
    expect(body).toMatchObject({ type: 'package', date: '2026-11-25', totalStops: 4 });
    expect(body.totalMiles).toBeCloseTo(2, 0);
    expect(body.savedMiles).toBeGreaterThan(2);
    expect(body.savedMinutes).toBeGreaterThan(6);
    expect(body.routes).toMatchObject([
      {
        driverId: driver.id,
        status: 'pending',
        progress: 0,
        googleMapsUrl: expect.stringContaining('google.com/maps'),
      },
    ]);
    expect(body.routes[0].pickups.map((stop: { milesFromPrevious: number | null }) => stop.milesFromPrevious)).toEqual([
      null,
      expect.closeTo(0.66, 1),
      expect.closeTo(0.66, 1),
      expect.closeTo(0.66, 1),
    ]);
  });

  it('assigns each stop to the nearest driver and keeps assigned stops', async () => {
    const other = await makeDriver(t);
    const [mine] = await bookStreet([0]);
    const [theirs] = await bookStreet([0], west);
    await assign(mine as string, driver);
    await assign(theirs as string, other);
    const nearMine = await bookStreet([0.2, 0.4, 0.6]);
    const nearTheirs = await bookStreet([0.2, 0.4, 0.6], west);
    await optimize();
    const owner = new Map((await rows()).map((row) => [row.id, row.driverId]));
    expect([mine, ...nearMine].map((id) => owner.get(id as string))).toEqual(Array(4).fill(driver.id));
    expect([theirs, ...nearTheirs].map((id) => owner.get(id as string))).toEqual(Array(4).fill(other.id));
  });

  it('keeps assigned stops with their drivers when no other assignment is better', async () => {
    const other = await makeDriver(t);
    const bySouth = await bookStreet([0, 0.2, 0.4, 0.6]);
    const byWest = await bookStreet([0, 0.2, 0.4, 0.6], west);
    const drivers = [
      [driver, other],
      [other, driver],
    ] as const;
    for (const [inSouth, inWest] of drivers) {
      for (const id of bySouth) await assign(id, inSouth);
      for (const id of byWest) await assign(id, inWest);
      expect((await post('/api/admin/optimize-package-route', { includeAssigned: true })).status).toBe(200);
      const owner = new Map((await rows()).map((row) => [row.id, row.driverId]));
      expect([...bySouth, ...byWest].map((id) => owner.get(id))).toEqual([
        ...Array(4).fill(inSouth.id),
        ...Array(4).fill(inWest.id),
      ]);
    }
  });

  it('splits one neighborhood evenly between drivers', async () => {
    await makeDriver(t);
    await bookStreet(Array.from({ length: 12 }, (_, index) => index / 10));
    await optimize();
    const counts = [...Map.groupBy(await rows(), (row) => row.driverId).values()].map((own) => own.length);
    expect(counts).toHaveLength(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
  });

  it('changes nothing when run again, and is safe to run twice in parallel', async () => {
    await makeDriver(t);
    await bookStreet([3, 1, 4, 1, 5, 9, 2, 6]);
    const [first, second] = await Promise.all([optimize(), optimize()]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.body.totalStops).toBe(8);
    const planned = await rows();
    expect(planned.every((row) => row.status === 'assigned' && row.routeId && row.estimatedArrival)).toBe(true);
    const routes = Map.groupBy(planned, (row) => row.routeId);
    for (const stops of routes.values()) {
      expect(stops.map((row) => row.routeOrder).sort()).toEqual(stops.map((_, index) => index + 1));
    }
    const again = await optimize();
    expect(again.body).toMatchObject({ savedMiles: 0, savedMinutes: 0 });
    expect(await rows()).toEqual(planned);
  });

  it('keeps arrival times when run again within a minute on the same day, and updates them later', async () => {
    await bookStreet([3, 1, 4, 2]);
    t.setNow(instantOf('2026-11-25', '09:00'));
    const first = (await optimize()).body.routes;
    const planned = await rows();
    t.setNow(new Date(instantOf('2026-11-25', '09:00').getTime() + 40_000));
    expect((await optimize()).body.routes).toEqual(first);
    expect(await rows()).toEqual(planned);
    t.setNow(instantOf('2026-11-25', '09:02'));
    const later = (await optimize()).body.routes[0].pickups;
    expect(later[0].estimatedArrival).toBe(instantOf('2026-11-25', '09:02').toISOString());
  });

  it('notifies each customer of each pickup, and each driver once', async () => {
    await bookStreet([0, 1, 2]);
    await optimize();
    await t.runJobs();
    expect((await get('/api/notifications', driver.token)).notifications).toMatchObject([
      { title: 'New stops', message: '3 new stops on Wed, Nov 25.' },
    ]);
    const received = (await get('/api/notifications', customer.token)).notifications as { title: string }[];
    expect(received.filter(({ title }) => title === 'Pickup scheduled')).toHaveLength(3);
  });

  it('plans the next day with stops of the type and leaves the other type alone', async () => {
    await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    await bookStreet([0, 1]);
    const { body } = await post('/api/admin/optimize-subscription-route');
    expect(body).toMatchObject({ type: 'subscription', date: '2026-11-27', totalStops: 1 });
    expect((await get('/api/admin/request-counts')).pending).toBe(2);
  });

  it('handles one stop, stops at one address, invalid and missing coordinates, and the date line', async () => {
    const places = [
      '10.00000,179.99500',
      '10.00000,-179.99500',
      'nonsense',
      '91,0',
      null,
      '0,0',
      '39.9,-75.1',
      '39.9,-75.1',
    ];
    const [first] = await bookStreet([0]);
    expect((await optimize()).body).toMatchObject({ totalStops: 1, totalMiles: 0, savedMiles: 0 });
    for (const place of places) await placeAt(t, (await bookStreet([0]))[0] as string, place);
    const { status, body } = await optimize();
    expect(status).toBe(200);
    expect(body.totalStops).toBe(places.length + 1);
    expect((await rows()).map((row) => row.routeOrder).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: places.length + 1 }, (_, index) => index + 1),
    );
    expect(first).toBeDefined();
  });

  it('may take longer than the connection timeout', async () => {
    await bookStreet([1, 2]);
    const server = await t.app.listen({ port: 0, host: '127.0.0.1' });
    // Enough time for a busy machine to read the request.
    t.app.server.timeout = 2_000;
    meanwhile = () => new Promise((resolve) => setTimeout(resolve, 4_500));
    const response = await fetch(`${server}/api/admin/optimize-package-route`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.status).toBe(200);
  });

  it('leaves the old routes unchanged when writing fails', async () => {
    await bookStreet([0, 1, 2]);
    await optimize();
    await makeDriver(t);
    await bookStreet([5, 6, 7, 8], west);
    const before = { pickups: await rows(), routes: await get('/api/admin/routes') };
    const breaking = {
      ...t.services,
      jobs: { ...t.services.jobs, enqueueAll: () => Promise.reject(new Error('power failure')) },
    };
    await expect(optimizeRoutes(breaking, admin.id, 'package')).rejects.toThrow('power failure');
    expect({ pickups: await rows(), routes: await get('/api/admin/routes') }).toEqual(before);
  });
});

describe('arrival times', () => {
  it('start at 07:00 and include drives and bags', async () => {
    await bookStreet([0, 1]);
    await optimize();
    const planned = (await rows()).toSorted((a, b) => (a.routeOrder ?? 0) - (b.routeOrder ?? 0));
    const start = instantOf('2026-11-25', '07:00').getTime();
    expect(planned[0]?.estimatedArrival?.getTime()).toBe(start);
    // 340 s for a stop of eight bags, then about 0.66 miles at 18 miles an hour.
    const secondAt = ((planned[1]?.estimatedArrival?.getTime() ?? 0) - start) / 1000;
    expect(secondAt).toBeGreaterThan(340 + 110);
    expect(secondAt).toBeLessThan(340 + 150);
    expect(planned[0]?.estimatedDuration).toBe(6);
  });

  it('move with the driver, and the route shows its progress', async () => {
    await bookStreet([0, 1, 2]);
    await optimize();
    const [first, second, third] = (await order()) as [string, string, string];
    const route = async () => (await get('/api/admin/routes'))[0];
    const nine = instantOf('2026-11-25', '09:00');
    t.setNow(nine);
    await complete([first]);
    await t.runJobs();
    expect(await route()).toMatchObject({
      status: 'active',
      progress: 33,
      startedAt: nine.toISOString(),
      completedAt: null,
    });
    const arrival = async (id: string) => (await rows()).find((row) => row.id === id)?.estimatedArrival as Date;
    const ahead = ((await arrival(second)).getTime() - nine.getTime()) / 1000;
    expect(ahead).toBeGreaterThan(110);
    expect(ahead).toBeLessThan(150);
    expect((await arrival(third)).getTime()).toBeGreaterThan((await arrival(second)).getTime() + 340_000);

    const ten = instantOf('2026-11-25', '10:00');
    t.setNow(ten);
    await Promise.all([complete([second]), complete([third])]);
    expect(await route()).toMatchObject({ status: 'completed', progress: 100, completedAt: ten.toISOString() });
    expect((await t.call('GET', '/api/driver/route', { token: driver.token })).body['2026-11-25'].pickups).toHaveLength(
      3,
    );
  });

  it("come with the miles from stop to stop in the driver's route", async () => {
    await bookStreet([0, 1, 2]);
    await optimize();
    const { body } = await t.call('GET', '/api/driver/route', { token: driver.token });
    const stops = body['2026-11-25'].pickups as { distanceFromPrevious: number | null }[];
    expect(stops.map(({ distanceFromPrevious }) => distanceFromPrevious)).toEqual([
      null,
      expect.closeTo(0.66, 1),
      expect.closeTo(0.66, 1),
    ]);
  });

  it('keep resolved stops in front when the rest is planned again', async () => {
    await bookStreet([0, 1, 2, 3]);
    await optimize();
    const before = await order();
    t.setNow(instantOf('2026-11-25', '09:00'));
    await complete([before[2] as string]);
    await bookStreet([1.5]);
    await optimize();
    const planned = await get('/api/admin/routes');
    const stops = planned[0].pickups as { id: string; status: string; routeOrder: number }[];
    expect(stops).toHaveLength(5);
    expect(stops.map(({ routeOrder }) => routeOrder)).toEqual([1, 2, 3, 4, 5]);
    expect(stops[0]).toMatchObject({ id: before[2], status: 'completed' });
  });

  it('drop a stop from the route once it moves to another day or driver', async () => {
    const other = await makeDriver(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', other.id).execute();
    const [a, b] = (await bookStreet([0, 1, 2])) as [string, string, string];
    await optimize();
    await t.db.updateTable('users').set({ isActive: true }).where('id', '=', other.id).execute();
    await assign(a, other);
    const newDate = instantOf('2026-11-27', '09:00').toISOString();
    await post(`/api/admin/pickups/${b}/reschedule`, { newDate, shouldEmailCustomer: false });
    const [route] = await get('/api/admin/routes');
    expect(route.totalStops).toBe(1);
    const saved = await t.db.selectFrom('routes').select('pickupIds').executeTakeFirstOrThrow();
    expect(saved.pickupIds).toEqual([route.pickups[0].id]);
  });
});
