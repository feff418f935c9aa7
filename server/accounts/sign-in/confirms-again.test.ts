import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { codeAt, enrol } from '../../../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';

const now = new Date('2026-11-21T12:00:30Z');
const later = new Date(now.getTime() + 16 * 60_000);
const nobody = '00000000-0000-4000-8000-000000000000';
let t: TestApp;
let admin: Person;
let customer: Person;
let key: Awaited<ReturnType<typeof enrol>>['key'];
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
  ({ key } = await enrol(t, admin, now));
  t.setNow(later);
  await staySignedIn(t);
});
afterAll(async () => await t.close());

/** Calls that change money, sign-ins or what everyone sees, and the status of each once it is confirmed. */
const calls: [string, 'POST' | 'PATCH' | 'DELETE', () => string, object | undefined, number][] = [
  [
    'ending a plan with a refund',
    'POST',
    () => `/api/admin/subscriptions/${nobody}/end`,
    { expectedRefund: '0.00' },
    404,
  ],
  ["changing the owner's settings", 'PATCH', () => '/api/admin/settings', { version: 0, values: {} }, 200],
  [
    "ending a session of another's",
    'DELETE',
    () => `/api/admin/users/${customer.id}/sessions/${nobody}`,
    undefined,
    404,
  ],
  ["ending all of another's sessions", 'DELETE', () => `/api/admin/users/${customer.id}/sessions`, undefined, 200],
];

describe('an account with a second factor', () => {
  it.each(calls)('confirms %s', async (_what, method, path, body) => {
    const response = await t.call(method, path(), { token: admin.token, body });
    expect(response).toMatchObject({ status: 409, body: { code: 'confirm_again' } });
  });

  it("isn't asked by the specification's DELETE of a plan", async () => {
    const response = await t.call('DELETE', `/api/admin/subscriptions/${nobody}`, { token: admin.token });
    expect(response.status).toBe(404);
  });

  it('may do all of it after the code', async () => {
    const body = { twoFactorCode: codeAt(key, later) };
    expect((await t.call('POST', '/api/me/confirm', { token: admin.token, body })).status).toBe(200);
    for (const [, method, path, sent, status] of calls) {
      expect((await t.call(method, path(), { token: admin.token, body: sent })).status, path()).toBe(status);
    }
  });
});
