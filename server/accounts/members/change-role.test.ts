import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { deactivateAccount } from './deactivate-account.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
  await t.db.updateTable('users').set({ role: 'customer' }).where('role', '=', 'admin').execute();
  admin = await makeAdmin(t);
});

const change = (token: string | undefined, userId: string, role: unknown) =>
  t.call('PATCH', `/api/admin/users/${userId}/role`, { token, body: { role } });

async function givePickup(driver: Person, status: 'assigned' | 'completed'): Promise<string> {
  const customer = await makeCustomer(t);
  const id = randomUUID();
  await t.db
    .insertInto('pickups')
    .values({
      id,
      customerId: customer.id,
      driverId: driver.id,
      address: '742 S 10th St, Philadelphia, PA 19147',
      bagCount: 4,
      amount: '30.00',
      serviceType: 'one-time',
      status,
      scheduledDate: new Date('2026-11-23T14:00:00Z'),
      routeOrder: 1,
    })
    .execute();
  return id;
}

const pickup = async (id: string) =>
  await t.db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('PATCH /api/admin/users/:userId/role', () => {
  it('returns 403 to anyone but admins', async () => {
    const customer = await makeCustomer(t);
    expect((await change(undefined, customer.id, 'admin')).status).toBe(401);
    expect((await change(customer.token, customer.id, 'admin')).status).toBe(403);
  });

  it('returns 404 for an unknown user', async () => {
    expect((await change(admin.token, randomUUID(), 'driver')).status).toBe(404);
    expect((await change(admin.token, 'nobody', 'driver')).status).toBe(404);
  });

  it('returns 409 for a customer with a live plan, who cannot be deactivated either', async () => {
    const customer = await makeSubscriber(t);
    const refused = {
      status: 409,
      body: { code: 'has_plan', message: 'This customer has a plan. Please cancel it first.' },
    };
    expect(await change(admin.token, customer.id, 'driver')).toMatchObject(refused);
    await expect(deactivateAccount(t.services, null, customer.id)).rejects.toMatchObject({ code: 'has_plan' });
    const path = `/api/admin/subscriptions/${customer.subscriptionId}`;
    await t.call('PATCH', path, { token: admin.token, body: { updates: { status: 'cancelled' } } });
    expect((await change(admin.token, customer.id, 'driver')).status).toBe(200);
    expect((await deactivateAccount(t.services, null, customer.id)).isActive).toBe(false);
  });

  it('returns 409 for the last active admin', async () => {
    const sleeping = await makeAdmin(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', sleeping.id).execute();
    const response = await change(admin.token, admin.id, 'customer');
    expect(response).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    await expect(deactivateAccount(t.services, null, admin.id)).rejects.toMatchObject({ status: 409 });
    expect((await change(admin.token, sleeping.id, 'customer')).status).toBe(200);
  });

  it('leaves one admin when two demote each other concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await makeAdmin(t);
      const responses = await Promise.all([
        change(admin.token, other.id, 'customer'),
        change(other.token, admin.id, 'customer'),
      ]);
      // The slower request fails by the rule or, if its access check comes late, because its sender has lost the role.
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
      const admins = await t.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
      expect(admins).toHaveLength(1);
      admin = admins[0]?.id === admin.id ? admin : other;
    }
  });

  it('accepts only the three roles', async () => {
    const customer = await makeCustomer(t);
    for (const role of ['owner', '', undefined, null, 'Admin']) {
      const { status, body } = await change(admin.token, customer.id, role);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: { role: 'Role must be customer, driver or admin' },
      });
    }
  });

  it('changes a role, and repeating it changes nothing', async () => {
    const customer = await makeCustomer(t);
    const first = await change(admin.token, customer.id, 'driver');
    expect(first).toMatchObject({ status: 200, body: { id: customer.id, role: 'driver' } });
    const again = await change(admin.token, customer.id, 'driver');
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.body).toEqual(first.body);
  });

  it('unassigns the open stops of a demoted driver, not the finished ones', async () => {
    const driver = await makeDriver(t);
    const open = await givePickup(driver, 'assigned');
    const finished = await givePickup(driver, 'completed');
    expect((await change(admin.token, driver.id, 'driver')).status).toBe(200);
    expect(await pickup(open)).toMatchObject({ status: 'assigned', driverId: driver.id });
    expect((await change(admin.token, driver.id, 'customer')).status).toBe(200);
    expect(await pickup(open)).toMatchObject({ status: 'pending', driverId: null, routeId: null, routeOrder: null });
    expect(await pickup(finished)).toMatchObject({ status: 'completed', driverId: driver.id });
  });
});

describe('a deactivated account', () => {
  it('has no sessions and, as a driver, no open stops', async () => {
    const driver = await makeDriver(t);
    const open = await givePickup(driver, 'assigned');
    expect(await deactivateAccount(t.services, null, driver.id)).toMatchObject({ isActive: false });
    expect(await pickup(open)).toMatchObject({ status: 'pending', driverId: null });
    expect(await t.db.selectFrom('sessions').select('sid').where('userId', '=', driver.id).execute()).toEqual([]);
  });

  it('is never the last admin, also when two are deactivated concurrently', async () => {
    const other = await makeAdmin(t);
    const results = await Promise.allSettled([admin, other].map(({ id }) => deactivateAccount(t.services, null, id)));
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
