import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  goodPassword,
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { tokenIn } from '../../../tests/support/services/mails.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { activateAccount } from './activate-account.ts';
import { deactivateAccount } from './deactivate-account.ts';

let t: TestApp;
let admin: Person;
let count = 0;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
});

function caller(): Record<string, string> {
  count += 1;
  return {
    ...{ firstName: 'Nóra', lastName: 'O’Brien', email: `caller.${count}@stoop.example` },
    ...{ phone: '215 555 0199', address: '801 N 2nd St, Philadelphia, PA 19123' },
  };
}
const add = (body: Record<string, unknown>, token: string | undefined = admin.token) =>
  t.call('POST', '/api/admin/customers', { token, body });
const welcomesTo = async (email: unknown) => {
  await t.runJobs();
  return (await t.mails()).filter((mail) => mail.to === email && mail.subject.includes('set your password'));
};
const setPassword = (token: string) =>
  t.call('POST', '/api/auth/reset-password', {
    body: { token, password: goodPassword, confirmPassword: goodPassword },
  });
const signIn = (username: unknown) => t.call('POST', '/api/auth/login', { body: { username, password: goodPassword } });

describe('POST /api/admin/customers', () => {
  it('refuses anyone but admins, and fields that registration refuses', async () => {
    expect((await t.call('POST', '/api/admin/customers', { body: caller() })).status).toBe(401);
    expect((await add(caller(), (await makeCustomer(t)).token)).status).toBe(403);
    expect((await add(caller(), (await makeDriver(t)).token)).status).toBe(403);
    const { status, body } = await add({
      firstName: ' ',
      lastName: 'x'.repeat(51),
      email: 'no',
      phone: '1',
      address: '',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(['address', 'email', 'firstName', 'lastName', 'phone']);
  });

  it('makes an account without a password, whose emailed link sets one and verifies the email', async () => {
    const form = caller();
    const { status, body } = await add({ ...form, role: 'admin', username: 'mine' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        role: 'customer',
        username: 'nora-obrien',
        phone: '(215) 555-0199',
        emailVerified: false,
        isActive: true,
      },
    });
    expect((await signIn(form.email)).status).toBe(401);
    const page = `/api/admin/customers/${body.id}`;
    expect((await t.call('GET', page, { token: admin.token })).body.hasPassword).toBe(false);
    const trail = await trailOf(t, admin, 'user', body.id);
    expect(trail.map((line) => line.action)).toContain('account_added');

    const [mail] = await welcomesTo(form.email);
    expect(mail?.text).toContain('Hi Nóra,');
    const token = tokenIn(mail, '/reset-password');
    expect((await setPassword(token)).status).toBe(200);
    expect(await signIn(form.email)).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
    expect((await setPassword(token)).status).toBe(400);
    expect((await t.call('GET', page, { token: admin.token })).body.hasPassword).toBe(true);
  });

  it('sends a link that works for 7 days; after that a forgotten password works', async () => {
    const start = new Date();
    t.setNow(start);
    const [early, late] = [caller(), caller()];
    for (const form of [early, late]) await add(form);
    const tokens = [];
    for (const form of [early, late]) tokens.push(tokenIn((await welcomesTo(form.email))[0], '/reset-password'));
    t.setNow(new Date(start.getTime() + 7 * 86_400_000 - 1_000));
    expect((await setPassword(tokens[0] ?? '')).status).toBe(200);
    t.setNow(new Date(start.getTime() + 7 * 86_400_000 + 1_000));
    expect((await setPassword(tokens[1] ?? '')).status).toBe(400);
    await t.call('POST', '/api/auth/forgot-password', { body: { email: late.email } });
    await t.runJobs();
    const mail = (await t.mails()).findLast(({ to }) => to === late.email);
    expect((await setPassword(tokenIn(mail, '/reset-password'))).status).toBe(200);
    t.setNow(new Date());
    admin = await makeAdmin(t);
  });

  it('sends a link that ends with the account, even when it is activated again', async () => {
    const form = caller();
    const { id } = (await add(form)).body;
    const token = tokenIn((await welcomesTo(form.email))[0], '/reset-password');
    await deactivateAccount(t.services, null, id);
    await activateAccount(t.services, null, id);
    expect((await setPassword(token)).status).toBe(400);
  });

  it('returns 409 for a taken email: with the customer who has it, without staff', async () => {
    const customer = await makeCustomer(t);
    const taken = await add({ ...caller(), email: customer.email.toUpperCase() });
    expect(taken).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'Pat Example already has this email.',
        errors: { customerId: customer.id },
      },
    });
    const staff = await add({ ...caller(), email: admin.email });
    expect(staff).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(staff.body.errors).not.toHaveProperty('customerId');
  });

  it('adds a caller once when two admins do it at once, and tells the other whose page it is', async () => {
    const form = caller();
    const other = await makeAdmin(t);
    const responses = await Promise.all([add(form), add(form, other.token), add(form), add(form, other.token)]);
    const made = responses.filter((response) => response.status === 201);
    expect(made).toHaveLength(1);
    for (const lost of responses.filter((response) => response.status !== 201)) {
      expect(lost).toMatchObject({ status: 409, body: { errors: { customerId: made[0]?.body.id } } });
    }
    expect(await welcomesTo(form.email)).toHaveLength(1);
  });

  it('finds a free username for a name that others have', async () => {
    const responses = await Promise.all([caller(), caller(), caller()].map((form) => add(form)));
    const names = responses.map((response) => response.body.username);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^nora-obrien-\d{4,7}$/);
    const admins = await add({ ...caller(), firstName: 'Administra', lastName: 'Tor' });
    expect(admins.body.username).toMatch(/^customer/);
  });
});
