import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  goodPassword,
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
} from '../../../tests/support/accounts/people.ts';
import { codeAt, enrol } from '../../../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeStop, rowOf } from '../../../tests/support/pickups/stops.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';

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

type What = 'deactivate' | 'reactivate' | 'reset-two-factor';
const post = (what: What, id: string, token: string | undefined = admin.token) =>
  t.call('POST', `/api/admin/users/${id}/${what}`, { token });
const all: What[] = ['deactivate', 'reactivate', 'reset-two-factor'];
const logIn = (person: Person, more: object = {}) =>
  t.call('POST', '/api/auth/login', { body: { username: person.username, password: goodPassword, ...more } });
const me = async (person: Person) => (await t.call('GET', '/api/me', { token: person.token })).status;
const actionsOf = async (id: string) => {
  const lines = await trailOf(t, admin, 'user', id);
  return lines.map((line): [string, string | null] => [line.action, line.actorUsername]);
};
const memberOf = async ({ id, username }: Person) => {
  const { body } = await t.call('GET', '/api/admin/all-members', { token: admin.token, query: { q: username } });
  return body.find((member: { id: string }) => member.id === id);
};

describe('deactivating, reactivating and resetting a second factor', () => {
  it.each(all)('%s is for admins only, and returns 404 for an unknown account', async (what) => {
    const customer = await makeCustomer(t);
    expect((await t.call('POST', `/api/admin/users/${customer.id}/${what}`)).status).toBe(401);
    expect((await post(what, customer.id, customer.token)).status).toBe(403);
    expect((await post(what, randomUUID())).status).toBe(404);
    expect((await post(what, 'nobody')).status).toBe(404);
  });

  it.each(all)('%s needs the second factor again after a while', async (what) => {
    const customer = await makeCustomer(t);
    const now = new Date();
    t.setNow(now);
    await enrol(t, admin, now);
    t.setNow(new Date(now.getTime() + 16 * 60_000));
    expect(await post(what, customer.id)).toMatchObject({ status: 409, body: { code: 'confirm_again' } });
    t.setNow(new Date());
  });

  it('deactivates and reactivates: signed out, refused at sign-in, marked in the list, in the trail', async () => {
    const customer = await makeCustomer(t);
    expect(await memberOf(customer)).toMatchObject({ isActive: true, twoFactorEnabled: false });
    expect(await post('deactivate', customer.id)).toMatchObject({ status: 200, body: { isActive: false } });
    expect(await me(customer)).toBe(401);
    expect((await logIn(customer)).status).toBe(401);
    expect(await memberOf(customer)).toMatchObject({ isActive: false });
    // Repeating the deactivation changes nothing.
    expect((await post('deactivate', customer.id)).status).toBe(200);
    expect(await post('reactivate', customer.id)).toMatchObject({ status: 200, body: { isActive: true } });
    expect((await post('reactivate', customer.id)).status).toBe(200);
    expect((await logIn(customer)).status).toBe(200);
    const changes = (await actionsOf(customer.id)).filter(([action]) => action.startsWith('account_'));
    expect(changes).toEqual([
      ['account_reactivated', admin.username],
      ['account_deactivated', admin.username],
    ]);
  });

  it("unassigns a driver's open stops in the admin's name", async () => {
    const [driver, customer] = [await makeDriver(t), await makeCustomer(t)];
    const id = await makeStop(t, { customer, admin, driver });
    expect((await post('deactivate', driver.id)).status).toBe(200);
    expect(await rowOf(t, id)).toMatchObject({ status: 'pending', driverId: null });
  });

  it("returns 409 for the admin's own account, a live plan, and a deleted account", async () => {
    for (const what of ['deactivate', 'reset-two-factor'] as const) {
      expect(await post(what, admin.id)).toMatchObject({ status: 409, body: { code: 'own_account' } });
    }
    const subscriber = await makeSubscriber(t);
    expect(await post('deactivate', subscriber.id)).toMatchObject({ status: 409, body: { code: 'has_plan' } });
    const gone = await makeCustomer(t);
    await t.db.updateTable('users').set({ deletedAt: new Date(), isActive: false }).where('id', '=', gone.id).execute();
    expect(await post('reactivate', gone.id)).toMatchObject({ status: 409, body: { code: 'deleted' } });
  });

  it('leaves one of two admins who deactivate each other', async () => {
    const other = await makeAdmin(t);
    const both = await Promise.all([post('deactivate', other.id), post('deactivate', admin.id, other.token)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await t.db.selectFrom('users').select('id').where('role', '=', 'admin').where('isActive', '=', true);
    expect(await left.execute()).toHaveLength(1);
  });

  it('resets a second factor: signed out, the password is enough, the owner gets an email', async () => {
    const other = await makeAdmin(t);
    expect(await post('reset-two-factor', other.id)).toMatchObject({
      status: 409,
      body: { code: 'second_factor_off' },
    });
    const now = new Date();
    const { key } = await enrol(t, other, now);
    expect(await memberOf(other)).toMatchObject({ twoFactorEnabled: true });
    expect((await logIn(other)).body.code).toBe('two_factor_required');
    expect(await post('reset-two-factor', other.id)).toMatchObject({ status: 200, body: { twoFactorEnabled: false } });
    expect(await me(other)).toBe(401);
    expect((await logIn(other)).status).toBe(200);
    expect((await logIn(other, { twoFactorCode: codeAt(key, now) })).status).toBe(200);
    await t.runJobs();
    const mail = (await t.mails()).findLast(({ to }) => to === other.email);
    expect(mail?.subject).toContain('was reset');
    expect(await actionsOf(other.id)).toContainEqual(['factor_reset', admin.username]);
  });
});
