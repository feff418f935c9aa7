import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { reserveAttempt } from './sign-in.store.ts';

let t: TestApp;
let person: Person;
let now: Date;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:30Z');
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
  person = await makeCustomer(t);
});

const minuteMs = 60_000;
const later = (ms: number) => t.setNow(new Date(now.getTime() + ms));
const logIn = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/auth/login', { body, headers });
const right = () => ({ username: person.username, password: goodPassword });
const wrong = () => ({ username: person.username, password: 'Wrong-side7!' });
const row = async () =>
  await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
const refusal = {
  status: 401,
  body: { message: 'Invalid username or password', code: 'invalid_sign_in' },
};

describe('POST /api/auth/login, rejected', () => {
  it('returns the same for an unknown name, a wrong password, a locked and a deactivated account', async () => {
    const deactivated = await makeCustomer(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', deactivated.id).execute();
    const locked = await makeCustomer(t);
    const lockedUntil = new Date(now.getTime() + minuteMs);
    await t.db.updateTable('users').set({ lockedUntil }).where('id', '=', locked.id).execute();
    const responses = [
      await logIn({ username: 'nobody-here', password: goodPassword }),
      await logIn({ username: 'nobody@stoop.example', password: goodPassword }),
      await logIn(wrong()),
      await logIn({ username: locked.username, password: goodPassword }),
      await logIn({ username: deactivated.username, password: goodPassword }),
    ];
    const visible = ({ status, body, headers }: (typeof responses)[number]) => ({
      status,
      body,
      names: Object.keys(headers),
    });
    for (const response of responses) {
      expect(response).toMatchObject(refusal);
      expect(visible(response)).toEqual(visible(responses[0] as (typeof responses)[number]));
    }
  });

  it('does the same work for an unknown name as for a known one', async () => {
    // CPU time, measured alternately, because wall time depends on the machine's other work.
    const workOf = async (body: Record<string, unknown>) => {
      await t.db.deleteFrom('rate_limits').execute();
      const before = process.cpuUsage();
      await logIn(body);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    let [known, unknown] = [0, 0];
    for (let round = 0; round < 15; round++) {
      known += await workOf(wrong());
      unknown += await workOf({ username: 'nobody-here', password: 'Wrong-side7!' });
    }
    // Skipping the verification would make the ratio several times smaller.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('requires both fields', async () => {
    const cases: [Record<string, unknown>, string, string][] = [
      [{ username: ' ' }, 'username', 'Username or email is required'],
      [{ username: undefined }, 'username', 'Username or email is required'],
      [{ password: '' }, 'password', 'Password is required'],
      [{ password: undefined }, 'password', 'Password is required'],
      [{ twoFactorCode: '12345' }, 'twoFactorCode', 'Two-factor code must be 6 digits'],
      [{ twoFactorCode: 123456 }, 'twoFactorCode', 'Two-factor code must be 6 digits'],
      [{ rememberMe: null }, 'rememberMe', 'Remember me must be true or false'],
      [{ rememberMe: 'yes' }, 'rememberMe', 'Remember me must be true or false'],
    ];
    for (const [change, field, message] of cases) {
      const { status, body } = await logIn({ ...right(), ...change });
      expect({ status, message: body.errors?.[field] }).toEqual({ status: 400, message });
    }
  });

  it('does not open an account with two-factor enabled by password alone', async () => {
    await t.db.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', person.id).execute();
    expect(await logIn(wrong())).toMatchObject(refusal);
    for (let round = 0; round < 6; round++) {
      const { status, body } = await logIn(right());
      expect({ status, code: body.code, token: body.token }).toEqual({ status: 401, code: 'two_factor_required' });
    }
    expect((await row()).failedLoginAttempts).toBe(1);
    for (let round = 0; round < 4; round++) await logIn({ ...right(), twoFactorCode: '123456' });
    expect(await logIn(right())).toMatchObject(refusal);
  });
});

describe('the lock', () => {
  it('starts after 5 failures, ends after 15 minutes and resets the count', async () => {
    for (let round = 0; round < 5; round++) await logIn(wrong());
    expect((await row()).lockedUntil).toEqual(new Date(now.getTime() + 15 * minuteMs));
    expect(await logIn(right())).toMatchObject(refusal);
    later(15 * minuteMs - 1);
    expect(await logIn(right())).toMatchObject(refusal);
    later(15 * minuteMs);
    expect(await logIn(wrong())).toMatchObject(refusal);
    expect(await row()).toMatchObject({ failedLoginAttempts: 1, lockedUntil: null });
    expect((await logIn(right())).status).toBe(200);
  });

  it('is not extended by attempts on a locked account', async () => {
    for (let round = 0; round < 5; round++) await logIn(wrong());
    later(14 * minuteMs);
    await logIn(wrong());
    later(15 * minuteMs);
    expect((await logIn(right())).status).toBe(200);
  });

  it('resets failures after a success', async () => {
    for (let round = 0; round < 4; round++) await logIn(wrong());
    expect((await logIn(right())).status).toBe(200);
    for (let round = 0; round < 4; round++) await logIn(wrong());
    expect((await logIn(right())).status).toBe(200);
    expect(await row()).toMatchObject({ failedLoginAttempts: 0, lockedUntil: null });
  });

  it('allows at most 5 concurrent guesses', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => logIn(wrong())));
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(401));
    expect(await row()).toMatchObject({ failedLoginAttempts: 5, lockedUntil: expect.any(Date) });
    expect(await logIn(right())).toMatchObject(refusal);
  });

  it('holds against concurrent guesses on several instances', async () => {
    const lock = { afterFailures: 5, until: new Date(now.getTime() + 15 * minuteMs) };
    const reserved = await Promise.all(
      Array.from({ length: 20 }, () => reserveAttempt(t.db, { name: person.username }, now, lock)),
    );
    expect(reserved.filter((attempt) => attempt !== undefined)).toHaveLength(5);
  });

  it('accepts the right password in concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => logIn(right())));
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map((response) => response.body.token)).size).toBe(20);
  });
});

