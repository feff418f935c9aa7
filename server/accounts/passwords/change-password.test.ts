import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';

let t: TestApp;
let person: Person;
const now = new Date('2026-11-21T12:00:30Z');
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
  person = await makeCustomer(t);
});

const newPassword = 'Another-7AM!';
const right = { currentPassword: goodPassword, password: newPassword, confirmPassword: newPassword };
const change = (body: object, token: string | undefined = person.token) =>
  t.call('POST', '/api/auth/change-password', { token, body });
const logIn = (password: string) =>
  t.call('POST', '/api/auth/login', { body: { username: person.username, password } });
const me = (token: string) => t.call('GET', '/api/me', { token });
const wrong = {
  status: 400,
  body: { code: 'wrong_password', errors: { currentPassword: 'Current password is incorrect' } },
};

describe('POST /api/auth/change-password', () => {
  it('returns 401 without a session', async () => {
    const response = await t.call('POST', '/api/auth/change-password', { body: right });
    expect(response.status).toBe(401);
  });

  it('validates its fields with their messages', async () => {
    const cases: [object, string, string | RegExp][] = [
      [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
      [{ currentPassword: undefined }, 'currentPassword', 'Current password is required'],
      [{ password: 'Ab1!' }, 'password', 'Password must be at least 8 characters long'],
      [{ password: 'alllowercase' }, 'password', /^Password must contain at least one uppercase letter/],
      [{ confirmPassword: 'Other-7AM!' }, 'confirmPassword', 'Passwords do not match'],
    ];
    for (const [changed, field, message] of cases) {
      const { status, body } = await change({ ...right, ...changed });
      expect(status, field).toBe(400);
      expect(body.errors[field]).toMatch(message);
    }
  });

  it('returns 400 for a common password and for the current one, which are no failed sign-ins', async () => {
    for (let round = 0; round < 3; round++) {
      const common = { ...right, password: 'Welcome@123', confirmPassword: 'Welcome@123' };
      const message = 'This password is too common or too easy to guess. Please choose another one.';
      expect(await change(common)).toMatchObject({
        status: 400,
        body: { code: 'common_password', errors: { password: message } },
      });
      const same = { ...right, password: goodPassword, confirmPassword: goodPassword };
      const notNew = 'The new password must be different from the current one';
      expect(await change(same)).toMatchObject({
        status: 400,
        body: { code: 'same_password', errors: { password: notNew } },
      });
    }
    expect((await change(right)).status).toBe(200);
  });

  it('sets the password and ends all other sessions', async () => {
    const { body: other } = await logIn(goodPassword);
    const stranger = await makeCustomer(t);
    expect(await change(right)).toMatchObject({ status: 200, body: { message: 'Your password has been changed.' } });
    expect((await me(person.token)).status).toBe(200);
    expect((await me(other.token)).status).toBe(401);
    expect((await me(stranger.token)).status).toBe(200);
    expect((await logIn(goodPassword)).status).toBe(401);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('emails the address that the password was changed, once', async () => {
    await change({ ...right, currentPassword: 'Wrong-side7!' });
    await change(right);
    await t.runJobs();
    const mails = (await t.mails()).filter(({ subject }) => subject === 'Your Stoop password was changed');
    expect(mails.filter(({ to }) => to === person.email)).toHaveLength(1);
  });

  it('counts a wrong current password as a failed sign-in until the right one is given', async () => {
    for (let round = 0; round < 4; round++) {
      expect(await change({ ...right, currentPassword: 'Wrong-side7!' })).toMatchObject(wrong);
    }
    expect((await change(right)).status).toBe(200);
    const third = 'Third-time7!';
    const again = { currentPassword: newPassword, password: third, confirmPassword: third };
    for (let round = 0; round < 5; round++) await change({ ...again, currentPassword: 'Wrong-side7!' });
    const locked = await change(again);
    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(locked.headers['retry-after']).toBe('900');
    expect((await logIn(newPassword)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    t.setNow(new Date(now.getTime() + 15 * 60_000));
    expect((await change(again)).status).toBe(200);
  });

  it('allows at most 5 concurrent guesses', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => change({ ...right, currentPassword: 'Wrong-side7!' })),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('accepts one of several concurrent changes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => {
        const password = `Race-day${index}!A`;
        return change({ ...right, password, confirmPassword: password });
      }),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await logIn(`Race-day${winner}!A`)).status).toBe(200);
  });

  it('is limited per IP address, together with sign-in', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(t)));
    for (const { token } of others) {
      for (let round = 0; round < 5; round++) await change({ ...right, currentPassword: 'Wrong-side7!' }, token);
    }
    expect((await change(right)).status).toBe(429);
  });
});
