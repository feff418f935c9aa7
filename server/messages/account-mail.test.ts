import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { listMessagesOf } from '../../tests/support/messages/messages.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { parseMail, tokenIn } from '../../tests/support/services/mails.ts';
import { type Received, startSmtpServer } from '../../tests/support/services/smtp.ts';
import { smtpMail } from '../external/mail/smtp-mail.ts';
import { readSmtpUrl } from '../external/mail/smtp-url.ts';
import { deliverMessage } from './deliver-message.ts';

/** Tests of emails that are always sent, about the account and money, through a real mail server. */

let t: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp();
  const server = readSmtpUrl(`smtp://127.0.0.1:${smtp.port}`);
  if (!server) throw new Error('unreadable');
  Object.assign(t.services, { mail: smtpMail(server, t.services.settings.mailFrom) });
  admin = await makeAdmin(t);
});
afterAll(async () => {
  t.services.mail.close();
  await t.close();
  await smtp.stop();
});
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
  customer = await makeCustomer(t);
  await t.runJobs();
  smtp.received.length = 0;
});

const mailsTo = (email: string) =>
  smtp.received
    .filter(({ to }: Received) => to[0] === email)
    .map(({ raw }) => ({ file: '', ...parseMail(raw), messageId: /^Message-ID: (.*)\r$/im.exec(raw)?.[1] }));
const forgot = (email: string) => t.call('POST', '/api/auth/forgot-password', { body: { email } });
const redeem = (token: string, password = 'Another-7AM!') =>
  t.call('POST', '/api/auth/reset-password', { body: { token, password, confirmPassword: password } });
const listed = async () =>
  (await t.call('GET', `/api/admin/customers/${customer.id}/messages`, { token: admin.token })).body;

/** Simulates a server that dies between sending an email and recording it. */
async function dieAfterSending(messageId: string): Promise<void> {
  const { mail } = t.services;
  const sent = Promise.withResolvers<void>();
  const send: typeof mail.send = async (one) => {
    await mail.send(one);
    sent.resolve();
    await new Promise(() => {});
  };
  void deliverMessage({ ...t.services, mail: { ...mail, send } }, messageId);
  await sent.promise;
  await sql`UPDATE messages SET "claimedUntil" = now() - interval '1 second' WHERE "id" = ${messageId}`.execute(t.db);
}

describe('email about the account', () => {
  it('is listed for staff and counted, without what it says', async () => {
    await forgot(customer.email);
    await t.runJobs();
    const [mail] = mailsTo(customer.email);
    expect(mail?.subject).toBe('Set a new Stoop password');
    const messages = await listed();
    expect(messages).toMatchObject([
      { kind: 'password-reset', channel: 'email', pickupId: null, outcome: 'sent', reason: null },
      { kind: 'verification', outcome: 'sent' },
    ]);
    expect(JSON.stringify(messages)).not.toContain(tokenIn(mail, '/reset-password'));
    const { body } = await t.call('GET', '/metrics');
    expect(body).toMatch(/messages_total\{kind="password-reset",channel="email",outcome="sent"\} \d/);
  });

  it('is sent again with a new link when a server died, under another Message-ID', async () => {
    await forgot(customer.email);
    const [message] = await listMessagesOf(t, customer.id, 'password-reset');
    await dieAfterSending(message?.id ?? '');
    await t.runJobs();
    const [first, second, ...more] = mailsTo(customer.email);
    expect(more).toEqual([]);
    expect(second?.messageId).not.toBe(first?.messageId);
    expect((await redeem(tokenIn(first, '/reset-password'))).status).toBe(400);
    expect((await redeem(tokenIn(second, '/reset-password'))).status).toBe(200);
  });

  it('without a link is sent again under the same Message-ID', async () => {
    const body = { currentPassword: goodPassword, password: 'Changed-7AM!', confirmPassword: 'Changed-7AM!' };
    expect((await t.call('POST', '/api/auth/change-password', { token: customer.token, body })).status).toBe(200);
    const [message] = await listMessagesOf(t, customer.id, 'password-changed');
    await dieAfterSending(message?.id ?? '');
    await t.runJobs();
    const ids = mailsTo(customer.email).map(({ messageId }) => messageId);
    expect(ids).toEqual(Array(2).fill(`<${message?.id}@stoop.example>`));
  });

  it('reports each change to the address at that time, even when no earlier email has left', async () => {
    const change = (from: string, to: string) =>
      t.call('POST', '/api/auth/change-password', {
        token: customer.token,
        body: { currentPassword: from, password: to, confirmPassword: to },
      });
    expect((await change(goodPassword, 'Changed-7AM!')).status).toBe(200);
    const email = `moved-${customer.username}@stoop.example`;
    const moved = { email, currentPassword: 'Changed-7AM!' };
    expect((await t.call('PATCH', '/api/me', { token: customer.token, body: moved })).status).toBe(200);
    expect((await change('Changed-7AM!', 'Changed-8AM!')).status).toBe(200);
    await t.runJobs();
    const changed = 'Your Stoop password was changed';
    expect(mailsTo(customer.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([changed, 'Your Stoop email address was changed']),
    );
    expect(mailsTo(email).map(({ subject }) => subject)).toContain(changed);
  });

  it('is dropped, with its address, when the account is deleted first', async () => {
    await forgot(customer.email);
    await t.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', customer.id).execute();
    await t.runJobs();
    expect(mailsTo(customer.email)).toEqual([]);
    const [message] = await listMessagesOf(t, customer.id, 'password-reset');
    expect(message).toMatchObject({ dropReason: 'the account was deleted', sentAt: null });
  });
});

describe('a payment link', () => {
  it('is dropped when the pickup was cancelled meanwhile', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    const asked = await t.call('POST', `/api/admin/pickups/${id}/payment-link`, { token: admin.token });
    expect(asked.status).toBe(200);
    await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', id).execute();
    await t.runJobs();
    expect(mailsTo(customer.email)).toEqual([]);
    const [message] = await listMessagesOf(t, id, 'payment-link');
    expect(message).toMatchObject({ dropReason: 'the pickup is cancelled' });
    expect((await listed())[0]).toMatchObject({ kind: 'payment-link', pickupId: id, outcome: 'dropped' });
  });
});
