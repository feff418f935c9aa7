import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { deactivateAccount } from '../members/deactivate-account.ts';
import { resetPassword } from '../passwords/reset-password.ts';
import { hashOfToken, newSecretToken } from '../secret-token.ts';

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

  it('stays expired when the clock is set back', async () => {
    const person = await makeCustomer(t);
    t.setNow(new Date(now.getTime() + hours(25)));
    expect((await me(person.token)).status).toBe(401);
    t.setNow(now);
    expect((await me(person.token)).status).toBe(401);
  });

  it('of staff ends after 24 idle hours, also when the clock is set back, and a use extends it', async () => {
    const sessions: [string, string][] = [];
    for (const role of ['driver', 'admin', 'customer'] as const) {
      const { username, password } = await (role === 'driver'
        ? makeDriver(t)
        : role === 'admin'
          ? makeAdmin(t)
          : makeCustomer(t));
      const { body } = await t.call('POST', '/api/auth/login', { body: { username, password, rememberMe: true } });
      sessions.push([role, body.token]);
    }
    const statuses = async () => await Promise.all(sessions.map(async ([, token]) => (await me(token)).status));
    for (const hour of [23, 46]) {
      t.setNow(new Date(now.getTime() + hours(hour)));
      expect(await statuses()).toEqual([200, 200, 200]);
    }
    t.setNow(new Date(now.getTime() + hours(46 + 24)));
    expect(await statuses()).toEqual([401, 401, 200]);
    t.setNow(now);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it('records its last use at most once in 5 minutes, by one of concurrent requests', async () => {
    const { token } = await makeCustomer(t);
    const sid = hashOfToken(token);
    const use = async () =>
      await t.db
        .selectFrom('sessions')
        .select(['lastUsedAt', 'lastIp'])
        .where('sid', '=', sid)
        .executeTakeFirstOrThrow();
    const version = async () =>
      (await sql<{ xmin: string }>`SELECT xmin::text FROM sessions WHERE sid = ${sid}`.execute(t.db)).rows[0]?.xmin;
    const opened = await version();
    t.setNow(new Date(now.getTime() + 5 * 60_000 - 1));
    await me(token);
    expect(await version()).toBe(opened);
    expect(await use()).toEqual({ lastUsedAt: now, lastIp: null });
    const later = new Date(now.getTime() + 5 * 60_000);
    t.setNow(later);
    await Promise.all(Array.from({ length: 10 }, () => me(token)));
    expect(await use()).toEqual({ lastUsedAt: later, lastIp: '127.0.0.1' });
    const recorded = await version();
    await me(token);
    expect(await version()).toBe(recorded);
  });

  it('ends when the account is deactivated, also after it is activated again', async () => {
    const { id, token } = await makeCustomer(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute();
    expect((await me(token)).status).toBe(401);
    await deactivateAccount(t.services, null, id);
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
