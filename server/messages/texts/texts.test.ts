import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { listMessagesOf, runAllJobs } from '../../../tests/support/messages/messages.ts';
import { cancelFor, moveTo, setClock } from '../../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { reportStatus, startTwilio, type TwilioStandIn } from '../../../tests/support/services/twilio.ts';
import { deliverMessage } from '../deliver-message.ts';

const today = '2026-11-24';
const number = '+12155550142';

let t: TestApp;
let twilio: TwilioStandIn;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  twilio = await startTwilio();
  t = await startTestApp({ ...twilio.env, MAX_TEXTS: '5', MAX_TEXTS_PER_PERSON: '2' });
  setClock(t, today, '12:00');
  admin = await makeAdmin(t);
});
afterAll(async () => {
  await t.close();
  await twilio.close();
});
beforeEach(async () => {
  setClock(t, today, '12:00');
  twilio.texts.length = 0;
  await t.db.deleteFrom('text_refusals').execute();
  await t.db.updateTable('messages').set({ handedOverAt: null }).execute();
  customer = await makeCustomer(t);
  for (const group of ['changes', 'outcomes', 'reminders']) await turnOn(customer, group);
});

const turnOn = (who: Person, group: string) =>
  t.call('PATCH', '/api/me/message-preferences', { token: who.token, body: { group, channel: 'sms', isOn: true } });
/** Books and cancels a pickup of a customer, which makes a message. */
async function cancelOne(who = customer): Promise<string> {
  const { id } = await bookUnpaid(t, who.token, { scheduledDate: '2026-11-30T09:00' });
  await cancelFor(t, who, id, '0.00');
  return id;
}
async function textOf(pickupId: string) {
  const text = (await listMessagesOf(t, pickupId)).find(({ channel }) => channel === 'sms');
  if (!text) throw new Error('no text');
  return text;
}
const preferences = async () => (await t.call('GET', '/api/me/message-preferences', { token: customer.token })).body;
/** Lists the customer's messages, without those of the bell. */
async function listed() {
  const { body } = await t.call('GET', `/api/admin/customers/${customer.id}/messages`, { token: admin.token });
  return body.filter(({ channel }: { channel: string }) => channel !== 'bell');
}

describe('a text', () => {
  it('is sent beside the email, in short, with the link and how to stop', async () => {
    const id = await cancelOne();
    await t.runJobs();
    const { appUrl } = t.services.settings;
    expect(twilio.texts).toMatchObject([
      {
        to: number,
        body: `Stoop: Your pickup on Monday, November 30 is cancelled. ${appUrl}/pickup-history/${id} Reply STOP to stop.`,
      },
    ]);
    expect(await textOf(id)).toMatchObject({ sentAt: t.services.clock(), providerId: twilio.texts[0]?.sid });
    expect(await listed()).toMatchObject([
      { channel: 'sms', outcome: 'sent' },
      { channel: 'email', outcome: 'sent' },
      { kind: 'verification' },
    ]);
    const { body } = await t.call('GET', '/metrics');
    expect(body).toMatch(/messages_total\{kind="cancelled",channel="sms",outcome="sent"\} \d/);
  });

  it('waits for 7 AM at night, when the email leaves', async () => {
    setClock(t, today, '22:00');
    const id = await cancelOne();
    await runAllJobs(t);
    expect(twilio.texts).toEqual([]);
    const [email] = await listMessagesOf(t, id);
    expect(email).toMatchObject({ channel: 'email', sentAt: t.services.clock() });
    setClock(t, '2026-11-25', '07:00');
    expect(await textOf(id)).toMatchObject({ dueAt: t.services.clock(), sentAt: null });
    await runAllJobs(t);
    expect(twilio.texts).toHaveLength(1);
  });

  it('is tried again after an overload, and not sent twice when its report came although the response was lost', async () => {
    twilio.refuse({ status: 429, code: 20429 }, { status: 500 }, 'lost');
    const id = await cancelOne();
    const { id: messageId } = await textOf(id);
    for (const reason of ['429', '500', 'connection']) {
      await expect(deliverMessage(t.services, messageId)).rejects.toThrow(reason);
    }
    const [{ sid = '', statusUrl = '' } = {}] = twilio.texts;
    expect(await reportStatus(t, statusUrl ?? '', { MessageSid: sid, MessageStatus: 'sent', To: number })).toBe(204);
    expect(await deliverMessage(t.services, messageId)).toBe('ended');
    expect(twilio.texts).toHaveLength(1);
    expect(await textOf(id)).toMatchObject({ providerId: sid, sentAt: t.services.clock() });
  });

  it('is sent again when the worker died before it could record it: none is lost', async () => {
    const id = await cancelOne();
    const { id: messageId } = await textOf(id);
    await deliverMessage(t.services, messageId);
    await t.db
      .updateTable('messages')
      .set({ sentAt: null, claimedUntil: new Date(0) })
      .where('id', '=', messageId)
      .execute();
    expect(await deliverMessage(t.services, messageId)).toBe('sent');
    expect(twilio.texts).toHaveLength(2);
  });
});

