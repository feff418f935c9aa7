import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { importLine, importLines } from '../../tests/support/imports.ts';
import { makeSubscriber, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('driver_shifts').execute();
  await t.db.updateTable('users').set({ isActive: false }).where('role', '=', 'driver').execute();
});

const offered = async (token: string | undefined = admin.token) =>
  await t.call('GET', '/api/preferred-times', token === undefined ? {} : { token });
const setShift = (driver: Person, start: string, end: string) =>
  t.call('PUT', `/api/admin/drivers/${driver.id}/shift`, { token: admin.token, body: { start, end } });
const refused = {
  status: 409,
  body: { code: 'time_not_offered', message: 'We have no pickups in the evening. Please choose another time.' },
};

it('are those in which an active driver usually works', async () => {
  expect((await t.call('GET', '/api/preferred-times')).status).toBe(401);
  expect((await offered()).body).toEqual(['morning', 'afternoon', 'evening']);
  const driver = await makeDriver(t);
  expect((await offered((await makeCustomer(t)).token)).body).toEqual(['morning', 'afternoon']);
  await setShift(driver, '12:00', '20:00');
  expect((await offered()).body).toEqual(['morning', 'afternoon', 'evening']);
  await setShift(driver, '06:00', '12:00');
  expect((await offered()).body).toEqual(['morning']);
});

it('are checked when a plan is bought, before any charge; the time of the open order stays', async () => {
  const customer = await makeCustomer(t);
  const order = { packageType: 'basic', preferredTime: 'evening' };
  expect((await openPlan(t, customer.token, order)).status).toBe(200);
  const driver = await makeDriver(t);
  expect(await openPlan(t, customer.token, order)).toMatchObject({ status: 200, body: { preferredTime: 'evening' } });
  const other = await makeCustomer(t);
  expect(await openPlan(t, other.token, order)).toMatchObject(refused);
  expect(await t.db.selectFrom('payments').select('id').where('customerId', '=', other.id).execute()).toEqual([]);
  for (const preferredTime of ['morning', 'after work', undefined]) {
    expect((await openPlan(t, other.token, { packageType: 'basic', preferredTime })).status).toBe(200);
  }
  await setShift(driver, '12:00', '20:00');
  expect((await openPlan(t, other.token, order)).status).toBe(200);
});

it('are checked when a plan changes; its own time stays', async () => {
  const evening = await makeSubscriber(t, { packageType: 'basic', preferredTime: 'evening' });
  const morning = await makeSubscriber(t, { packageType: 'basic' });
  await makeDriver(t);
  const change = ({ token }: Person, body: object) => t.call('POST', '/api/plan/change', { token, body });
  expect(await change(morning, { preferredTime: 'evening' })).toMatchObject(refused);
  const query = { preferredTime: 'evening' };
  expect(await t.call('GET', '/api/plan/change-preview', { token: morning.token, query })).toMatchObject(refused);
  const byStaff = `/api/admin/subscriptions/${morning.subscriptionId}/change`;
  expect(await t.call('POST', byStaff, { token: admin.token, body: query })).toMatchObject(refused);
  expect((await change(morning, { preferredTime: 'afternoon' })).status).toBe(200);
  expect((await change(evening, { preferredDay: 'friday', preferredTime: 'evening' })).status).toBe(200);
});

it('leave an imported plan its time', async () => {
  await makeDriver(t);
  const customer = await makeCustomer(t);
  // A plan is imported for verified accounts only.
  await t.db.updateTable('users').set({ emailVerified: true }).where('id', '=', customer.id).execute();
  const plan = { package: 'Basic Package', day: 'friday', time: 'evening' };
  await importLines(t, admin, [importLine({ email: customer.email, ...plan })]);
  const order = { packageType: 'basic', preferredDay: 'friday', preferredTime: 'evening' };
  expect(await openPlan(t, customer.token, order)).toMatchObject({ status: 200, body: { preferredTime: 'evening' } });
});
