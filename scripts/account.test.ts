import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { runCommand } from '../tests/support/commands.ts';
import { makeCustomer } from '../tests/support/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

it('reset-password sets the password, and the running server emails the address', async () => {
  const person = await makeCustomer(t);
  const password = 'Another-7AM!';
  await runCommand(['account.ts', 'reset-password', '--username', person.username, '--password', password], {
    DATABASE_URL: t.databaseUrl,
  });
  await t.runJobs();
  const subjects = (await t.mails()).filter(({ to }) => to === person.email).map(({ subject }) => subject);
  expect(subjects).toContain('Your Stoop password was changed');
  const body = { username: person.username, password };
  expect((await t.call('POST', '/api/auth/login', { body })).status).toBe(200);
});