describe('a number that refuses', () => {
  it.each([
    [21610, 'stopped'],
    [21614, 'unreachable'],
  ] as const)('with %i is remembered, said in Settings and tried again only when asked', async (code, texts) => {
    twilio.refuse({ status: 400, code });
    const id = await cancelOne();
    await t.runJobs();
    expect(await textOf(id)).toMatchObject({ dropReason: `the number gets no texts (${code})`, sentAt: null });
    expect(await preferences()).toMatchObject({ texts, groups: [{ sms: false }, { sms: false }, { sms: false }] });
    const next = await cancelOne();
    await t.runJobs();
    expect((await listMessagesOf(t, next)).map(({ channel }) => channel)).toEqual(['email']);
    expect(twilio.texts).toEqual([]);
    await turnOn(customer, 'changes');
    expect(await preferences()).toMatchObject({
      texts: 'ready',
      groups: [{ sms: false }, { sms: true }, { sms: false }],
    });
  });

  it('changes nothing for other numbers, neither their consents nor their refusals', async () => {
    const other = await makeCustomer(t);
    const moveNumber = (phone: string) => t.call('PATCH', '/api/me/contact', { token: other.token, body: { phone } });
    const textsOf = async ({ token }: Person) =>
      (await t.call('GET', '/api/me/message-preferences', { token })).body.texts;
    await moveNumber('(215) 555-0188');
    await turnOn(other, 'changes');
    twilio.refuse({ status: 400, code: 21610 });
    await cancelOne();
    await t.runJobs();
    const id = await cancelOne(other);
    await t.runJobs();
    expect(await textOf(id)).toMatchObject({ sentAt: t.services.clock() });
    await moveNumber('(215) 555-0189');
    await turnOn(other, 'changes');
    expect([await textsOf(customer), await textsOf(other)]).toEqual(['stopped', 'ready']);
  });

  it('drops what was waiting for it', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    await moveTo(t, customer, id, '2026-12-01');
    await t.db.deleteFrom('text_consents').where('userId', '=', customer.id).execute();
    await t.runJobs();
    expect(await textOf(id)).toMatchObject({ dropReason: 'no phone number gets texts' });
  });
});

