import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { tokenIn } from '../../../tests/support/services/mails.ts';

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
const newPassword = 'Another-7AM!';
const logIn = (password: string, cookie?: string, username = person.username) =>
  t.call('POST', '/api/auth/login', { body: { username, password }, headers: cookie ? { cookie } : {} });
const wrong = 'Wrong-side7!';
const cookieOf = ({ headers }: ApiResponse) => String(headers['set-cookie'] ?? '').split(';')[0] ?? '';
/** Signs in on an unknown device. Returns the marker that the device gets. */
const markedDevice = async (): Promise<string> => {
  const response = await logIn(goodPassword);
  expect(response.status).toBe(200);
  return cookieOf(response);
};
async function fail(times: number, cookie?: string): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (let round = 0; round < times; round++) {
    await t.db.deleteFrom('rate_limits').execute();
    responses.push(await logIn(wrong, cookie));
  }
  return responses;
}
const row = async () =>
  await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
const devices = async (userId = person.id) =>
  await t.db.selectFrom('sign_in_devices').selectAll().where('userId', '=', userId).execute();

describe('a device that has signed in before', () => {
  it('is marked by registration and sign-in with a cookie that opens nothing', async () => {
    const response = await logIn(goodPassword);
    expect(response.headers['set-cookie']).toMatch(
      /^device=[\da-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(response);
    for (const [method, path] of [
      ['GET', '/api/me'],
      ['PATCH', '/api/me'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/auth/change-password'],
    ] as const) {
      expect((await t.call(method, path, { headers: { cookie }, body: {} })).status).toBe(401);
    }
    expect((await devices()).length).toBe(2);
    // A second sign-in keeps the device's marker.
    expect(cookieOf(await logIn(goodPassword, cookie))).toBe(cookie);
    expect((await devices()).length).toBe(2);
  });

  it('signs in while strangers are locked, and leaves them locked', async () => {
    const cookie = await markedDevice();
    await fail(5);
    const lockedUntil = new Date(now.getTime() + 15 * minuteMs);
    expect(await row()).toMatchObject({ failedLoginAttempts: 5, lockedUntil });
    expect((await logIn(goodPassword)).status).toBe(401);
    expect((await logIn(goodPassword, cookie)).status).toBe(200);
    expect(await row()).toMatchObject({ failedLoginAttempts: 5, lockedUntil });
    expect((await logIn(goodPassword)).status).toBe(401);
  });

  it('has its own five tries, which lock no one else', async () => {
    const [cookie, other] = [await markedDevice(), await markedDevice()];
    const responses = await fail(6, cookie);
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(401));
    expect((await logIn(goodPassword, cookie)).status).toBe(401);
    expect(await row()).toMatchObject({ failedLoginAttempts: 0, lockedUntil: null });
    expect((await logIn(goodPassword, other)).status).toBe(200);
    expect((await logIn(goodPassword)).status).toBe(200);
    t.setNow(new Date(now.getTime() + 15 * minuteMs - 1));
    expect((await logIn(goodPassword, cookie)).status).toBe(401);
    t.setNow(new Date(now.getTime() + 15 * minuteMs));
    expect((await logIn(goodPassword, cookie)).status).toBe(200);
    await fail(4, cookie);
    expect((await logIn(goodPassword, cookie)).status).toBe(200);
  });

  it('allows at most 5 concurrent guesses', async () => {
    const cookie = await markedDevice();
    await t.db.deleteFrom('rate_limits').execute();
    await Promise.all(Array.from({ length: 12 }, () => logIn(wrong, cookie)));
    expect((await devices()).map(({ failures }) => failures).sort()).toEqual([0, 5]);
    expect((await row()).failedLoginAttempts).toBe(0);
  });

  it('gets the same response as a stranger for an unknown name, a wrong password and a lock', async () => {
    const cookie = await markedDevice();
    const unknown = await logIn(goodPassword, cookie, 'nobody-here');
    const known = await fail(6, cookie);
    for (const { status, body, headers } of [...known, await logIn(goodPassword, cookie), ...(await fail(6))]) {
      expect({ status, body, names: Object.keys(headers) }).toEqual({
        status: unknown.status,
        body: unknown.body,
        names: Object.keys(unknown.headers),
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('a stranger', () => {
  it('is a device without a marker, with a forged one, or with one of another account', async () => {
    const owner = await markedDevice();
    const [id = '', signature = ''] = owner.split('.');
    const forged = [`${id}.${'A'.repeat(43)}`, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}.${signature}`];
    const elsewhere = await makeCustomer(t);
    const ofOther = cookieOf(await logIn(goodPassword, undefined, elsewhere.username));
    for (const cookie of [undefined, ...forged, ofOther, ofOther]) await fail(1, cookie);
    expect((await row()).lockedUntil).not.toBeNull();
    expect((await logIn(goodPassword, ofOther)).status).toBe(401);
    expect((await logIn(goodPassword, owner)).status).toBe(200);
    expect((await logIn(goodPassword, ofOther, elsewhere.username)).status).toBe(200);
  });

  it('becomes known on a device that another account has marked', async () => {
    const cookie = await markedDevice();
    const second = await makeCustomer(t);
    expect(cookieOf(await logIn(goodPassword, cookie, second.username))).toBe(cookie);
    await fail(3, cookie);
    expect((await logIn(goodPassword, cookie, second.username)).status).toBe(200);
    // A sign-in to the second account doesn't reset the count of the first.
    expect((await devices()).map(({ failures }) => failures).sort()).toEqual([0, 3]);
    await fail(5);
    for (const { username } of [person, second]) {
      expect((await logIn(goodPassword, cookie, username)).status).toBe(200);
    }
  });
});

describe('what an account remembers of devices', () => {
  it('ends with a password change, except for the device that made it and for other accounts', async () => {
    const elsewhere = await makeCustomer(t);
    const [mine, other] = [await markedDevice(), await markedDevice()];
    const body = { currentPassword: goodPassword, password: newPassword, confirmPassword: newPassword };
    const changed = await t.call('POST', '/api/auth/change-password', {
      ...{ token: person.token, body },
      headers: { cookie: mine },
    });
    expect(changed.status).toBe(200);
    await fail(5);
    expect((await logIn(newPassword, other)).status).toBe(401);
    expect((await logIn(newPassword, mine)).status).toBe(200);
    expect(await devices(elsewhere.id)).toHaveLength(1);
  });

  it('ends with a password reset, which marks the device that made it', async () => {
    const before = await markedDevice();
    await t.call('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    await t.runJobs();
    const mail = (await t.mails()).findLast(({ to, subject }) => to === person.email && subject.includes('new Stoop'));
    const token = tokenIn(mail, '/reset-password');
    const body = { token, password: newPassword, confirmPassword: newPassword };
    const changed = await t.call('POST', '/api/auth/reset-password', { body });
    expect(changed.status).toBe(200);
    await fail(5);
    expect((await logIn(newPassword, before)).status).toBe(401);
    expect((await logIn(newPassword, cookieOf(changed))).status).toBe(200);
  });

  it('is the 20 newest', async () => {
    const first = await markedDevice();
    for (let round = 1; round <= 20; round++) {
      t.setNow(new Date(now.getTime() + round * 1_000));
      await t.db.deleteFrom('rate_limits').execute();
      await markedDevice();
    }
    expect(await devices()).toHaveLength(20);
    await fail(5);
    expect((await logIn(goodPassword, first)).status).toBe(401);
  });
});

describe('a check of the current password', () => {
  it('counts for the device, so that strangers lock nobody out of their settings', async () => {
    const cookie = await markedDevice();
    await fail(5);
    const body = { currentPassword: wrong, email: `moved-${person.username}@stoop.example` };
    const update = (changes: object, headers: Record<string, string> = {}) =>
      t.call('PATCH', '/api/me', { token: person.token, body: { ...body, ...changes }, headers });
    expect((await update({ currentPassword: goodPassword })).status).toBe(429);
    expect((await update({}, { cookie })).status).toBe(400);
    expect((await update({ currentPassword: goodPassword }, { cookie })).status).toBe(200);
    expect((await devices()).map(({ failures }) => failures)).toEqual([0, 0]);
  });
});
