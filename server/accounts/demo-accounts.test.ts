import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NewPassword } from '../../contract/values/account-fields.ts';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { closeDemo, openDemo } from './demo-accounts.ts';
import { createAccount } from './registration/create-account.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('sessions').execute();
  await t.db.deleteFrom('audit_log').execute();
  await t.db.deleteFrom('users').execute();
  await t.db.deleteFrom('rate_limits').execute();
});

const logIn = ({ username, password }: { username: string; password: string }) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });

describe('demo accounts', () => {
  it('are an admin, two drivers and three customers who can sign in', async () => {
    const signIns = await openDemo(t.services);
    expect(signIns.map((signIn) => signIn.role)).toEqual([
      'admin',
      'driver',
      'driver',
      'customer',
      'customer',
      'customer',
    ]);
    for (const signIn of signIns) {
      const { status, body } = await logIn(signIn);
      expect({ status, role: body.user?.role }).toEqual({ status: 200, role: signIn.role });
      expect(NewPassword.safeParse(signIn.password).success).toBe(true);
    }
  });

  it('are created once, also when two processes start at the same time', async () => {
    const [first, second] = await Promise.all([openDemo(t.services), openDemo(t.services)]);
    expect(second).toEqual(first);
    expect(await openDemo(t.services)).toEqual(first);
    expect(await t.db.selectFrom('users').select('id').execute()).toHaveLength(6);
  });

  it('are closed outside demo mode, with their sessions', async () => {
    const signIns = await openDemo(t.services);
    const person = await makeCustomer(t);
    const tokens = await Promise.all(signIns.map(async (signIn) => (await logIn(signIn)).body.token));
    expect(await closeDemo(t.services)).toEqual([]);
    for (const token of tokens) expect((await t.call('GET', '/api/me', { token })).status).toBe(401);
    for (const signIn of signIns) expect((await logIn(signIn)).status).toBe(401);
    expect((await t.call('GET', '/api/me', { token: person.token })).status).toBe(200);
  });

  it('are reopened after being closed', async () => {
    const signIns = await openDemo(t.services);
    await closeDemo(t.services);
    expect(await openDemo(t.services)).toEqual(signIns);
    for (const signIn of signIns) expect((await logIn(signIn)).status).toBe(200);
  });

  it("leave a user's account with the same name unchanged", async () => {
    const person = {
      role: 'customer' as const,
      username: 'Driver-One',
      email: 'person@stoop.example',
      password: 'Curb-side7!',
      ...{ firstName: null, lastName: null, phone: null, address: null },
    };
    await createAccount(t.services, person);
    const signIns = await openDemo(t.services);
    expect(signIns.map((signIn) => signIn.username)).not.toContain('driver-one');
    expect(signIns).toHaveLength(5);
    await closeDemo(t.services);
    expect((await logIn(person)).body.user).toMatchObject({ role: 'customer', isActive: true });
  });
});
