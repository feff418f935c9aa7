import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeCustomer } from '../../../tests/support/people.ts';
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
