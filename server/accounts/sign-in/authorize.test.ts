import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeAdmin, makeCustomer, makeDriver } from '../../../tests/support/people.ts';
import { deactivateAccount } from '../members/deactivate-account.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { newSecretToken } from '../secret-token.ts';

let t: TestApp;
const now = new Date('2026-11-21T12:00:30Z');
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
});

const me = (token: string | undefined) => t.call('GET', '/api/auth/user', { token });
const hours = (count: number) => count * 3_600_000;

describe('a session', () => {
  it('is required and must be valid', async () => {
    const tokens = [undefined, '', 'x', newSecretToken(), `${newSecretToken()}x`, "' OR 1=1 --"];
    for (const token of tokens) {
      const { status, body } = await me(token);
      expect({ status, body }).toEqual({ status: 401, body: { message: 'Please sign in', code: 'not_signed_in' } });
    }
    const { token } = await makeCustomer(t);
    for (const authorization of [token, `Basic ${token}`, `Bearer  ${token}`, `Bearer ${token} x`]) {
      const response = await t.call('GET', '/api/auth/user', { headers: { authorization } });
      expect(response.status, authorization).toBe(401);
    }
    expect((await t.call('GET', '/api/auth/user', { headers: { cookie: `token=${token}` } })).status).toBe(401);
  });

  it('ends after 24 hours, or 30 days when remembered', async () => {
    const person = await makeCustomer(t);
    const { body } = await t.call('POST', '/api/auth/login', {
      body: { username: person.username, password: person.password, rememberMe: true },
    });
    t.setNow(new Date(now.getTime() + hours(24) - 1));
    expect((await me(person.token)).status).toBe(200);
    t.setNow(new Date(now.getTime() + hours(24)));
    expect((await me(person.token)).status).toBe(401);
    expect((await me(body.token)).status).toBe(200);
    t.setNow(new Date(now.getTime() + hours(30 * 24)));
    expect((await me(body.token)).status).toBe(401);
  });

  it('ends when the account is deactivated, also after it is activated again', async () => {
    const { id, token } = await makeCustomer(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute();
    expect((await me(token)).status).toBe(401);
    await deactivateAccount(t.services, id);
    await t.db.updateTable('users').set({ isActive: true }).where('id', '=', id).execute();
    expect((await me(token)).status).toBe(401);
  });

  it('ends with a password reset', async () => {
    const person = await makeCustomer(t);
    await resetPassword(t.services, person.id, 'Another-7AM!');
    expect((await me(person.token)).status).toBe(401);
    const logIn = (password: string) =>
      t.call('POST', '/api/auth/login', { body: { username: person.username, password } });
    expect((await logIn(person.password)).status).toBe(401);
    expect((await logIn('Another-7AM!')).status).toBe(200);
  });

  it('ends with POST /api/auth/logout, which ends no other session', async () => {
    const person = await makeCustomer(t);
    const other = await t.call('POST', '/api/auth/login', { body: person });
    expect((await t.call('POST', '/api/auth/logout')).status).toBe(401);
    const response = await t.call('POST', '/api/auth/logout', { token: person.token });
    expect(response).toMatchObject({ status: 200, body: { success: true } });
    expect((await me(person.token)).status).toBe(401);
    expect((await me(other.body.token)).status).toBe(200);
  });
});

describe('a role', () => {
  it('grants access to its own endpoints only', async () => {
    const paths = { customer: '/api/pickup-counts', driver: '/api/driver/route', admin: '/api/admin/users' };
    const tokens = {
      customer: (await makeCustomer(t)).token,
      driver: (await makeDriver(t)).token,
      admin: (await makeAdmin(t)).token,
    };
    for (const [role, token] of Object.entries(tokens)) {
      for (const [owner, path] of Object.entries(paths)) {
        const { status } = await t.call('GET', path, { token });
        expect(status, `${role} at ${path}`).toBe(role === owner ? 200 : 403);
      }
    }
  });

  it('is read from the database on every request', async () => {
    const admin = await makeAdmin(t);
    const person = await makeCustomer(t);
    expect((await t.call('GET', '/api/driver/route', { token: person.token })).status).toBe(403);
    const body = { role: 'driver' };
    await t.call('PATCH', `/api/admin/users/${person.id}/role`, { token: admin.token, body });
    expect((await t.call('GET', '/api/driver/route', { token: person.token })).status).toBe(200);
    expect((await me(person.token)).body.role).toBe('driver');
  });
});
