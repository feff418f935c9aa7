import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { listMessagesOf } from '../../../tests/support/messages/messages.ts';
import { tokenIn } from '../../../tests/support/services/mails.ts';
import { deliverMessage } from '../../messages/deliver-message.ts';
import { hashOfToken } from '../secret-token.ts';

let t: TestApp;
let person: Person;
let now: Date;
const minuteMs = 60_000;
const newPassword = 'Another-7AM!';

beforeAll(async () => {
  t = await startTestApp({ APP_URL: 'https://stoop.example', BRAND_NAME: 'Kerb & Co' });
});
afterAll(async () => await t.close());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:30Z');
  t.setNow(now);
  person = await makeCustomer(t);
  await t.runJobs();
  await t.db.deleteFrom('rate_limits').execute();
});

const later = (ms: number) => t.setNow(new Date(now.getTime() + ms));
const forgot = (email: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/auth/forgot-password', { body: { email }, headers });
const reset = (token: unknown, password: unknown = newPassword, confirmPassword: unknown = password) =>
  t.call('POST', '/api/auth/reset-password', { body: { token, password, confirmPassword } });
const logIn = (password: string, username = person.username) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });
const me = (token: string) => t.call('GET', '/api/me', { token });
const row = async (id = person.id) =>
  await t.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setUser = async (changes: object, id = person.id) =>
  await t.db.updateTable('users').set(changes).where('id', '=', id).execute();
const mailsTo = async (email: string) =>
  (await t.mails()).filter((mail) => mail.to === email && mail.subject.includes('new Kerb'));
const newestToken = async (email = person.email) => tokenIn((await mailsTo(email)).at(-1), '/reset-password');
async function requestToken(email = person.email): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  await t.runJobs();
  return await newestToken(email);
}
/** Lists every message with a reset link. */
const listResets = async () =>
  await t.db.selectFrom('messages').selectAll().where('kind', '=', 'password-reset').execute();
const outcomesOf = async (id: string) =>
  (await listMessagesOf(t, id, 'password-reset')).map(({ sentAt, dropReason }) => (sentAt ? 'sent' : dropReason));
const refusal = {
  status: 400,
  body: {
    code: 'invalid_reset_token',
    message: 'This link has expired or was already used. Please request a new one.',
  },
};

