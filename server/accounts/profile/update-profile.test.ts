import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const update = (token: string | undefined, body: unknown) => t.call('PATCH', '/api/me', { token, body });

describe('PATCH /api/me', () => {
  it('returns 401 without a session', async () => {
    expect((await update(undefined, {})).status).toBe(401);
  });

  it('returns 409 for a taken username or email, ignoring case', async () => {
    const [mine, other] = [await makeCustomer(t), await makeCustomer(t)];
    const name = await update(mine.token, { username: other.username.toUpperCase() });
    expect(name).toMatchObject({ status: 409, body: { errors: { username: 'Username is already taken' } } });
    const email = await update(mine.token, { email: other.email.toUpperCase() });
    expect(email).toMatchObject({ status: 409, body: { errors: { email: 'Email is already registered' } } });
  });

  it('returns 401 when the account is deleted meanwhile', async () => {
    const { id, token, username } = await makeCustomer(t);
    const late = await overtaken(
      t.db,
      () => update(token, { username: `${username}_new` }),
      (trx) => trx.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', id).execute(),
    );
    expect(late).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  });

  it('validates changed values as registration does', async () => {
    const { token } = await makeCustomer(t);
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [{ username: 'x' }, { username: 'Username must be at least 3 characters' }],
      [{ username: 'my-admin' }, { username: "Username cannot contain 'admin'" }],
      [{ username: 7 }, { username: 'Username must be at least 3 characters' }],
      [{ email: 'nobody' }, { email: 'Please enter a valid email address' }],
      [{ email: 'a+b@stoop.example' }, { email: 'Email aliases with + are not allowed for security' }],
      [
        { username: '', email: '' },
        { username: 'Username must be at least 3 characters', email: 'Please enter a valid email address' },
      ],
    ];
    for (const [body, errors] of cases) {
      const response = await update(token, body);
      expect(response).toMatchObject({ status: 400, body: { message: Object.values(errors)[0], errors } });
    }
  });

  it('does not validate unchanged values', async () => {
    const { id, token } = await makeCustomer(t);
    await t.db
      .updateTable('users')
      .set({ username: 'old-admin', email: 'Old+Alias@stoop.example', emailVerified: true })
      .where('id', '=', id)
      .execute();
    const updated = await update(token, { username: 'old-admin', email: 'old+alias@stoop.example' });
    expect(updated).toMatchObject({ status: 200, body: { username: 'old-admin', email: 'Old+Alias@stoop.example' } });
    const renamed = await update(token, { username: 'new-name', email: 'Old+Alias@stoop.example' });
    expect(renamed).toMatchObject({ status: 200, body: { username: 'new-name', emailVerified: true } });
    expect((await update(token, {})).body.username).toBe('new-name');
  });

  it('changes username and email, and ignores other fields', async () => {
    const person = await makeCustomer(t);
    await t.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
    const name = await update(person.token, { username: ' Other_Name ', role: 'admin', isActive: false });
    expect(name.body).toMatchObject({ username: 'Other_Name', email: person.email, role: 'customer', isActive: true });
    expect(name.body.emailVerified).toBe(true);
    const email = await update(person.token, { email: 'Moved@Stoop.example' });
    expect(email.body).toMatchObject({ email: 'moved@stoop.example', emailVerified: false });
    expect((await t.call('GET', '/api/me', { token: person.token })).body).toEqual(email.body);
  });

  it('applies both of two concurrent changes', async () => {
    const person = await makeCustomer(t);
    const [username, email] = [`${person.username}_new`, `new.${person.email}`];
    await Promise.all([update(person.token, { username }), update(person.token, { email })]);
    expect((await t.call('GET', '/api/me', { token: person.token })).body).toMatchObject({ username, email });
  });

  it('lets users change the case of their own username', async () => {
    const person = await makeCustomer(t);
    const { status, body } = await update(person.token, { username: person.username.toUpperCase() });
    expect({ status, username: body.username }).toEqual({ status: 200, username: person.username.toUpperCase() });
  });
});
