import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookAt, eastOf, placeAt, south, west } from '../../../tests/support/routing/located-stops.ts';
import { makeSite } from '../../../tests/support/routing/truck-days.ts';

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

describe('listClusters and createClusterRoute', () => {
  it('groups nearby stops of a day by area, with a stable id and a name', async () => {
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
      { name: '19143 Spruce Hill', addresses: [{ username: customer.username, address: inWest, bagCount: 8 }] },
    ]);
    // Eight bags at 20 s and 3 minutes per stop, and a short drive at 18 mph.
    expect(clusters[1].estimatedMinutes).toBe(6);
    expect(clusters[0].estimatedMinutes).toBe(12);
    expect(await areas()).toEqual(clusters);
  });

  it('keeps days apart and numbers equal names', async () => {
    const address = '718 S 9th St, Philadelphia, PA 19147';
    const on = (day: string) => ({ address, scheduledDate: instantOf(day, '09:00').toISOString() });
    await bookAt(t, customer.token, south, on('2026-11-25'));
    // Outside the city there are no outlines.
    await bookAt(t, customer.token, eastOf(south, 12), on('2026-11-25'));
    await bookAt(t, customer.token, eastOf(south, 24), on('2026-11-25'));
    await bookAt(t, customer.token, south, on('2026-11-27'));
    expect((await areas()).map(({ name, date }: { name: string; date: string }) => [name, date])).toEqual([
      ['19147 Bella Vista', '2026-11-25'],
      ['19147', '2026-11-25'],
      ['19147 2', '2026-11-25'],
      ['19147 Bella Vista', '2026-11-27'],
    ]);
  });

  it('shows each change: a name, an address, a bag count, the service times', async () => {
    const [first] = await bookThree();
    const before = await areas();
    const addressOf = async (id: string, at = 0) =>
      (await areas())[at].addresses.find((one: { pickup: { id: string } }) => one.pickup.id === id);
    await t.db.updateTable('users').set({ lastName: 'Ortiz' }).where('id', '=', customer.id).execute();
    expect((await addressOf(first as string)).name).toBe('Pat Ortiz');
    await t.db
      .updateTable('pickups')
      .set({ address: '700 S 9th St', bagCount: 3 })
      .where('id', '=', first as string)
      .execute();
    expect(await addressOf(first as string)).toMatchObject({ address: '700 S 9th St', bagCount: 3 });
    t.services.settings.workTimes = { ...t.services.settings.workTimes, stopSeconds: 600 };
    expect((await areas())[0].estimatedMinutes).toBeGreaterThan(before[0].estimatedMinutes);
  });

  it('includes stops without coordinates', async () => {
    const [first] = await bookThree();
    await placeAt(t, first as string, 'garbage,-75');
    const lost = await bookAt(t, customer.token, south, { address: 'The blue house by the river' });
    await placeAt(t, lost, null);
    const names = (await areas()).map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['19143 Spruce Hill', '19147', '19147 Queen Village', 'No ZIP code']);
  });

  it('says when an area is too much for the driver', async () => {
    await bookThree();
    await makeSite(t, { opensAt: '01:00', closesAt: '02:00' });
    await t.db.insertInto('driver_shifts').values({ driverId: driver.id, start: '06:00', end: '06:10' }).execute();
    const [area] = await areas();
    const { body } = await create(area.id, driver.id);
    expect(body.overload).toMatchObject({
      overBags: 0,
      bagsReason: 'No disposal site is open at the end of the day, so the truck stays loaded.',
    });
    expect(body.overload.overMinutes).toBeGreaterThan(0);
  });

  it("turns an area into one driver's route; returns 409 for a stale id", async () => {
    await bookThree();
    const [area] = await areas();
    expect((await create(area.id, driver.id, '')).status).toBe(401);
    expect((await create(area.id, driver.id, customer.token)).status).toBe(403);
    expect((await create(area.id, randomUUID())).status).toBe(404);
    expect((await create('no-such-area', driver.id)).status).toBe(409);
    expect((await create(area.id, 'x')).body.message).toBe('Please choose a driver');
    expect(await create(area.id, driver.id)).toMatchObject({
      status: 200,
      body: { totalStops: 2, cluster: { status: 'assigned' }, overload: null },
    });
    expect((await create(area.id, driver.id)).status).toBe(409);
    expect(await areas()).toHaveLength(1);
    expect(await get('/api/admin/routes')).toMatchObject([
      {
        driverName: 'Pat Example',
        date: '2026-11-25',
        status: 'pending',
        progress: 0,
        totalStops: 2,
        estimatedRevenue: '90.00',
      },
    ]);
  });

  it('returns 409 when a stop has left or joined the area', async () => {
    const [first] = await bookThree();
    const [before] = await areas();
    await bookAt(t, customer.token, south, { address: '900 S 9th St, Philadelphia, PA 19147' });
    expect(await create(before.id, driver.id)).toMatchObject({ status: 409, body: { code: 'stale_cluster' } });
    const [now] = await areas();
    await t.call('DELETE', `/api/admin/pickups/${first}`, { token: admin.token });
    expect((await create(now.id, driver.id)).status).toBe(409);
    expect(await get('/api/admin/routes')).toEqual([]);
  });

  it('assigns an area once when two dispatchers do so in parallel', async () => {
    await bookThree();
    const other = await makeDriver(t);
    const [area] = await areas();
    const responses = await Promise.all([create(area.id, driver.id), create(area.id, other.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await get('/api/admin/routes')).toHaveLength(1);
  });
});