describe('POST /api/auth/forgot-password', () => {
  it('requires a valid email address', async () => {
    for (const email of [undefined, null, 7, '', 'nobody', ['a@b.example'], 'x'.repeat(300)]) {
      expect(await forgot(email)).toMatchObject({
        status: 400,
        body: { errors: { email: 'Please enter a valid email address' } },
      });
    }
  });

  it('responds the same for a known, an unknown and a deactivated address, and emails only the first', async () => {
    const closed = await makeCustomer(t);
    await setUser({ isActive: false }, closed.id);
    const responses = [await forgot(person.email), await forgot('nobody@stoop.example'), await forgot(closed.email)];
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({
        status: 200,
        body: { message: "If this email has an account, we've sent a link to reset its password." },
      });
    }
    await t.runJobs();
    expect(await mailsTo(person.email)).toHaveLength(1);
    expect(await mailsTo('nobody@stoop.example')).toHaveLength(0);
    expect(await mailsTo(closed.email)).toHaveLength(0);
    expect((await row(closed.id)).passwordResetToken).toBeNull();
    expect(await outcomesOf(person.id)).toEqual(['sent']);
    expect(await outcomesOf(closed.id)).toEqual(['the account is deactivated']);
    // For an address without an account, no row is left and no job fails.
    expect(await listResets()).toHaveLength(2);
    const { rows } = await sql<{ state: string }>`
      SELECT DISTINCT state FROM pgboss.job WHERE name = 'send-message'`.execute(t.db);
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('writes one message with one job for a known and for an unknown address', async () => {
    const jobs = async () => {
      const { rows } = await t.db.executeQuery<{ n: string }>(
        sql`SELECT count(*) AS n FROM pgboss.job WHERE name = 'send-message'`.compile(t.db),
      );
      return Number(rows[0]?.n);
    };
    const before = { jobs: await jobs(), messages: (await listResets()).length };
    await forgot(person.email);
    await forgot('nobody-else@stoop.example');
    expect(await jobs()).toBe(before.jobs + 2);
    expect(await listResets()).toHaveLength(before.messages + 2);
  });

  it('sends an email with the link, whose token is in neither the database nor the log', async () => {
    const token = await requestToken();
    const [mail] = await mailsTo(person.email);
    expect(mail).toMatchObject({ from: '"Kerb & Co" <hello@stoop.example>', subject: 'Set a new Kerb & Co password' });
    for (const words of [
      person.username,
      'expires in one hour',
      'ignore this email',
      '(215) 555-0107',
      'hello@stoop.example',
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(mail?.html).toContain('Kerb &amp; Co');
    expect(mail?.text).toContain(`\nhttps://stoop.example/reset-password?token=${token}\n`);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { passwordResetToken, passwordResetExpires } = await row();
    expect(passwordResetToken).toBe(hashOfToken(token));
    expect(passwordResetExpires).toEqual(new Date(now.getTime() + 60 * minuteMs));
    const { rows } = await t.db.executeQuery<{ text: string }>(
      sql`SELECT job::text AS text FROM pgboss.job AS job`.compile(t.db),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
    const stored = await t.db.selectFrom('messages').selectAll().execute();
    expect(stored).not.toEqual([]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('sends an account at most one email a minute and six in half an hour', async () => {
    await forgot(person.email);
    expect((await forgot(person.email)).status).toBe(200);
    later(29_000);
    await forgot(person.email.toUpperCase());
    await t.runJobs();
    expect(await mailsTo(person.email)).toHaveLength(1);
    for (let minute = 1; minute < 20; minute++) {
      later(minute * minuteMs);
      await t.db.deleteFrom('rate_limits').where('key', 'like', 'forgot-password:%').execute();
      expect((await forgot(person.email)).status).toBe(200);
      await t.runJobs();
    }
    expect(await mailsTo(person.email)).toHaveLength(6);
    later(30 * minuteMs);
    await forgot(person.email);
    await t.runJobs();
    expect(await mailsTo(person.email)).toHaveLength(7);
  });

  it('is limited per IP address', async () => {
    for (let round = 0; round < 20; round++) expect((await forgot(`n${round}@stoop.example`)).status).toBe(200);
    const refused = await forgot(person.email);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('retries a failed email with a new token', async () => {
    await forgot(person.email);
    const [message] = await listMessagesOf(t, person.id, 'password-reset');
    const { mail } = t.services;
    const failing = {
      ...t.services,
      mail: { ...mail, send: () => Promise.reject(new Error('no route to the server')) },
    };
    await expect(deliverMessage(failing, message?.id ?? '')).rejects.toThrow('no route to the server');
    const failed = (await row()).passwordResetToken;
    expect(failed).not.toBeNull();
    expect(await deliverMessage(t.services, message?.id ?? '')).toBe('sent');
    expect((await row()).passwordResetToken).not.toBe(failed);
    expect((await reset(await newestToken())).status).toBe(200);
  });
});

describe('POST /api/auth/reset-password', () => {
  it('validates its fields with their messages', async () => {
    const composition = /^Password must contain at least one uppercase letter/;
    const cases: [unknown[], string, string | RegExp][] = [
      [[undefined], 'token', 'Reset token is required'],
      [[' '], 'token', 'Reset token is required'],
      [[7], 'token', 'Reset token is required'],
      [['x', 'Ab1!'], 'password', 'Password must be at least 8 characters long'],
      [['x', `Ab1!${'x'.repeat(125)}`], 'password', 'Password must be less than 128 characters'],
      [['x', 'alllowercase'], 'password', composition],
      [['x', newPassword, 'Other-7AM!'], 'confirmPassword', 'Passwords do not match'],
      [['x', newPassword, null], 'confirmPassword', 'Passwords do not match'],
    ];
    for (const [[token, password, confirm], field, message] of cases) {
      const { status, body } = await t.call('POST', '/api/auth/reset-password', {
        body: {
          token,
          password: password ?? newPassword,
          confirmPassword: confirm === undefined ? (password ?? newPassword) : confirm,
        },
      });
      expect(status, field).toBe(400);
      expect(body.errors[field]).toMatch(message);
    }
  });

  it('returns 400 for an unknown token and for a stored hash', async () => {
    const token = await requestToken();
    for (const wrong of ['x', 'A'.repeat(43), hashOfToken(token), `${token}x`, "' OR 1=1 --"]) {
      expect(await reset(wrong)).toMatchObject(refusal);
    }
    expect((await logIn(goodPassword)).status).toBe(200);
  });

  it('sets the password, ends all sessions, unlocks the account and verifies the address', async () => {
    const { body: second } = await logIn(goodPassword);
    const other = await makeCustomer(t);
    const token = await requestToken();
    await setUser({ failedLoginAttempts: 5, lockedUntil: new Date(now.getTime() + 15 * minuteMs) });
    expect(await reset(token)).toMatchObject({
      status: 200,
      body: { message: 'Your password has been changed. Please sign in.' },
    });
    expect((await me(person.token)).status).toBe(401);
    expect((await me(second.token)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
    expect((await logIn(goodPassword)).status).toBe(401);
    expect((await logIn(newPassword)).body.user).toMatchObject({ id: person.id, emailVerified: true });
    expect((await logIn(goodPassword, other.username)).status).toBe(200);
    expect(await row()).toMatchObject({ passwordResetToken: null, passwordResetExpires: null, password: '' });
  });

  it('returns 400 for a common password and for the current one, and the link still works', async () => {
    const token = await requestToken();
    expect(await reset(token, 'P@ssw0rd1')).toMatchObject({ status: 400, body: { code: 'common_password' } });
    expect(await reset(token, 'Kerbco2026!')).toMatchObject({ status: 400, body: { code: 'common_password' } });
    expect(await reset(token, goodPassword)).toMatchObject({
      status: 400,
      body: { code: 'same_password', message: 'The new password must be different from the current one' },
    });
    expect((await reset(token)).status).toBe(200);
  });

  it('emails the address that the password was changed', async () => {
    const token = await requestToken();
    expect((await reset(token)).status).toBe(200);
    await t.runJobs();
    const mail = (await t.mails()).filter(({ to }) => to === person.email).at(-1);
    expect(mail).toMatchObject({ subject: 'Your Kerb & Co password was changed' });
    expect(mail?.text).toContain('\nhttps://stoop.example/forgot-password\n');
    expect(mail?.text).not.toContain(newPassword);
  });

  it('works once', async () => {
    const token = await requestToken();
    expect((await reset(token)).status).toBe(200);
    expect(await reset(token, 'Third-time7!')).toMatchObject(refusal);
    expect((await logIn(newPassword)).status).toBe(200);
  });

  it('accepts one of several concurrent uses of a token', async () => {
    const token = await requestToken();
    const passwords = Array.from({ length: 8 }, (_, index) => `Race-day${index}!A`);
    const responses = await Promise.all(passwords.map((password) => reset(token, password)));
    const won = responses.flatMap(({ status }, index) => (status === 200 ? [passwords[index] ?? ''] : []));
    expect(won).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) expect(response).toMatchObject(refusal);
    for (const password of passwords) {
      expect((await logIn(password)).status, password).toBe(password === won[0] ? 200 : 401);
      await setUser({ failedLoginAttempts: 0, lockedUntil: null });
    }
  });

  it('works for an hour', async () => {
    const token = await requestToken();
    later(60 * minuteMs);
    expect(await reset(token)).toMatchObject(refusal);
    later(60 * minuteMs - 1);
    expect((await reset(token)).status).toBe(200);
  });

  it('accepts only the newest of several tokens', async () => {
    const first = await requestToken();
    later(2 * minuteMs);
    const second = await requestToken();
    expect(second).not.toBe(first);
    expect(await reset(first)).toMatchObject(refusal);
    expect((await reset(second)).status).toBe(200);
  });

  it('ends when the address or password changes or the account is deactivated', async () => {
    const moved = await requestToken();
    const email = `moved-${person.username}@stoop.example`;
    const change = { email, currentPassword: goodPassword };
    expect((await t.call('PATCH', '/api/me', { token: person.token, body: change })).status).toBe(200);
    expect(await reset(moved)).toMatchObject(refusal);

    later(2 * minuteMs);
    const overtaken = await requestToken(email);
    const body = { currentPassword: goodPassword, password: 'Changed-7AM!', confirmPassword: 'Changed-7AM!' };
    expect((await t.call('POST', '/api/auth/change-password', { token: person.token, body })).status).toBe(200);
    expect(await reset(overtaken)).toMatchObject(refusal);

    later(4 * minuteMs);
    const late = await requestToken(email);
    await setUser({ isActive: false });
    expect(await reset(late)).toMatchObject(refusal);
    await setUser({ isActive: true });
    expect((await logIn('Changed-7AM!')).status).toBe(200);
  });

  it('changes only the account that it was created for', async () => {
    const other = await makeCustomer(t);
    const token = await requestToken();
    await requestToken(other.email);
    expect((await reset(token)).status).toBe(200);
    expect((await logIn(newPassword, other.username)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
  });

  it('is limited per IP address', async () => {
    for (let round = 0; round < 30; round++) expect((await reset('x')).status).toBe(400);
    expect((await reset('x')).status).toBe(429);
  });
});
