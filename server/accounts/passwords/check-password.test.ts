import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { goodPassword, makeCustomer, registrationForm } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { tokenIn } from '../../../tests/support/services/mails.ts';
import { passwordCheckLimit } from '../rules.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
});

const check = async (password: string, more: Record<string, unknown> = {}) =>
  await t.call('POST', '/api/auth/check-password', { body: { password, ...more } });

it.each(['Password1!', 'P@ssw0rd', 'Summer2026!', 'Curb-side7!', 'Xk9!mQz2'])(
  'says of %s what registration says',
  async (password) => {
    const { status, body } = await check(password);
    const form = { ...registrationForm(), password, confirmPassword: password };
    const registered = await t.call('POST', '/api/auth/register', { body: form });
    expect([status, body]).toEqual([200, { isCommon: registered.status === 400 }]);
    if (registered.status !== 201) expect(registered.body.code).toBe('common_password');
  },
);

it.each(['username', 'email', 'firstName', 'lastName'])("knows the form's %s", async (name) => {
  const word = name === 'email' ? 'grzegorzk@stoop.example' : 'Grzegorzk';
  expect((await check('Grzegorzk1!')).body).toEqual({ isCommon: false });
  expect((await check('Grzegorzk1!', { [name]: word })).body).toEqual({ isCommon: true });
});

it("knows the names of a reset link's account, and says nothing of a wrong token", async () => {
  const customer = await makeCustomer(t);
  await t.db.updateTable('users').set({ firstName: 'Grzegorzk' }).where('id', '=', customer.id).execute();
  await t.call('POST', '/api/auth/forgot-password', { body: { email: customer.email } });
  await t.runJobs();
  const mail = (await t.mails()).findLast(({ to, text }) => to === customer.email && text.includes('/reset-password'));
  expect((await check('Grzegorzk1!', { token: tokenIn(mail, '/reset-password') })).body).toEqual({ isCommon: true });
  expect(await check('Grzegorzk1!', { token: 'x'.repeat(43) })).toMatchObject({
    status: 200,
    body: { isCommon: false },
  });
});

it('is 400 for a password that breaks another rule', async () => {
  expect(await check('password')).toMatchObject({ status: 400, body: { errors: { password: expect.anything() } } });
});

it('is 429 for an address that asks too often', async () => {
  for (let asked = 0; asked < passwordCheckLimit.limit; asked += 1) await check(goodPassword);
  expect((await check(goodPassword)).status).toBe(429);
});
