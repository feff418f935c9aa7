import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RegisterBody } from '../../../contract/accounts/forms.ts';
import { registrationForm } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { register as registerAccount } from './register.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
});

const register = (change: Record<string, unknown> = {}) =>
  t.call('POST', '/api/auth/register', { body: { ...registrationForm(), ...change } });

describe('POST /api/auth/register', () => {
  it('returns 409 for a taken username or email, ignoring case', async () => {
    const { body } = await register({ username: 'Taken-Name', email: 'taken@stoop.example' });
    const name = await register({ username: 'taken-NAME' });
    expect(name.status).toBe(409);
    expect(name.body).toEqual({
      message: 'Username is already taken',
      code: 'username_taken',
      errors: { username: 'Username is already taken' },
    });
    const email = await register({ email: 'TAKEN@stoop.example' });
    expect(email.status).toBe(409);
    expect(email.body).toEqual({
      message: 'Email is already registered',
      code: 'email_taken',
      errors: { email: 'Email is already registered' },
    });
    expect(body.user.username).toBe('Taken-Name');
  });

  it('creates one account for concurrent requests with the same username', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register({ username: index % 2 ? 'same-name' : 'SAME-name' })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('creates no account when a later step fails', async () => {
    const form = registrationForm();
    const noRoom = () => Promise.reject(new Error('no room for a job'));
    const jobs = { ...t.services.jobs, enqueue: noRoom, enqueueAll: noRoom };
    const body = RegisterBody.parse(form);
    await expect(registerAccount({ ...t.services, jobs }, body, { ip: '127.0.0.1', userAgent: '' })).rejects.toThrow(
      'no room for a job',
    );
    expect((await register(form)).status).toBe(201);
  });

  it('returns a message for each broken rule', async () => {
    const password = (value: string) => ({ password: value, confirmPassword: value });
    const composition =
      'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character (@$!%*?&)';
    const cases: [Record<string, unknown>, string, string][] = [
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
      [{ username: undefined }, 'username', 'Username must be at least 3 characters'],
      [{ username: 'a'.repeat(31) }, 'username', 'Username must be less than 30 characters'],
      [{ username: 'a b c' }, 'username', 'Username can only contain letters, numbers, hyphens, and underscores'],
      [{ username: 'TheAdMiN' }, 'username', "Username cannot contain 'admin'"],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ email: 'a@b' }, 'email', 'Please enter a valid email address'],
      [{ email: `${'a'.repeat(250)}@stoop.example` }, 'email', 'Please enter a valid email address'],
      [{ email: 'me+you@stoop.example' }, 'email', 'Email aliases with + are not allowed for security'],
      [password('Ab1!'), 'password', 'Password must be at least 8 characters long'],
      [password(`Ab1!${'x'.repeat(125)}`), 'password', 'Password must be less than 128 characters'],
      [password('curb-side7!'), 'password', composition],
      [password('CURB-SIDE7!'), 'password', composition],
      [password('Curb-side!!'), 'password', composition],
      [password('Curbside777'), 'password', composition],
      [{ confirmPassword: 'Other-7AM!' }, 'confirmPassword', 'Passwords do not match'],
      [{ confirmPassword: undefined }, 'confirmPassword', 'Passwords do not match'],
      [{ firstName: '  ' }, 'firstName', 'First name is required'],
      [{ firstName: 'x'.repeat(51) }, 'firstName', 'First name must be less than 50 characters'],
      [{ lastName: '' }, 'lastName', 'Last name is required'],
      [{ lastName: 'x'.repeat(51) }, 'lastName', 'Last name must be less than 50 characters'],
      [{ phone: '' }, 'phone', 'Phone number is required'],
      [{ phone: '12345' }, 'phone', 'Please enter a valid US phone number'],
      [{ address: ' ' }, 'address', 'Address is required'],
      [{ address: 'x'.repeat(256) }, 'address', 'Address must be less than 255 characters'],
    ];
    for (const [change, field, message] of cases) {
      const { status, body } = await register(change);
      expect({ status, message: body.errors?.[field] }, `${field}: ${message}`).toEqual({ status: 400, message });
    }
  });

  it("returns 400 for a password that is common, or made of the person's own words", async () => {
    const message = 'This password is too common or too easy to guess. Please choose another one.';
    const words = {
      username: 'walker-dana',
      email: 'dwalk.home@stoop.example',
      firstName: 'Danuta',
      lastName: 'O’Walkerson',
    };
    for (const password of ['Password1!', 'Walkerdana1!', 'Dwalkhome7!', 'D@nuta2026!', 'Owalkerson1!', 'Stoop2026!']) {
      const { status, body } = await register({ ...words, password, confirmPassword: password });
      expect({ status, body }, password).toEqual({
        status: 400,
        body: { message, code: 'common_password', errors: { password: message } },
      });
    }
    expect((await register(words)).status).toBe(201);
  });

  it('requires visible names without hidden characters', async () => {
    const cases: [Record<string, string>, string, string][] = [
      [{ firstName: '\u2800\u3164' }, 'firstName', 'First name is required'],
      [{ lastName: '\u200b' }, 'lastName', 'Last name is required'],
      [{ firstName: 'Pat\u202eelpmaxE' }, 'firstName', 'First name cannot contain invisible characters'],
      [{ lastName: 'Ex\u2066ample' }, 'lastName', 'Last name cannot contain invisible characters'],
      [{ lastName: 'Ex\nample' }, 'lastName', 'Last name cannot contain invisible characters'],
      [{ firstName: 'Pat\u0000' }, 'firstName', 'First name cannot contain invisible characters'],
    ];
    for (const [change, field, message] of cases) {
      const { status, body } = await register(change);
      expect({ status, message: body.errors?.[field] }, JSON.stringify(change)).toEqual({ status: 400, message });
    }
    expect((await register({ firstName: 'علی‌رضا', lastName: 'O’Neil-Ng' })).status).toBe(201);
  });

  it('returns all invalid fields together, and rejects a body that is not an object', async () => {
    const { body } = await register({ username: 'x', confirmPassword: 'Other-7AM!', phone: '' });
    expect(Object.keys(body.errors).sort()).toEqual(['confirmPassword', 'phone', 'username']);
    expect((await t.call('POST', '/api/auth/register', { body: [] })).status).toBe(400);
    expect((await t.call('POST', '/api/auth/register')).status).toBe(400);
  });

  it('creates a signed-in customer with normalized values and ignores other fields', async () => {
    const { status, body } = await register({
      username: ' Curb_Side-1 ',
      email: ' Mixed.Case@Stoop.Example ',
      phone: '+1 215.555.0142',
      role: 'admin',
      isActive: false,
      emailVerified: true,
      id: '00000000-0000-7000-8000-000000000000',
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      username: 'Curb_Side-1',
      email: 'mixed.case@stoop.example',
      phone: '(215) 555-0142',
      role: 'customer',
      isActive: true,
      emailVerified: false,
      lastLoginAt: expect.any(String),
    });
    expect(body.user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    // A token may happen to contain these letters.
    expect(JSON.stringify({ ...body, token: '' })).not.toMatch(/hash|argon2|loginHistory/i);
    const me = await t.call('GET', '/api/auth/user', { token: body.token });
    expect(me.body).toEqual(body.user);
  });

  it('accepts values at their limits', async () => {
    const password = `Ab1!${'x'.repeat(124)}`;
    const response = await register({
      username: 'a'.repeat(30),
      password,
      confirmPassword: password,
      firstName: 'x'.repeat(50),
      lastName: 'y'.repeat(50),
      address: 'z'.repeat(255),
    });
    expect(response.status).toBe(201);
  });

  it('stores only the hash of the password', async () => {
    const form = registrationForm();
    await t.call('POST', '/api/auth/register', { body: form });
    const row = await t.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', form.username as string)
      .executeTakeFirstOrThrow();
    expect(row.password).toBe('');
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(form.password);
  });

  it('limits registrations per IP address', async () => {
    t.setNow(new Date('2026-11-21T12:01:00Z'));
    await t.db
      .insertInto('rate_limits')
      .values({ key: 'register:127.0.0.1', windowStart: new Date('2026-11-21T12:00:00Z'), count: 59 })
      .execute();
    expect((await register()).status).toBe(201);
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
