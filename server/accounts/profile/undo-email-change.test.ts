import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeCustomer, type Person, registrationForm } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { linkIn, tokenIn } from '../../../tests/support/services/mails.ts';
import { deliverMessage } from '../../messages/deliver-message.ts';
import { hashOfToken } from '../secret-token.ts';
import { updateProfile } from './update-profile.ts';

let t: TestApp;
let person: Person;
let now: Date;
let count = 0;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const newPassword = 'Another-7AM!';

beforeAll(async () => {
  t = await startTestApp({ APP_URL: 'https://stoop.example' });
});
afterAll(async () => await t.close());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:30Z');
  t.setNow(now);
  person = await makeCustomer(t);
  await keepSessions();
});

/** Makes the sessions of these tests outlive the 7 days of an undo link. */
const keepSessions = async () =>
  await t.db
    .updateTable('sessions')
    .set({ expire: new Date('2027-06-01T00:00:00Z') })
    .execute();
const later = (ms: number) => t.setNow(new Date(now.getTime() + ms));
const anAddress = () => `address-${++count}@stoop.example`;
const update = (body: object, token: string | undefined = person.token) => t.call('PATCH', '/api/me', { token, body });
const undo = (token: unknown) => t.call('POST', '/api/auth/undo-email-change', { body: { token } });
const me = async () => (await t.call('GET', '/api/me', { token: person.token })).body;
const row = async () =>
  await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
const changeId = async () =>
  (await t.db.selectFrom('email_changes').select('id').where('userId', '=', person.id).executeTakeFirstOrThrow()).id;
/** Sends the email about a change again, as after a crash before the first one was recorded. */
async function sendAgain(id: string) {
  const unsent = { sentAt: null, droppedAt: null, dropReason: null };
  const { id: messageId } = await t.db
    .updateTable('messages')
    .set(unsent)
    .where('kind', '=', 'email-changed')
    .where('revision', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return await deliverMessage(t.services, messageId);
}
const mailsTo = async (email: string, subject: string) =>
  (await t.mails()).filter((mail) => mail.to === email && mail.subject === subject);
const changedMails = (email: string) => mailsTo(email, 'Your Stoop email address was changed');
const resetMails = (email: string) => mailsTo(email, 'Set a new Stoop password');

/** Changes the email. Returns the undo token that was sent to the former address. */
async function move(from: string, to: string, currentPassword?: string): Promise<string> {
  await t.db.deleteFrom('rate_limits').execute();
  expect((await update({ email: to, currentPassword })).status).toBe(200);
  await t.runJobs();
  return tokenIn((await changedMails(from)).at(-1), '/undo-email-change');
}

/** Requests a password reset for this address. Returns each address that got a link, with the link's token. */
async function askForReset(email: string, candidates: readonly string[]): Promise<{ to: string; token: string }[]> {
  await t.db.deleteFrom('rate_limits').execute();
  const before = new Map(await Promise.all(candidates.map(async (to) => [to, (await resetMails(to)).length] as const)));
  expect((await t.call('POST', '/api/auth/forgot-password', { body: { email } })).status).toBe(200);
  await t.runJobs();
  const sent: { to: string; token: string }[] = [];
  for (const to of candidates) {
    for (const mail of (await resetMails(to)).slice(before.get(to))) {
      sent.push({ to, token: tokenIn(mail, '/reset-password') });
    }
  }
  return sent;
}
const reset = (token: string) =>
  t.call('POST', '/api/auth/reset-password', { body: { token, password: newPassword, confirmPassword: newPassword } });
const logIn = (username: string, password = goodPassword) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });

const invalid = {
  status: 400,
  body: { code: 'invalid_undo_token', message: 'This link has expired or was already used.' },
};

