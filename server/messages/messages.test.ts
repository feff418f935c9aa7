import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageKind } from '../../contract/messages/messages.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { findTheMessage, listMailsTo, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { bookPaidPickup, cancelFor, moveTo, setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign, reschedule } from '../../tests/support/pickups/stops.ts';
import { startSmtpServer } from '../../tests/support/services/smtp.ts';
import { inTransaction } from '../database/transaction.ts';
import { smtpMail } from '../external/mail/smtp-mail.ts';
import { readSmtpUrl } from '../external/mail/smtp-url.ts';
import { deliverMessage, giveUpMessage, sendMessageNow } from './deliver-message.ts';
import { writeMessages } from './write-messages.ts';

const [today, tomorrow, later] = ['2026-11-24', '2026-11-25', '2026-11-30'] as const;

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  setClock(t, today, '12:00');
  [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  setClock(t, today, '12:00');
  customer = await makeCustomer(t);
});

const messagesOf = (subjectId: string, kind?: MessageKind) => listMessagesOf(t, subjectId, kind);
const theMessage = (subjectId: string, kind: MessageKind) => findTheMessage(t, subjectId, kind);
const mailsTo = (person: Person) => listMailsTo(t, person);
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);
const complete = (id: string) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
/** Replaces the mailer while `act` runs. */
async function withMail<T>(send: typeof t.services.mail.send, act: () => Promise<T>): Promise<T> {
  const { mail } = t.services;
  Object.assign(t.services, { mail: { ...mail, send } });
  return await act().finally(() => Object.assign(t.services, { mail }));
}

