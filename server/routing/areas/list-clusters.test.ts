import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/dates.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookAt, eastOf, placeAt, south, west } from '../../../tests/support/located-stops.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/people.ts';

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
const areas = () => get('/api/admin/address-clusters');
const create = (clusterId: string, driverId: string, token = admin.token) =>
  t.call('POST', '/api/admin/optimize-cluster-route', { token, body: { clusterId, driverId } });

const inWest = '4521 Baltimore Ave, Philadelphia, PA 19143';
async function bookThree(): Promise<string[]> {
  return [
    await bookAt(t, customer.token, south, { address: '718 S 9th St, Philadelphia, PA 19147' }),
    await bookAt(t, customer.token, eastOf(south, 0.5), { address: '742 S 10th St, Philadelphia, PA 19147' }),
    await bookAt(t, customer.token, west, { address: inWest }),
  ];
}

describe('areas', () => {
  it('group neighbors of a day, named after ZIP code and neighborhood, with ids that stay while the members stay', async () => {
    await bookThree();
    const clusters = await areas();
    expect(clusters).toMatchObject([
      {
        name: '19147 Bella Vista',
        status: 'available',
        date: '2026-11-25',
        totalCustomers: 1,
        estimatedRevenue: '90.00',
      },
      { name: '19143 Cedar Park', addresses: [{ username: customer.username, address: inWest, bagCount: 8 }] },
    ]);
    // Eight bags at twenty seconds and three minutes a stop, and a quarter of a mile at 18 miles an hour.
    expect(clusters[1].estimatedMinutes).toBe(6);
    expect(clusters[0].estimatedMinutes).toBe(12);
    expect(await areas()).toEqual(clusters);
  });

  it('never hold two days, and tell equal names apart', async () => {
    const address = '718 S 9th St, Philadelphia, PA 19147';
    const on = (day: string) => ({ address, scheduledDate: instantOf(day, '09:00').toISOString() });
    await bookAt(t, customer.token, south, on('2026-11-25'));
    await bookAt(t, customer.token, eastOf(south, 12), on('2026-11-25'));
    await bookAt(t, customer.token, south, on('2026-11-27'));
    expect((await areas()).map(({ name, date }: { name: string; date: string }) => [name, date])).toEqual([
      ['19147 Bella Vista', '2026-11-25'],
      ['19147 Bella Vista 2', '2026-11-25'],
      ['19147 Bella Vista', '2026-11-27'],
    ]);
  });

  it('leave nobody out whom no map knows', async () => {
    const [first] = await bookThree();
    await placeAt(t, first as string, 'garbage,-75');
    const lost = await bookAt(t, customer.token, south, { address: 'The blue house by the river' });
    await placeAt(t, lost, null);
    const names = (await areas()).map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([
      '19143 Cedar Park',
      '19147 Bella Vista',
      '19147 Bella Vista 2',
      'Without a ZIP code',
    ]);
  });

  it('become a route of one driver; a stale id is 409', async () => {
    await bookThree();
    const [area] = await areas();
    expect((await create(area.id, driver.id, '')).status).toBe(401);
    expect((await create(area.id, driver.id, customer.token)).status).toBe(403);
    expect((await create(area.id, randomUUID())).status).toBe(404);
    expect((await create('no-such-area', driver.id)).status).toBe(409);
    expect((await create(area.id, 'x')).body.message).toBe('Please choose a driver');
    expect(await create(area.id, driver.id)).toMatchObject({
      status: 200,
      body: { totalStops: 2, cluster: { status: 'assigned' } },
    });
    expect((await create(area.id, driver.id)).status).toBe(409);
    expect(await areas()).toHaveLength(1);
    expect(await get('/api/admin/routes')).toMatchObject([
      {
        driverName: driver.username,
        date: '2026-11-25',
        status: 'pending',
        progress: 0,
        totalStops: 2,
        estimatedRevenue: '90.00',
      },
    ]);
  });

  it('are stale as soon as a member has gone, or one has come', async () => {
    const [first] = await bookThree();
    const [before] = await areas();
    await bookAt(t, customer.token, south, { address: '900 S 9th St, Philadelphia, PA 19147' });
    expect(await create(before.id, driver.id)).toMatchObject({ status: 409, body: { code: 'stale_cluster' } });
    const [now] = await areas();
    await t.call('DELETE', `/api/admin/pickups/${first}`, { token: admin.token });
    expect((await create(now.id, driver.id)).status).toBe(409);
    expect(await get('/api/admin/routes')).toEqual([]);
  });

  it('go to one driver only when two dispatchers press at once', async () => {
    await bookThree();
    const other = await makeDriver(t);
    const [area] = await areas();
    const answers = await Promise.all([create(area.id, driver.id), create(area.id, other.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await get('/api/admin/routes')).toHaveLength(1);
  });
});