describe('PATCH /api/me with another email', () => {
  it('takes effect immediately and emails the old address a link, whose token is stored only as a hash', async () => {
    const email = anAddress();
    expect(await update({ email })).toMatchObject({ status: 200, body: { email, emailVerified: false } });
    await t.runJobs();
    const [mail, ...more] = await changedMails(person.email);
    expect(more).toEqual([]);
    for (const words of [person.username, person.email, email, 'expires in 7 days']) {
      expect(mail?.text).toContain(words);
    }
    const token = tokenIn(mail, '/undo-email-change');
    expect(mail?.text).toContain(`\nhttps://stoop.example/undo-email-change?token=${token}\n`);
    const [change, ...others] = await t.db
      .selectFrom('email_changes')
      .selectAll()
      .where('userId', '=', person.id)
      .execute();
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      ...{ oldEmail: person.email, newEmail: email, isConfirmed: false, undoToken: hashOfToken(token) },
      undoUntil: new Date(now.getTime() + 7 * dayMs),
    });
  });

  it('sends nothing when the email stays, and one link when the same change comes twice', async () => {
    await update({ username: `${person.username}_new`, email: person.email.toUpperCase() });
    await t.runJobs();
    expect(await changedMails(person.email)).toEqual([]);
    const email = anAddress();
    const responses = await Promise.all([update({ email }), update({ email })]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await t.runJobs();
    expect(await changedMails(person.email)).toHaveLength(1);
  });

  it('returns 400 for a wrong current password, changes nothing and counts a failed sign-in', async () => {
    const email = anAddress();
    const body = { username: `${person.username}_new`, email, currentPassword: 'Wrong-side7!' };
    expect(await update(body)).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', errors: { currentPassword: 'Current password is incorrect' } },
    });
    expect(await me()).toMatchObject({ username: person.username, email: person.email });
    expect((await row()).failedLoginAttempts).toBe(1);
    for (const currentPassword of ['', 7, null]) {
      expect(await update({ email, currentPassword })).toMatchObject({
        status: 400,
        body: { errors: { currentPassword: 'Current password is required' } },
      });
    }
    // The password is checked even if nothing changes, so that a wrong one never passes silently.
    expect((await update({ currentPassword: 'Wrong-side7!' })).status).toBe(400);
    expect((await update({ email, currentPassword: goodPassword })).status).toBe(200);
    expect((await row()).failedLoginAttempts).toBe(0);
  });

  it('returns 400 when the password changed after it was checked', async () => {
    const racing = new Proxy(t.db, {
      get(db, key) {
        const value: unknown = Reflect.get(db, key, db);
        // Methods must be bound to the database itself, because they use its private fields.
        if (key !== 'transaction') return typeof value === 'function' ? value.bind(db) : value;
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
            await db.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', person.id).execute();
            return await db.transaction().execute(work);
          },
        });
      },
    });
    const body = { email: anAddress(), currentPassword: goodPassword };
    const origin = { ip: '127.0.0.1', device: undefined };
    const attempt = updateProfile({ ...t.services, db: racing }, person.id, body, origin);
    await expect(attempt).rejects.toThrow('Current password is incorrect');
    expect((await me()).email).toBe(person.email);
  });

  it('returns 429 after 5 wrong current passwords', async () => {
    const email = anAddress();
    for (let round = 0; round < 5; round++) await update({ email, currentPassword: 'Wrong-side7!' });
    const refused = await update({ email, currentPassword: goodPassword });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers['retry-after']).toBe('900');
    expect((await me()).email).toBe(person.email);
  });
});

