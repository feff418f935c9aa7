import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { readTrucks } from './read-trucks.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  for (const table of ['trucks', 'driver_shifts', 'audit_log'] as const) await t.db.deleteFrom(table).execute();
});

const lunch = { minutes: 30, from: '11:00', until: '13:00' };
const own = { capacityBags: 200, startAddress: null, endAddress: null, pause: null };
const pathOf = (id: string) => `/api/admin/drivers/${id}/truck`;
const get = async () => (await t.call('GET', pathOf(driver.id), { token: admin.token })).body;
const set = (change: object = {}, id = driver.id, token: string | undefined = admin.token) =>
  t.call('PUT', pathOf(id), { token, body: { ...own, ...change } });
const remove = (id = driver.id, token: string | undefined = admin.token) => t.call('DELETE', pathOf(id), { token });
const trail = async () => {
  const query = { subject: 'user', id: driver.id };
  return (await t.call('GET', '/api/admin/history', { token: admin.token, query })).body;
};

const ofSettings = {
  ...{ isOwn: false, capacityBags: 120, settingsBags: 120, pause: null },
  ...{ start: { address: null, isPlaced: false }, end: { address: null, isPlaced: false } },
  shift: { start: '07:00', end: '15:00', isOwn: false },
};

it('is that of the settings until an admin sets another one, and again after', async () => {
  expect(await get()).toEqual(ofSettings);
  const startAddress = '3900 Richmond St, Philadelphia, PA 19137';
  const set1 = await set({ startAddress, endAddress: 'The blue house by the river', pause: lunch });
  expect(set1).toMatchObject({
    status: 200,
    body: {
      ...{ isOwn: true, capacityBags: 200, settingsBags: 120, pause: lunch },
      start: { address: startAddress, isPlaced: true },
      end: { address: 'The blue house by the river', isPlaced: false },
    },
  });
  expect(await get()).toEqual(set1.body);
  const truck = (await readTrucks(t.db, t.services.settings, [driver.id])).get(driver.id);
  expect(truck).toMatchObject({ capacityBags: 200, start: { latitude: expect.any(Number) }, end: null, pause: lunch });
  expect((await remove()).body).toEqual(ofSettings);
  expect((await remove()).body).toEqual(ofSettings);
  const lines = await trail();
  expect(lines.map(({ action }: { action: string }) => action)).toEqual(['truck_changed', 'truck_changed']);
  expect(lines[1].details).toEqual({
    bags: '120 (settings) to 200',
    start: `the settings to ${startAddress}`,
    end: 'the settings to The blue house by the river',
    pause: 'none to 30 minutes between 11:00 AM and 1:00 PM',
  });
});

it("leaves other drivers' trucks alone", async () => {
  const other = await makeDriver(t);
  await set({ capacityBags: 90 }, other.id);
  await set();
  await set({ capacityBags: 210 });
  expect((await remove()).body).toEqual(ofSettings);
  const { body } = await t.call('GET', pathOf(other.id), { token: admin.token });
  expect(body).toMatchObject({ isOwn: true, capacityBags: 90 });
});

it("shows the driver's own usual hours", async () => {
  const body = { start: '10:00', end: '18:00' };
  await t.call('PUT', `/api/admin/drivers/${driver.id}/shift`, { token: admin.token, body });
  expect((await get()).shift).toEqual({ ...body, isOwn: true });
});

it('writes no line for the same truck again', async () => {
  await set();
  await set();
  expect(await trail()).toHaveLength(1);
});

it('refuses wrong input, other roles, and accounts that are not drivers', async () => {
  for (const [body, field] of [
    [{ capacityBags: 0 }, 'capacityBags'],
    [{ capacityBags: 5001 }, 'capacityBags'],
    [{ capacityBags: '200' }, 'capacityBags'],
    [{ startAddress: ' ' }, 'startAddress'],
    [{ endAddress: 'x'.repeat(256) }, 'endAddress'],
    [{ pause: { ...lunch, minutes: 4 } }, 'pause.minutes'],
    [{ pause: { ...lunch, minutes: 121 } }, 'pause.minutes'],
    [{ pause: { ...lunch, from: '11' } }, 'pause.from'],
    [{ pause: { ...lunch, until: '11:00' } }, 'pause.until'],
  ] as const) {
    expect(await set(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { errors: { [field]: expect.any(String) } },
    });
  }
  for (const [token, status] of [
    ['', 401],
    [customer.token, 403],
    [driver.token, 403],
  ] as const) {
    expect((await t.call('GET', pathOf(driver.id), { token })).status).toBe(status);
    expect((await set({}, driver.id, token)).status).toBe(status);
    expect((await remove(driver.id, token)).status).toBe(status);
  }
  for (const id of [randomUUID(), customer.id, 'no-id']) {
    expect((await t.call('GET', pathOf(id), { token: admin.token })).status).toBe(404);
    expect((await set({}, id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  }
  expect(await get()).toEqual(ofSettings);
});
