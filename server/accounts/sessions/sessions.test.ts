import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { hashOfToken } from '../secret-token.ts';

let t: TestApp;
let admin: Person;
let person: Person;
const now = new Date('2026-11-21T12:00:30Z');
const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36';
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
  [admin, person] = [await makeAdmin(t), await makeCustomer(t)];
});

const later = (hours: number) => t.setNow(new Date(now.getTime() + hours * 3_600_000));
const me = (token: string) => t.call('GET', '/api/me', { token });
async function signInAgain(who: Person): Promise<string> {
  const { body } = await t.call('POST', '/api/auth/login', {
    body: { username: who.username, password: who.password },
    headers: { 'user-agent': laptop },
  });
  return body.token;
}
interface Shown {
  id: string;
  isCurrent: boolean;
  lastUsedAt: string;
}
const list = async (token: string, path = '/api/me/sessions'): Promise<Shown[]> =>
  (await t.call('GET', path, { token })).body;
const otherOf = async (token: string) => (await list(token)).find(({ isCurrent }) => !isCurrent)?.id ?? 'none';
const trail = async (subjectId: string) =>
  await t.db
    .selectFrom('audit_log')
    .select(['actorId', 'action', 'details'])
    .where('subjectId', '=', subjectId)
    .where('action', 'in', ['sessions_ended', 'viewed'])
    .orderBy('at')
    .execute();

describe('GET /api/me/sessions', () => {
  it('lists the own live sessions, the last used first, without anything that opens them', async () => {
    await makeCustomer(t);
    later(1);
    const token = await signInAgain(person);
    const response = await t.call('GET', '/api/me/sessions', { token: person.token });
    const common = { id: expect.any(String), ip: '127.0.0.1' };
    const times = { first: now.toISOString(), second: '2026-11-21T13:00:30.000Z' };
    expect(response.body).toHaveLength(2);
    expect(response.body).toEqual(
      expect.arrayContaining([
        {
          ...common,
          device: 'Chrome on Windows',
          signedInAt: times.second,
          lastUsedAt: times.second,
          isCurrent: false,
        },
        { ...common, device: 'Unknown device', signedInAt: times.first, lastUsedAt: times.second, isCurrent: true },
      ]),
    );
    for (const secret of [token, hashOfToken(token), person.token, hashOfToken(person.token)]) {
      expect(JSON.stringify(response.body)).not.toContain(secret);
    }
    for (const { id } of response.body) expect((await me(id)).status).toBe(401);
    later(24);
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});

it('using a session keeps the last use of the others', async () => {
  await signInAgain(person);
  later(1);
  expect((await list(person.token)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([
    '2026-11-21T13:00:30.000Z',
    now.toISOString(),
  ]);
});

describe('DELETE /api/me/sessions', () => {
  it('ends one own session, once, and records it', async () => {
    const token = await signInAgain(person);
    const id = await otherOf(person.token);
    const end = () => t.call('DELETE', `/api/me/sessions/${id}`, { token: person.token });
    expect(await end()).toMatchObject({ status: 200, body: { ended: 1 } });
    expect((await me(token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect(await end()).toMatchObject({ status: 404, body: { message: 'This session has already ended' } });
    expect(await trail(person.id)).toEqual([
      { actorId: person.id, action: 'sessions_ended', details: { device: 'Chrome on Windows' } },
    ]);
  });

  it("returns 404 for a stranger's session, which stays", async () => {
    const stranger = await makeCustomer(t);
    const [theirs] = await list(stranger.token);
    for (const id of [theirs?.id, randomUUID(), 'nonsense', hashOfToken(stranger.token)]) {
      expect((await t.call('DELETE', `/api/me/sessions/${id}`, { token: person.token })).status, id).toBe(404);
    }
    expect((await me(stranger.token)).status).toBe(200);
  });

  it('ends all own sessions but the current one', async () => {
    const stranger = await makeCustomer(t);
    const others = [await signInAgain(person), await signInAgain(person)];
    const endOthers = () => t.call('DELETE', '/api/me/sessions', { token: person.token });
    expect(await endOthers()).toMatchObject({ status: 200, body: { ended: 2 } });
    for (const token of others) expect((await me(token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect((await me(stranger.token)).status).toBe(200);
    expect(await endOthers()).toMatchObject({ status: 200, body: { ended: 0 } });
    expect(await trail(person.id)).toEqual([{ actorId: person.id, action: 'sessions_ended', details: { count: '2' } }]);
  });
});

describe('/api/admin/users/:userId/sessions', () => {
  const path = (userId: string, id?: string) => `/api/admin/users/${userId}/sessions${id ? `/${id}` : ''}`;

  it('is for admins, and returns 404 for an unknown person or session', async () => {
    const driver = await makeDriver(t);
    const [session] = await list(person.token);
    for (const [method, to] of [
      ['GET', path(person.id)],
      ['DELETE', path(person.id)],
      ['DELETE', path(person.id, session?.id)],
    ] as const) {
      expect((await t.call(method, to)).status).toBe(401);
      for (const { token } of [person, driver]) expect((await t.call(method, to, { token })).status).toBe(403);
    }
    const { token } = admin;
    for (const id of [randomUUID(), 'nobody']) {
      expect((await t.call('GET', path(id), { token })).status).toBe(404);
      expect((await t.call('DELETE', path(id), { token })).status).toBe(404);
      expect((await t.call('DELETE', path(person.id, id), { token })).status).toBe(404);
    }
    // A session is found only under its own account.
    expect((await t.call('DELETE', path(driver.id, session?.id), { token })).status).toBe(404);
    expect((await me(person.token)).status).toBe(200);
  });

  it("shows and ends another person's sessions, and records both", async () => {
    const laptopToken = await signInAgain(person);
    const sessions = await list(admin.token, path(person.id));
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false]);
    const id = await otherOf(person.token);
    expect((await t.call('DELETE', path(person.id, id), { token: admin.token })).body).toEqual({ ended: 1 });
    expect((await me(laptopToken)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect((await t.call('DELETE', path(person.id), { token: admin.token })).body).toEqual({ ended: 1 });
    expect((await me(person.token)).status).toBe(401);
    expect(await trail(person.id)).toEqual(
      expect.arrayContaining([
        { actorId: admin.id, action: 'viewed', details: {} },
        { actorId: admin.id, action: 'sessions_ended', details: { device: 'Chrome on Windows' } },
        { actorId: admin.id, action: 'sessions_ended', details: { count: '1' } },
      ]),
    );
  });

  it("keeps the admin's own current session", async () => {
    const other = await signInAgain(admin);
    expect((await t.call('DELETE', path(admin.id), { token: admin.token })).body).toEqual({ ended: 1 });
    expect((await me(admin.token)).status).toBe(200);
    expect((await me(other)).status).toBe(401);
  });
});