describe('a password reset after a change of the email', () => {
  it('goes to the old address for 7 days without the current password, whichever address asks', async () => {
    const email = anAddress();
    await move(person.email, email);
    const both = [person.email, email];
    for (const asked of both) {
      expect((await askForReset(asked.toUpperCase(), both)).map(({ to }) => to)).toEqual([person.email]);
    }
    later(7 * dayMs - 1);
    const [last] = await askForReset(email, both);
    expect(last?.to).toBe(person.email);
    later(7 * dayMs);
    expect(await askForReset(person.email, both)).toEqual([]);
    expect((await askForReset(email, both)).map(({ to }) => to)).toEqual([email]);
  });

  it('goes to the new address when the current password came along', async () => {
    const email = anAddress();
    await move(person.email, email, goodPassword);
    const both = [person.email, email];
    expect((await askForReset(email, both)).map(({ to }) => to)).toEqual([email]);
    expect(await askForReset(person.email, both)).toEqual([]);
  });

  it('names the change, works, verifies no address it did not go to, and is reported to both addresses', async () => {
    const email = anAddress();
    await move(person.email, email);
    const [sent] = await askForReset(person.email, [person.email]);
    expect((await resetMails(person.email)).at(-1)?.text).toContain(`was recently changed to ${email}`);
    expect((await reset(sent?.token ?? '')).status).toBe(200);
    expect((await logIn(email, newPassword)).body.user).toMatchObject({ email, emailVerified: false });
    await t.runJobs();
    for (const to of [person.email, email]) {
      expect(await mailsTo(to, 'Your Stoop password was changed')).toHaveLength(1);
    }
  });

  it('verifies no new address with a link that went to the old one just before the 7 days ended', async () => {
    const email = anAddress();
    await move(person.email, email);
    later(7 * dayMs - 1);
    const [sent] = await askForReset(email, [person.email]);
    later(7 * dayMs + hourMs / 2);
    expect((await reset(sent?.token ?? '')).status).toBe(200);
    expect((await row()).emailVerified).toBe(false);
  });
});

