import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCustomer, makeDriver, type Person, registrationForm } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { listMessagesOf } from '../../../tests/support/messages/messages.ts';
import { tokenIn } from '../../../tests/support/services/mails.ts';
import { inTransaction } from '../../database/transaction.ts';
import { openDemo } from '../demo-accounts.ts';
import { hashOfToken } from '../secret-token.ts';
import { writeAccountMessage } from '../write-account-message.ts';

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
  person = await makeCustomer(t);
  await t.runJobs();
});

const verify = (token: unknown) => t.call('POST', '/api/auth/verify-email', { body: { token } });
const resend = (token: string | undefined = person.token) => t.call('POST', '/api/auth/resend-verification', { token });
const update = (body: object) => t.call('PATCH', '/api/me', { token: person.token, body });
/** Writes a verification email without a check, like a request whose account changes right after its check. */
const askAgain = async (id: string) =>
  await inTransaction(t.db, (trx) => writeAccountMessage(t.services, trx, 'verification', id));
const isVerified = async (token = person.token) => (await t.call('GET', '/api/me', { token })).body.emailVerified;
const mailsTo = async (email: string) => (await t.mails()).filter((mail) => mail.to === email);
const newestToken = async (email = person.email) => tokenIn((await mailsTo(email)).at(-1), '/verify-email');
const refusal = {
  status: 400,
  body: { code: 'invalid_verification_token', message: 'This link is no longer valid. Please request a new one.' },
};

describe('the verification email', () => {
  it('is sent once on registration, and its token is not stored in the clear', async () => {
    const mails = await mailsTo(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Verify your email address for Stoop');
    expect(mails[0]?.text).toContain(`Hi ${person.username},`);
    const stored = await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
    expect(stored.emailVerificationToken).toBe(hashOfToken(await newestToken()));
    expect(await isVerified()).toBe(false);
  });

  it('is not sent when registration fails', async () => {
    const form: Record<string, string> = { ...registrationForm(), username: person.username };
    expect((await t.call('POST', '/api/auth/register', { body: form })).status).toBe(409);
    await t.runJobs();
    expect(await mailsTo(form.email ?? '')).toEqual([]);
  });

  it('does not contain the first name, which a stranger may choose', async () => {
    const form: Record<string, string> = {
      ...registrationForm(),
      firstName: 'Win at evil.example',
      lastName: '<b>now</b>',
    };
    expect((await t.call('POST', '/api/auth/register', { body: form })).status).toBe(201);
    await t.runJobs();
    const [mail] = await mailsTo(form.email ?? '');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/Win at|evil\.|<b>/);
  });

  it('is not sent to accounts created by the demo or the command line', async () => {
    const before = (await t.mails()).length;
    await openDemo(t.services);
    await makeDriver(t);
    await t.runJobs();
    expect(await t.mails()).toHaveLength(before);
  });

  it('is not sent when the account is verified, deactivated or gone', async () => {
    await verify(await newestToken());
    await askAgain(person.id);
    const closed = await makeCustomer(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', closed.id).execute();
    await askAgain(closed.id);
    await askAgain('00000000-0000-4000-8000-000000000000');
    await t.runJobs();
    expect(await mailsTo(person.email)).toHaveLength(1);
    const reasons = (await listMessagesOf(t, person.id, 'verification')).map(({ dropReason }) => dropReason);
    expect(reasons).toEqual([null, 'the address is verified']);
    const [dropped] = await listMessagesOf(t, closed.id, 'verification');
    expect(dropped).toMatchObject({ dropReason: 'a newer message replaced it' });
    expect(await mailsTo(closed.email)).toHaveLength(0);
  });
});

describe('POST /api/auth/verify-email', () => {
  it('requires a token', async () => {
    for (const token of [undefined, null, '', ' ', 7, 'x'.repeat(201)]) {
      expect(await verify(token)).toMatchObject({
        status: 400,
        body: { errors: { token: 'Verification token is required' } },
      });
    }
  });

  it('returns 400 for an unknown token and for a stored hash', async () => {
    const token = await newestToken();
    for (const wrong of ['x', 'A'.repeat(43), hashOfToken(token)]) expect(await verify(wrong)).toMatchObject(refusal);
    expect(await isVerified()).toBe(false);
  });

  it('verifies only the address it was sent to; repeating it succeeds', async () => {
    const other = await makeCustomer(t);
    const token = await newestToken();
    const first = await verify(token);
    expect(first).toMatchObject({ status: 200, body: { message: 'Your email is verified.' } });
    expect((await verify(token)).body).toEqual(first.body);
    expect(await isVerified()).toBe(true);
    expect(await isVerified(other.token)).toBe(false);
  });

  it('accepts the same token in concurrent requests', async () => {
    const token = await newestToken();
    const responses = await Promise.all(Array.from({ length: 6 }, () => verify(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('returns 400 for a deactivated account', async () => {
    const token = await newestToken();
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute();
    expect(await verify(token)).toMatchObject(refusal);
  });

  it('is limited per IP address', async () => {
    for (let round = 0; round < 30; round++) await verify('x');
    expect((await verify(await newestToken())).status).toBe(429);
  });
});

describe('a changed address', () => {
  it('gets a verification email, and the link to the old address ends', async () => {
    const old = await newestToken();
    const email = `new-${person.username}@stoop.example`;
    expect((await update({ email })).body).toMatchObject({ email, emailVerified: false });
    await t.runJobs();
    expect(await verify(old)).toMatchObject(refusal);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await verify(await newestToken(email))).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  it('is unverified even when the old one was verified', async () => {
    const old = await newestToken();
    await verify(old);
    await update({ email: `new-${person.username}@stoop.example` });
    expect(await isVerified()).toBe(false);
    expect(await verify(old)).toMatchObject(refusal);
  });

  it('sends no email when only the username changes or the address is taken', async () => {
    const other = await makeCustomer(t);
    await t.runJobs();
    const before = (await t.mails()).length;
    expect((await update({ username: `renamed_${person.username}`.slice(0, 30) })).status).toBe(200);
    expect((await update({ email: person.email.toUpperCase() })).status).toBe(200);
    expect((await update({ email: other.email })).status).toBe(409);
    await t.runJobs();
    expect(await t.mails()).toHaveLength(before);
    expect((await verify(await newestToken())).status).toBe(200);
  });

  it('is limited per account and per address', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await update({ email: `n${round}-${person.username}@stoop.example` })).status).toBe(200);
    }
    expect((await update({ email: `n6-${person.username}@stoop.example` })).status).toBe(429);
    expect((await update({ username: `kept_${person.username}`.slice(0, 30) })).status).toBe(200);
  });
});

describe('POST /api/auth/resend-verification', () => {
  it('returns 401 without a session', async () => {
    expect((await t.call('POST', '/api/auth/resend-verification')).status).toBe(401);
  });

  it('returns 409 when the address is already verified', async () => {
    await verify(await newestToken());
    expect(await resend()).toMatchObject({
      status: 409,
      body: { code: 'already_verified', message: 'Your email is already verified' },
    });
  });

  it('emails a new link, which ends the previous one', async () => {
    const old = await newestToken();
    expect(await resend()).toMatchObject({
      status: 200,
      body: { message: `We've sent a new link to ${person.email}.` },
    });
    await t.runJobs();
    expect(await verify(old)).toMatchObject(refusal);
    expect((await verify(await newestToken())).status).toBe(200);
  });

  it('is limited per account', async () => {
    for (let round = 0; round < 5; round++) expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await makeCustomer(t);
    expect((await resend(other.token)).status).toBe(200);
  });
});
