import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { tokenIn } from '../../../tests/support/mails.ts';
import { makeCustomer, makeDriver, type Person, registrationForm } from '../../../tests/support/people.ts';
import { openDemo } from '../demo-accounts.ts';
import { hashOfToken } from '../secret-token.ts';
import { sendVerification } from './send-verification.ts';

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
const isVerified = async (token = person.token) => (await t.call('GET', '/api/me', { token })).body.emailVerified;
const mailsTo = async (email: string) => (await t.mails()).filter((mail) => mail.to === email);
const newestToken = async (email = person.email) => tokenIn((await mailsTo(email)).at(-1), '/verify-email');
const refusal = {
  status: 400,
  body: { code: 'invalid_verification_token', message: 'This link is not valid any more. Please ask for a new one.' },
};

describe('the mail that asks for a confirmation', () => {
  it('goes to whoever registers, once, and keeps no token in clear', async () => {
    const mails = await mailsTo(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Verify your email address for Stoop');
    expect(mails[0]?.text).toContain(`Hi ${person.username},`);
    const stored = await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
    expect(stored.emailVerificationToken).toBe(hashOfToken(await newestToken()));
    expect(await isVerified()).toBe(false);
  });

  it('is not sent when the account was not made', async () => {
    const form: Record<string, string> = { ...registrationForm(), username: person.username };
    expect((await t.call('POST', '/api/auth/register', { body: form })).status).toBe(409);
    await t.runJobs();
    expect(await mailsTo(form.email ?? '')).toEqual([]);
  });

  it('does not carry what a stranger may write into a name', async () => {
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

  it('is not sent to accounts of the demo and of the command line', async () => {
    const before = (await t.mails()).length;
    await openDemo(t.services);
    await makeDriver(t);
    await t.runJobs();
    expect(await t.mails()).toHaveLength(before);
  });

  it('is not sent any more when the account is confirmed, deactivated or gone', async () => {
    await verify(await newestToken());
    await sendVerification(t.services, person.id);
    const closed = await makeCustomer(t);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', closed.id).execute();
    await sendVerification(t.services, closed.id);
    await sendVerification(t.services, '00000000-0000-4000-8000-000000000000');
    expect(await mailsTo(person.email)).toHaveLength(1);
    await t.runJobs();
    expect(await mailsTo(closed.email)).toHaveLength(0);
  });
});

describe('POST /api/auth/verify-email', () => {
  it('asks for a token', async () => {
    for (const token of [undefined, null, '', ' ', 7, 'x'.repeat(201)]) {
      expect(await verify(token)).toMatchObject({
        status: 400,
        body: { errors: { token: 'Verification token is required' } },
      });
    }
  });

  it('refuses a token that was never mailed, and a hash for a token', async () => {
    const token = await newestToken();
    for (const wrong of ['x', 'A'.repeat(43), hashOfToken(token)]) expect(await verify(wrong)).toMatchObject(refusal);
    expect(await isVerified()).toBe(false);
  });

  it('confirms the address it was mailed to and no other; a second press hears the same', async () => {
    const other = await makeCustomer(t);
    const token = await newestToken();
    const first = await verify(token);
    expect(first).toMatchObject({ status: 200, body: { message: 'Your email is verified.' } });
    expect((await verify(token)).body).toEqual(first.body);
    expect(await isVerified()).toBe(true);
    expect(await isVerified(other.token)).toBe(false);
  });

  it('takes the same token many times at once', async () => {
    const token = await newestToken();
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('does not open a deactivated account', async () => {
    const token = await newestToken();
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute();
    expect(await verify(token)).toMatchObject(refusal);
  });

  it('is limited for each address', async () => {
    for (let round = 0; round < 30; round++) await verify('x');
    expect((await verify(await newestToken())).status).toBe(429);
  });
});

describe('a changed address', () => {
  it('is asked to confirm itself, and the link to the old one ends', async () => {
    const old = await newestToken();
    const email = `new-${person.username}@stoop.example`;
    expect((await update({ email })).body).toMatchObject({ email, emailVerified: false });
    await t.runJobs();
    expect(await verify(old)).toMatchObject(refusal);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await verify(await newestToken(email))).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  it('ends the confirmation of one that was confirmed before', async () => {
    const old = await newestToken();
    await verify(old);
    await update({ email: `new-${person.username}@stoop.example` });
    expect(await isVerified()).toBe(false);
    expect(await verify(old)).toMatchObject(refusal);
  });

  it('leaves a new name alone, and mails nobody when the address is taken', async () => {
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

  it('is limited: the mails go to whatever address is typed', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await update({ email: `n${round}-${person.username}@stoop.example` })).status).toBe(200);
    }
    expect((await update({ email: `n6-${person.username}@stoop.example` })).status).toBe(429);
    expect((await update({ username: `kept_${person.username}`.slice(0, 30) })).status).toBe(200);
  });
});

describe('POST /api/auth/resend-verification', () => {
  it('asks who it is', async () => {
    expect((await t.call('POST', '/api/auth/resend-verification')).status).toBe(401);
  });

  it('refuses when there is nothing to confirm', async () => {
    await verify(await newestToken());
    expect(await resend()).toMatchObject({
      status: 409,
      body: { code: 'already_verified', message: 'Your email is already verified' },
    });
  });

  it('mails a new link, and the one before ends', async () => {
    const old = await newestToken();
    expect(await resend()).toMatchObject({
      status: 200,
      body: { message: `A new link is on its way to ${person.email}.` },
    });
    await t.runJobs();
    expect(await verify(old)).toMatchObject(refusal);
    expect((await verify(await newestToken())).status).toBe(200);
  });

  it('is limited for each account', async () => {
    for (let round = 0; round < 5; round++) expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const other = await makeCustomer(t);
    expect((await resend(other.token)).status).toBe(200);
  });
});