describe('POST /api/auth/undo-email-change', () => {
  it('returns 400 without a token and for an unknown one', async () => {
    for (const token of [undefined, '', 7]) {
      expect(await undo(token)).toMatchObject({ status: 400, body: { errors: { token: 'Undo token is required' } } });
    }
    const token = await move(person.email, anAddress());
    for (const wrong of ['x', 'A'.repeat(43), hashOfToken(token), `${token}x`]) {
      expect(await undo(wrong)).toMatchObject(invalid);
    }
  });

  it('brings the address back as verified, ends every session and link, and tells the other address', async () => {
    const other = await makeCustomer(t);
    const email = anAddress();
    const token = await move(person.email, email, goodPassword);
    const verification = tokenIn((await mailsTo(email, 'Verify your email address for Stoop')).at(-1), '/verify-email');
    const [sent] = await askForReset(email, [email]);
    expect(await undo(token)).toMatchObject({
      status: 200,
      body: { message: `Your email is ${person.email} again. You are signed out everywhere.` },
    });
    expect((await t.call('GET', '/api/me', { token: person.token })).status).toBe(401);
    expect((await t.call('GET', '/api/me', { token: other.token })).status).toBe(200);
    expect((await reset(sent?.token ?? '')).status).toBe(400);
    expect((await t.call('POST', '/api/auth/verify-email', { body: { token: verification } })).status).toBe(400);
    expect((await logIn(email)).status).toBe(401);
    expect((await logIn(person.email)).body.user).toMatchObject({ email: person.email, emailVerified: true });
    expect((await askForReset(person.email, [person.email, email])).map(({ to }) => to)).toEqual([person.email]);
    const [told] = await mailsTo(email, 'The change to your Stoop email was undone');
    expect(() => linkIn(told, '/undo-email-change')).toThrow('no link');
  });

  it("leaves another account's later change, which can still be undone", async () => {
    const token = await move(person.email, anAddress());
    const other = await makeCustomer(t);
    await update({ email: anAddress() }, other.token);
    await t.runJobs();
    const otherToken = tokenIn((await changedMails(other.email)).at(-1), '/undo-email-change');
    expect((await undo(token)).status).toBe(200);
    expect((await undo(otherToken)).status).toBe(200);
  });

  it('works once, for 7 days', async () => {
    const token = await move(person.email, anAddress());
    later(7 * dayMs);
    expect(await undo(token)).toMatchObject(invalid);
    await sendAgain(await changeId());
    expect(await changedMails(person.email)).toHaveLength(1);
    later(7 * dayMs - 1);
    expect((await undo(token)).status).toBe(200);
    expect(await undo(token)).toMatchObject(invalid);
  });

  it('takes one of several concurrent uses', async () => {
    const token = await move(person.email, anAddress());
    const responses = await Promise.all(Array.from({ length: 6 }, () => undo(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('accepts only the newest link when the email was sent again', async () => {
    const first = await move(person.email, anAddress());
    const id = await changeId();
    await sendAgain(id);
    const second = tokenIn((await changedMails(person.email)).at(-1), '/undo-email-change');
    expect(await undo(first)).toMatchObject(invalid);
    expect((await undo(second)).status).toBe(200);
    await sendAgain(id);
    expect(await changedMails(person.email)).toHaveLength(2);
  });

  it('is limited per IP address', async () => {
    await t.db.deleteFrom('rate_limits').execute();
    for (let round = 0; round < 30; round++) expect((await undo('x')).status).toBe(400);
    expect((await undo('x')).status).toBe(429);
    await t.db.deleteFrom('rate_limits').execute();
  });
});

describe('several changes within 7 days', () => {
  it('send resets to the oldest address, and its link undoes them all', async () => {
    const [second, third] = [anAddress(), anAddress()];
    const firstToken = await move(person.email, second);
    later(dayMs);
    const secondToken = await move(second, third);
    const all = [person.email, second, third];
    for (const asked of all) {
      expect((await askForReset(asked, all)).map(({ to }) => to)).toEqual([person.email]);
    }
    expect((await undo(firstToken)).status).toBe(200);
    expect((await row()).email).toBe(person.email);
    expect(await undo(secondToken)).toMatchObject(invalid);
  });

  it('leave the oldest address in charge when a later link is used first', async () => {
    const [second, third] = [anAddress(), anAddress()];
    const firstToken = await move(person.email, second);
    const secondToken = await move(second, third);
    expect((await undo(secondToken)).status).toBe(200);
    expect((await row()).email).toBe(second);
    const sent = await askForReset(second, [person.email, second, third]);
    expect(sent.map(({ to }) => to)).toEqual([person.email]);
    expect((await undo(firstToken)).status).toBe(200);
    expect((await row()).email).toBe(person.email);
  });

  it('send resets to the last address that the password confirmed', async () => {
    const [second, third] = [anAddress(), anAddress()];
    await move(person.email, second, goodPassword);
    await move(second, third);
    expect((await askForReset(third, [person.email, second, third])).map(({ to }) => to)).toEqual([second]);
  });

  it('give no link to an address that the owner left by going back', async () => {
    const thief = anAddress();
    const ownLink = await move(person.email, thief);
    await t.db.deleteFrom('rate_limits').execute();
    expect((await update({ email: person.email, currentPassword: goodPassword })).status).toBe(200);
    await t.runJobs();
    expect(await changedMails(thief)).toEqual([]);
    expect(await mailsTo(thief, 'The change to your Stoop email was undone')).toHaveLength(1);
    expect(await askForReset(thief, [person.email, thief])).toEqual([]);
    expect((await askForReset(person.email, [person.email, thief])).map(({ to }) => to)).toEqual([person.email]);
    expect(await undo(ownLink)).toMatchObject(invalid);
  });
});

describe('an address that can still come back', () => {
  it('is taken for other accounts, by registration and by change, until the 7 days end', async () => {
    const token = await move(person.email, anAddress());
    const other = await makeCustomer(t);
    await keepSessions();
    const form = { ...registrationForm(), email: person.email.toUpperCase() };
    const taken = { status: 409, body: { errors: { email: 'Email is already registered' } } };
    expect(await t.call('POST', '/api/auth/register', { body: form })).toMatchObject(taken);
    expect(await update({ email: person.email }, other.token)).toMatchObject(taken);
    expect((await t.call('GET', '/api/me', { token: other.token })).body.email).toBe(other.email);
    later(7 * dayMs);
    expect((await t.call('POST', '/api/auth/register', { body: form })).status).toBe(201);
    later(0);
    expect(await undo(token)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('is not lost in a race of a change and a registration', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await makeCustomer(t);
      const form = { ...registrationForm(), email: owner.email };
      const [changed, registered] = await Promise.all([
        update({ email: anAddress() }, owner.token),
        t.call('POST', '/api/auth/register', { body: form }),
      ]);
      expect([changed.status, registered.status]).toEqual([200, 409]);
    }
  });
});
