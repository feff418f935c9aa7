import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/dates.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookUnpaid } from '../../tests/support/bookings.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/people.ts';
import { makeSubscriber } from '../../tests/support/subscriptions.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeEach(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-25', '06:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
  customer = await makeCustomer(t);
  return async () => await t.close();
});

const get = async (path: string) => (await t.call('GET', path, { token: admin.token })).body;
const post = (path: string, body: unknown = {}, token = admin.token) => t.call('POST', path, { token, body });
const addresses = [
  '718 S 9th St, Philadelphia, PA 19147',
  '742 S 10th St, Philadelphia, PA 19147',
  '4521 Baltimore Ave, Philadelphia, PA 19143',
];
const bookAll = async () => {
  for (const address of addresses) await bookUnpaid(t, customer.token, { address });
};

describe('areas', () => {
  it('group pending pickups by ZIP, with ids that stay while the members stay', async () => {
    await bookAll();
    const clusters = await get('/api/admin/address-clusters');
    expect(clusters).toMatchObject([
      { name: 'ZIP 19147', status: 'available', totalCustomers: 1, estimatedRevenue: '90.00' },
      { name: 'ZIP 19143', addresses: [{ username: customer.username, address: addresses[2], bagCount: 8 }] },
    ]);
    expect(await get('/api/admin/address-clusters')).toEqual(clusters);
  });

  it('become a route of one driver, and a stale id is 409', async () => {
    await bookAll();
    const [area] = await get('/api/admin/address-clusters');
    const create = (clusterId: string, driverId = driver.id) =>
      post('/api/admin/optimize-cluster-route', { clusterId, driverId });
    expect((await create('no-such-area')).status).toBe(409);
    expect((await create(area.id, randomUUID())).status).toBe(404);
    expect((await create(area.id, 'x')).body.message).toBe('Please choose a driver');
    expect(await create(area.id)).toMatchObject({
      status: 200,
      body: { totalStops: 2, cluster: { status: 'assigned' } },
    });
    expect((await create(area.id)).status).toBe(409);
    expect(await get('/api/admin/address-clusters')).toHaveLength(1);
    const [route] = await get('/api/admin/routes');
    expect(route).toMatchObject({
      driverName: driver.username,
      date: '2026-11-25',
      status: 'pending',
      progress: 0,
      totalStops: 2,
      estimatedRevenue: '90.00',
    });
  });
});

describe('optimizing', () => {
  it('says what is missing', async () => {
    expect(await post('/api/admin/optimize-package-route')).toMatchObject({
      status: 422,
      body: { message: 'There are no package stops to plan.' },
    });
    await bookAll();
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', driver.id).execute();
    expect(await post('/api/admin/optimize-package-route')).toMatchObject({
      status: 422,
      body: { message: 'There is no active driver to plan for.' },
    });
    expect((await post('/api/admin/optimize-package-route', {}, customer.token)).status).toBe(403);
    expect((await post('/api/admin/optimize-package-route', {}, 'nobody')).status).toBe(401);
  });

  it('shares the day out, puts each in order, and changes nothing when pressed again, or twice at once', async () => {
    await makeDriver(t);
    await bookAll();
    const path = '/api/admin/optimize-package-route';
    const [first, again] = await Promise.all([post(path), post(path)]);
    expect(first).toMatchObject({ status: 200, body: { type: 'package', date: '2026-11-25', totalStops: 3 } });
    expect(again?.body.totalStops).toBe(3);
    const rows = () =>
      t.db
        .selectFrom('pickups')
        .select(['id', 'driverId', 'routeId', 'routeOrder', 'estimatedArrival', 'status'])
        .orderBy('id')
        .execute();
    const planned = await rows();
    expect(planned.every((row) => row.status === 'assigned' && row.routeId && row.estimatedArrival)).toBe(true);
    expect(new Set(planned.map((row) => row.driverId)).size).toBe(2);
    await post(path);
    expect(await rows()).toEqual(planned);
  });

  it('takes the next day that has stops of the type, and leaves the other type alone', async () => {
    await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
    await bookAll();
    const { body } = await post('/api/admin/optimize-subscription-route');
    expect(body).toMatchObject({ type: 'subscription', date: '2026-11-27', totalStops: 1 });
    const { pending } = await get('/api/admin/request-counts');
    expect(pending).toBe(3);
  });

  it('shows in the driver’s route, in order and with a time', async () => {
    await bookAll();
    await post('/api/admin/optimize-package-route');
    const { body } = await t.call('GET', '/api/driver/route', { token: driver.token });
    const stops = body['2026-11-25'].pickups;
    expect(stops.map((stop: { routeOrder: number }) => stop.routeOrder)).toEqual([1, 2, 3]);
    expect(stops[0].estimatedArrival).toBe(instantOf('2026-11-25', '07:00').toISOString());
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [stops[0].id] } });
    expect((await get('/api/admin/routes'))[0]).toMatchObject({ progress: 33, status: 'active', totalStops: 3 });
  });
});
