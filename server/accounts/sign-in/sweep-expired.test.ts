import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCustomer } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { accountJobs } from '../jobs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

it('deletes only expired sessions and old counters', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  t.setNow(new Date('2026-11-20T12:00:00Z'));
  const old = await makeCustomer(t);
  t.setNow(new Date('2026-11-21T11:59:00Z'));
  const fresh = await makeCustomer(t);
  t.setNow(now);
  await accountJobs(t.services)['sweep-expired']();
  const sessions = await t.db.selectFrom('sessions').select('userId').execute();
  expect(sessions.map((session) => session.userId)).toEqual([fresh.id]);
  expect(old.id).not.toBe(fresh.id);
  const counters = await t.db.selectFrom('rate_limits').select('windowStart').execute();
  expect(counters).toEqual([{ windowStart: new Date('2026-11-21T11:55:00Z') }]);
});

it('deletes sign-ins and looks of the trail after 180 days, and no changes', async () => {
  const old = new Date('2026-01-01T12:00:00Z');
  t.setNow(old);
  const { id: subjectId } = await makeCustomer(t);
  const line = (action: 'sign_in_failed' | 'viewed' | 'role_changed' | 'password_changed') =>
    ({ actorId: null, action, subject: 'user', subjectId }) as const;
  await recordChanges(t.services, t.db, [line('sign_in_failed'), line('viewed'), line('role_changed')]);
  await recordChanges(t.services, t.db, [line('password_changed')]);
  const actions = async () => {
    const lines = await t.db.selectFrom('audit_log').select('action').where('subjectId', '=', subjectId).execute();
    return lines.map(({ action }) => action).sort();
  };
  const all = ['password_changed', 'role_changed', 'sign_in_failed', 'signed_in', 'viewed'];
  t.setNow(new Date(old.getTime() + 180 * 86_400_000));
  await accountJobs(t.services)['sweep-expired']();
  expect(await actions()).toEqual(all);
  t.setNow(new Date(old.getTime() + 180 * 86_400_000 + 1));
  await accountJobs(t.services)['sweep-expired']();
  expect(await actions()).toEqual(['password_changed', 'role_changed']);
});

it('deletes devices long unused, and email changes that can no longer be undone', async () => {
  const start = new Date('2027-01-01T12:00:00Z');
  t.setNow(start);
  const { id, token } = await makeCustomer(t);
  const email = 'swept@stoop.example';
  expect((await t.call('PATCH', '/api/me', { token, body: { email } })).status).toBe(200);
  const dayMs = 24 * 60 * 60_000;
  const countAfter = async (ms: number) => {
    t.setNow(new Date(start.getTime() + ms));
    await accountJobs(t.services)['sweep-expired']();
    const changes = await t.db.selectFrom('email_changes').select('id').where('userId', '=', id).execute();
    const devices = await t.db.selectFrom('sign_in_devices').select('deviceId').where('userId', '=', id).execute();
    return { changes: changes.length, devices: devices.length };
  };
  expect(await countAfter(7 * dayMs)).toEqual({ changes: 1, devices: 1 });
  expect(await countAfter(8 * dayMs)).toEqual({ changes: 0, devices: 1 });
  expect(await countAfter(400 * dayMs)).toEqual({ changes: 0, devices: 1 });
  expect(await countAfter(401 * dayMs)).toEqual({ changes: 0, devices: 0 });
});