describe('the daily limits', () => {
  it('drop what is above them, for one person and in all, until the next New York day', async () => {
    const ids = [await cancelOne(), await cancelOne(), await cancelOne()];
    await t.runJobs();
    const dropped = (await Promise.all(ids.map(textOf))).filter(({ dropReason }) => dropReason !== null);
    expect(dropped).toMatchObject([{ dropReason: "the person's daily limit of texts is used up" }]);
    const others: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const other = await makeCustomer(t);
      await turnOn(other, 'changes');
      others.push(await cancelOne(other));
    }
    await t.runJobs();
    expect(twilio.texts).toHaveLength(5);
    expect((await Promise.all(others.map(textOf))).filter(({ dropReason }) => dropReason !== null)).toMatchObject([
      { dropReason: 'the daily limit of texts is used up' },
    ]);
    setClock(t, '2026-11-25', '12:00');
    await staySignedIn(t);
    await cancelOne();
    await t.runJobs();
    expect(twilio.texts).toHaveLength(6);
  });

  it('hold when workers race', async () => {
    const ids = [await cancelOne(), await cancelOne(), await cancelOne(), await cancelOne()];
    const texts = await Promise.all(ids.map(textOf));
    await Promise.all(texts.map(({ id }) => deliverMessage(t.services, id)));
    expect(twilio.texts).toHaveLength(2);
    await t.runJobs();
  });
});

describe('POST /api/twilio/status', () => {
  async function sendOne() {
    const id = await cancelOne();
    await t.runJobs();
    const sent = twilio.texts.at(-1);
    return { id, statusUrl: sent?.statusUrl ?? '', fields: { MessageSid: sent?.sid ?? '', To: number } };
  }

  it('is signed, or refused', async () => {
    const { id, statusUrl, fields } = await sendOne();
    const delivered = { ...fields, MessageStatus: 'delivered' };
    for (const signature of ['', 'nonsense', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=']) {
      expect(await reportStatus(t, statusUrl, delivered, signature)).toBe(403);
    }
    expect(await textOf(id)).toMatchObject({ deliveredAt: null });
    const other = `${t.services.settings.appUrl}/api/twilio/status?message=nothing`;
    expect(await reportStatus(t, other, delivered)).toBe(204);
  });

  it('changes nothing of an email', async () => {
    const { id, statusUrl, fields } = await sendOne();
    const [email] = await listMessagesOf(t, id);
    const wrong = statusUrl.replace(/message=.*/, `message=${email?.id}`);
    expect(await reportStatus(t, wrong, { ...fields, MessageStatus: 'delivered' })).toBe(204);
    expect((await listMessagesOf(t, id))[0]).toEqual({ ...email, channel: 'email' });
  });

  it('records the delivery, in whatever order reports come', async () => {
    const { id, statusUrl, fields } = await sendOne();
    setClock(t, today, '12:01');
    expect(await reportStatus(t, statusUrl, { ...fields, MessageStatus: 'delivered' })).toBe(204);
    expect(await reportStatus(t, statusUrl, { ...fields, MessageStatus: 'undelivered', ErrorCode: '30003' })).toBe(204);
    expect(await reportStatus(t, statusUrl, { ...fields, MessageStatus: 'sent' })).toBe(204);
    expect(await textOf(id)).toMatchObject({ deliveredAt: t.services.clock(), failedAt: null });
    expect((await listed())[0]).toMatchObject({ channel: 'sms', outcome: 'delivered', reason: null });
  });

  it('records that it did not arrive, and a number that gets no texts', async () => {
    const { id, statusUrl, fields } = await sendOne();
    const undelivered = { ...fields, MessageStatus: 'undelivered', ErrorCode: '30006' };
    expect(await reportStatus(t, statusUrl, undelivered)).toBe(204);
    expect(await textOf(id)).toMatchObject({ failedAt: t.services.clock(), failure: 'Twilio reported error 30006' });
    setClock(t, today, '12:01');
    expect(await reportStatus(t, statusUrl, { ...undelivered, ErrorCode: '30003' })).toBe(204);
    expect((await listed())[0]).toMatchObject({ outcome: 'failed', reason: 'Twilio reported error 30006' });
    expect(await preferences()).toMatchObject({ texts: 'unreachable' });
  });

  it('is 404 without Twilio', async () => {
    const off = await startTestApp();
    const url = `${off.services.settings.appUrl}/api/twilio/status`;
    expect(await reportStatus(off, url, { MessageStatus: 'delivered' })).toBe(404);
    await off.close();
  });
});