describe('a message', () => {
  it('exists exactly if the transaction that causes it commits', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${tomorrow}T09:00` });
    const message = { kind: 'cancelled', subjectId: id, recipientId: customer.id, revision: '' } as const;
    const write = inTransaction(t.db, async (trx) => {
      await writeMessages(t.services, trx, [{ ...message, dueAt: t.services.clock() }]);
      throw new Error('no');
    });
    await expect(write).rejects.toThrow('no');
    expect(await messagesOf(id)).toEqual([]);
    expect((await cancelFor(t, customer, id, '0.00')).status).toBe(200);
    expect(await messagesOf(id)).toMatchObject([{ kind: 'cancelled', sentAt: null, attempts: 0 }]);
    await t.runJobs();
    expect(await messagesOf(id)).toMatchObject([{ sentAt: t.services.clock(), attempts: 1, claimedUntil: null }]);
    expect(await subjectsTo(customer)).toEqual(['Your pickup on Wednesday, November 25 is cancelled']);
  });

  it('is replaced by a newer one, and dropped when it is no longer true', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${later}T09:00` });
    expect((await moveTo(t, customer, id, '2026-12-01')).status).toBe(200);
    expect((await moveTo(t, customer, id, '2026-12-02')).status).toBe(200);
    expect(await messagesOf(id)).toMatchObject([{ dropReason: 'a newer message replaced it' }, { dropReason: null }]);
    await reschedule(t, admin, id, 10);
    await t.runJobs();
    expect(await messagesOf(id)).toMatchObject([
      { dropReason: 'a newer message replaced it', attempts: 0 },
      { dropReason: 'the pickup has another date', sentAt: null },
    ]);
    expect(await mailsTo(customer)).toEqual([]);
  });

  it('is sent once when two workers race', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await cancelFor(t, customer, id, '0.00');
    const message = await theMessage(id, 'cancelled');
    const both = await Promise.allSettled([
      deliverMessage(t.services, message.id),
      deliverMessage(t.services, message.id),
    ]);
    const outcomes = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    expect(outcomes).toContain('sent');
    expect(await deliverMessage(t.services, message.id)).toBe('ended');
    await t.runJobs();
    expect(await mailsTo(customer)).toHaveLength(1);
  });

  it('is tried again after a failure, and given up after the last one', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await cancelFor(t, customer, id, '0.00');
    const message = await theMessage(id, 'cancelled');
    const broken = () => Promise.reject(new Error('no mail server'));
    await withMail(broken, async () => {
      await expect(deliverMessage(t.services, message.id)).rejects.toThrow('no mail server');
    });
    expect(await messagesOf(id)).toMatchObject([{ attempts: 1, failure: 'Error: no mail server', failedAt: null }]);
    const { log } = t.services;
    Object.assign(t.services, { log: { ...log, error: () => {} } });
    await giveUpMessage(t.services, message.id).finally(() => Object.assign(t.services, { log }));
    expect(await messagesOf(id)).toMatchObject([{ failedAt: t.services.clock() }]);
    expect(await deliverMessage(t.services, message.id)).toBe('ended');
  });

  it('is sent again with the same Message-ID when a worker dies between sending and recording', async () => {
    const { port, received, stop } = await startSmtpServer();
    const server = readSmtpUrl(`smtp://127.0.0.1:${port}`);
    if (!server) throw new Error('unreadable');
    const mailer = smtpMail(server, t.services.settings.mailFrom);
    const { id } = await bookUnpaid(t, customer.token);
    await cancelFor(t, customer, id, '0.00');
    const message = await theMessage(id, 'cancelled');
    const sent = Promise.withResolvers<void>();
    const died = async (mail: Parameters<typeof mailer.send>[0]) => {
      await mailer.send(mail);
      sent.resolve();
      await new Promise(() => {});
    };
    await withMail(died, async () => {
      void deliverMessage(t.services, message.id);
      await sent.promise;
    });
    expect(await deliverMessage(t.services, message.id)).toBe('claimed');
    const { rows } = await sql`SELECT FROM pgboss.job WHERE "name" = 'send-message' AND "state" = 'created'
      AND "data" ->> 'messageId' = ${message.id} AND "start_after" > now() + interval '50 seconds'`.execute(t.db);
    expect(rows).toHaveLength(1);
    await sql`UPDATE messages SET "claimedUntil" = now() - interval '1 second' WHERE "id" = ${message.id}`.execute(
      t.db,
    );
    await withMail(mailer.send, async () => {
      expect(await deliverMessage(t.services, message.id)).toBe('sent');
    });
    mailer.close();
    await stop();
    const ids = received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim());
    expect(ids).toEqual(Array(2).fill(`<${message.id}@stoop.example>`));
    expect(received[0]?.raw).toContain('is cancelled');
  });

  it('is counted by kind, channel and outcome', async () => {
    const { body } = await t.call('GET', '/metrics');
    expect(body).toMatch(/messages_total\{kind="cancelled",channel="email",outcome="sent"\} \d/);
  });
});

describe('a request that sends its own message', () => {
  it('stops waiting at its limit, and the job continues', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${later}T09:00` });
    await moveTo(t, customer, id, '2026-12-01');
    const message = await theMessage(id, 'changed');
    const silent = Promise.withResolvers<void>();
    await withMail(
      () => silent.promise,
      async () => {
        expect(await sendMessageNow(t.services, { ...message, kind: 'changed' }, 50)).toBe(false);
      },
    );
    silent.resolve();
    await expect.poll(async () => (await theMessage(id, 'changed')).sentAt).not.toBeNull();
    await t.runJobs();
    expect((await theMessage(id, 'changed')).attempts).toBe(1);
  });

  it('leaves it to the job when the mail server refuses it', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${later}T09:00` });
    const body = { newDate: '2026-12-01' };
    const response = await withMail(
      () => Promise.reject(new Error('no mail server')),
      () => t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token: admin.token, body }),
    );
    expect(response.body).toMatchObject({ emailAttempted: true, emailSent: false });
    await runAllJobs(t);
    expect(await subjectsTo(customer)).toEqual(['Your pickup is now on Tuesday, December 1']);
  });
});