describe('the limit per IP address', () => {
  it('is 25 sign-ins in 5 minutes for any account, with Retry-After', async () => {
    const attempt = (round: number) => logIn({ username: `nobody-${round}`, password: 'Wrong-side7!' });
    const responses = await Promise.all(Array.from({ length: 30 }, (_, round) => attempt(round)));
    expect(responses.filter((response) => response.status === 401)).toHaveLength(25);
    const refused = responses.filter((response) => response.status === 429);
    expect(refused).toHaveLength(5);
    const waitSeconds = Number(refused[0]?.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(600);
    expect((await logIn(right())).status).toBe(429);
    later(waitSeconds * 1_000);
    expect((await logIn(right())).status).toBe(200);
  });

  it('does not affect another address', async () => {
    const windowStart = new Date('2026-11-21T12:00:00Z');
    await t.db.insertInto('rate_limits').values({ key: 'login:127.0.0.1', windowStart, count: 26 }).execute();
    expect((await logIn(right())).status).toBe(429);
    const elsewhere = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '203.0.113.9',
      payload: right(),
    });
    expect(elsewhere.statusCode).toBe(200);
  });
});

describe('POST /api/auth/login', () => {
  it('accepts username or email, ignoring case, and returns token and user', async () => {
    for (const username of [person.username.toUpperCase(), ` ${person.email.toUpperCase()} `]) {
      const { status, body } = await logIn({ ...right(), username, extra: 'ignored' });
      expect(status).toBe(200);
      expect(body.token).toMatch(/^[\w-]{43}$/);
      expect(body.user).toMatchObject({ id: person.id, username: person.username, role: 'customer' });
      expect(body.user.lastLoginAt).toBe(now.toISOString());
      expect(JSON.stringify({ ...body, token: '' })).not.toMatch(/hash|argon2|loginHistory/i);
    }
  });

  it('stores only the SHA-256 of the token, with IP address and user agent', async () => {
    const { body } = await logIn({ ...right(), rememberMe: true }, { 'user-agent': 'Test/1' });
    const sid = createHash('sha256').update(body.token).digest('base64url');
    const session = await t.db.selectFrom('sessions').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow();
    expect(session.sess).toEqual({
      rememberMe: true,
      ip: '127.0.0.1',
      userAgent: 'Test/1',
      createdAt: now.toISOString(),
    });
    expect(session.expire).toEqual(new Date(now.getTime() + 30 * 24 * 60 * minuteMs));
    expect(JSON.stringify(session)).not.toContain(body.token);
  });

  it('stores the last 20 sign-ins, newest first', async () => {
    for (let round = 1; round <= 22; round++) {
      later(round * 1_000);
      await logIn(right(), { 'user-agent': `Test/${round}` });
    }
    const { loginHistory } = await row();
    expect(loginHistory).toHaveLength(20);
    expect(loginHistory[0]).toEqual({
      at: new Date(now.getTime() + 22_000).toISOString(),
      ip: '127.0.0.1',
      userAgent: 'Test/22',
    });
    expect(loginHistory[19]?.userAgent).toBe('Test/3');
  });
});
