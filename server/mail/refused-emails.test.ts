import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { findTheMessage } from '../../tests/support/messages/messages.ts';
import { cancelFor, setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { parseMail, tokenIn } from '../../tests/support/services/mails.ts';
import { type Received, startSmtpServer } from '../../tests/support/services/smtp.ts';
import { smtpMail } from '../external/mail/smtp-mail.ts';
import { readSmtpUrl } from '../external/mail/smtp-url.ts';
import { makeReminders } from '../messages/make-reminders.ts';

/** Tests with an address that a real mail server permanently refuses. */

let t: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let admin: Person;
let customer: Person;
/** The mail server's replies to RCPT TO, by address. */
const refusals = new Map<string, string>();
const tried: string[] = [];

beforeAll(async () => {
  smtp = await startSmtpServer({
    onRcptTo({ address }, _session, done) {
      tried.push(address);
      const refusal = refusals.get(address);
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
  });
  t = await startTestApp();
  const server = readSmtpUrl(`smtp://127.0.0.1:${smtp.port}`);
  if (!server) throw new Error('unreadable');
  Object.assign(t.services, { mail: smtpMail(server, t.services.settings.mailFrom) });
  setClock(t, '2026-11-24', '12:00');
  admin = await makeAdmin(t);
});
afterAll(async () => {
  t.services.mail.close();
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  customer = await makeCustomer(t);
  await t.runJobs();
  tried.length = 0;
});

const noSuchUser = '550 5.1.1 No such user';
const me = async () => (await t.call('GET', '/api/me', { token: customer.token })).body;
const mailsOf = ({ email }: Person) =>
  smtp.received.filter(({ to }: Received) => to[0] === email).map(({ raw }) => ({ file: '', ...parseMail(raw) }));

async function listed() {
  const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
  const kind = body.kinds.find((one: { kind: string }) => one.kind === 'email-refused');
  return (kind?.items ?? []).filter((item: { customer: { id: string } }) => item.customer.id === customer.id);
}

/** Books and cancels a pickup, which sends a message. */
async function cancelOne() {
  const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
  await cancelFor(t, customer, id, '0.00');
  await t.runJobs();
  return await findTheMessage(t, id, 'cancelled');
}

describe('an address that the mail server refuses for good', () => {
  beforeEach(() => void refusals.set(customer.email, noSuchUser));

  it('is tried once, and is listed, said to its customer and not written to from then on', async () => {
    expect(await listed()).toEqual([]);
    expect(await me()).not.toHaveProperty('emailRefused');
    const dropReason = 'the mail server refused the email address';
    expect(await cancelOne()).toMatchObject({ dropReason, attempts: 1, failedAt: null });
    expect(tried).toEqual([customer.email]);
    expect(await me()).toMatchObject({ emailRefused: true });
    expect(await listed()).toMatchObject([
      { email: customer.email, at: t.services.clock().toISOString(), pickup: null, customer: { id: customer.id } },
    ]);
    expect(await cancelOne()).toMatchObject({ dropReason, attempts: 1 });
    expect(tried).toHaveLength(1);
  });

  it('leaves the list when its customer changes it', async () => {
    await cancelOne();
    const body = { email: `new-${customer.email}`, currentPassword: goodPassword };
    expect((await t.call('PATCH', '/api/me', { token: customer.token, body })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await me()).not.toHaveProperty('emailRefused');
    customer = { ...customer, email: body.email };
    expect(await cancelOne()).toMatchObject({ dropReason: null, sentAt: t.services.clock() });
  });

  it('is tried again when its customer asks for an email, and leaves the list when that one arrives', async () => {
    await cancelOne();
    await t.call('POST', '/api/auth/resend-verification', { token: customer.token });
    await t.runJobs();
    expect(tried).toHaveLength(2);
    expect(await listed()).toHaveLength(1);
    refusals.delete(customer.email);
    await t.call('POST', '/api/auth/forgot-password', { body: { email: customer.email } });
    await t.runJobs();
    expect(await listed()).toEqual([]);
    expect(await cancelOne()).toMatchObject({ dropReason: null });
  });

  it('leaves the list when it is confirmed', async () => {
    const token = tokenIn(mailsOf(customer)[0], '/verify-email');
    await cancelOne();
    expect((await t.call('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(200);
    expect(await listed()).toEqual([]);
    // A verified address that is refused again can be verified again.
    await cancelOne();
    expect(await me()).toMatchObject({ emailVerified: true, emailRefused: true });
    refusals.delete(customer.email);
    expect((await t.call('POST', '/api/auth/resend-verification', { token: customer.token })).status).toBe(200);
    await t.runJobs();
    expect(await me()).not.toHaveProperty('emailRefused');
    expect((await t.call('POST', '/api/auth/resend-verification', { token: customer.token })).status).toBe(409);
  });

  it('leaves the list when it is dismissed, and still gets nothing', async () => {
    await cancelOne();
    const [{ key, state }] = await listed();
    const dismissed = await t.call('POST', '/api/admin/attention/dismiss', {
      token: admin.token,
      body: { key, state, word: 'Called' },
    });
    expect(dismissed.status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await cancelOne()).toMatchObject({ dropReason: 'the mail server refused the email address' });
    expect(tried).toHaveLength(1);
  });

  it('gets a reminder that is dropped once, not every minute', async () => {
    refusals.set(customer.email, noSuchUser);
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-25T09:00' });
    setClock(t, '2026-11-24', '17:00');
    for (const minute of [0, 1, 2]) {
      setClock(t, '2026-11-24', '17:00', minute * 60_000);
      await makeReminders(t.services);
      await t.runJobs();
    }
    expect(await findTheMessage(t, id, 'reminder')).toMatchObject({ attempts: 1, droppedAt: expect.any(Date) });
    setClock(t, '2026-11-24', '12:00');
  });
});

describe('another refusal', () => {
  it.each(['450 4.2.0 Greylisted', '554 5.7.1 Relay access denied', '552 5.2.2 Mailbox full'])(
    '%s is tried again and marks nobody',
    async (refusal) => {
      refusals.set(customer.email, refusal);
      expect(await cancelOne()).toMatchObject({ dropReason: null, failure: expect.stringContaining(refusal.slice(4)) });
      expect(await listed()).toEqual([]);
      expect(await me()).not.toHaveProperty('emailRefused');
    },
  );
});