describe('what customers are told', () => {
  it('a paid booking by its receipt, a cancellation with its refund', async () => {
    const { id } = await bookPaidPickup(t, customer);
    await t.runJobs();
    const [receipt, ...others] = await mailsTo(customer);
    expect(receipt?.subject).toMatch(/^Your Stoop receipt /);
    expect(others).toEqual([]);
    await cancelFor(t, customer, id, '45.00');
    await t.runJobs();
    const mails = await mailsTo(customer);
    expect(mails.at(-1)?.text).toContain("We're refunding $45.00 to the card you paid with.");
    expect(mails).toHaveLength(2);
  });

  it('that it is done, after two minutes, and not at all when that was undone', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${today}T09:00` });
    await assign(t, admin, id, driver);
    await complete(id);
    await t.call('POST', `/api/driver/pickups/${id}/undo`, { token: driver.token });
    setClock(t, today, '12:03');
    await complete(id);
    await t.runJobs();
    expect(await mailsTo(customer)).toEqual([]);
    setClock(t, today, '12:05');
    await runAllJobs(t);
    expect(await subjectsTo(customer)).toEqual(['Your pickup on Tuesday, November 24 is done']);
    const listed = await t.call('GET', `/api/admin/customers/${customer.id}/messages`, { token: admin.token });
    expect(listed.body.filter(({ kind }: { kind: MessageKind }) => kind !== 'notice')).toMatchObject([
      { kind: 'done', channel: 'email', pickupId: id, outcome: 'sent', outcomeAt: t.services.clock().toISOString() },
      { kind: 'done', outcome: 'dropped', reason: 'a newer message replaced it' },
      { kind: 'verification', channel: 'email', pickupId: null, outcome: 'sent', reason: null },
    ]);
    const drops = (await messagesOf(id, 'done')).map(({ dropReason }) => dropReason);
    expect(drops).toEqual(['a newer message replaced it', null]);
  });

  it('why it was not done, unless night holds it until 7 AM', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${today}T09:00` });
    await assign(t, admin, id, driver);
    setClock(t, today, '20:59');
    const body = { reason: 'not-out' };
    await t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: driver.token, body });
    setClock(t, today, '21:01');
    await runAllJobs(t);
    expect(await mailsTo(customer)).toEqual([]);
    setClock(t, tomorrow, '07:00');
    expect(await theMessage(id, 'not-done')).toMatchObject({ sentAt: null, dueAt: t.services.clock() });
    await runAllJobs(t);
    const [mail] = await mailsTo(customer);
    expect(mail?.text).toContain("We didn't find any bags out for your pickup on Tuesday, November 24.");
    expect(mail?.text).toContain(`/pickup-history/${id}`);
  });
});

it('is not given up once it was sent', async () => {
  const { id } = await bookUnpaid(t, customer.token);
  await cancelFor(t, customer, id, '0.00');
  const message = await theMessage(id, 'cancelled');
  expect(await deliverMessage(t.services, message.id)).toBe('sent');
  await giveUpMessage(t.services, message.id);
  expect(await messagesOf(id)).toMatchObject([{ sentAt: t.services.clock(), failedAt: null }]);
});

it('is not replaced by a newer one when it was sent, or while a worker sends it', async () => {
  const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${later}T09:00` });
  await moveTo(t, customer, id, '2026-12-01');
  await t.runJobs();
  await moveTo(t, customer, id, '2026-12-02');
  const claimedUntil = new Date(Date.now() + 3_600_000);
  await t.db
    .updateTable('messages')
    .set({ claimedUntil })
    .where('subjectId', '=', id)
    .where('sentAt', 'is', null)
    .execute();
  await moveTo(t, customer, id, '2026-12-03');
  expect(await messagesOf(id)).toMatchObject([
    { sentAt: t.services.clock(), droppedAt: null },
    { sentAt: null, droppedAt: null },
    { sentAt: null, droppedAt: null },
  ]);
});
