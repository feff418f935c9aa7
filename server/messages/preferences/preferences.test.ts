import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { listMailsTo, listMessagesOf } from '../../../tests/support/messages/messages.ts';
import { moveTo, setClock } from '../../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { reschedule } from '../../../tests/support/pickups/stops.ts';
import { startTwilio, type TwilioStandIn } from '../../../tests/support/services/twilio.ts';
import { unsubscribeUrlOf } from './unsubscribe-link.ts';

let t: TestApp;
let twilio: TwilioStandIn;
let admin: Person;
let driver: Person;
let customer: Person;
beforeAll(async () => {
  twilio = await startTwilio();
  t = await startTestApp(twilio.env);
  setClock(t, '2026-11-24', '12:00');
  [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
});
afterAll(async () => {
  await t.close();
  await twilio.close();
});
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
  customer = await makeCustomer(t);
});

const path = '/api/me/message-preferences';
const read = async ({ token }: Person) => (await t.call('GET', path, { token })).body;
const change = (who: Pick<Person, 'token'> | undefined, body: unknown) =>
  t.call('PATCH', path, { token: who?.token, body });
const set = (group: string, channel: string, isOn: boolean) => ({ group, channel, isOn });
const allOn = { email: true, push: true, sms: false };

describe('GET and PATCH /api/me/message-preferences', () => {
  it('need a session, and have what the role gets', async () => {
    expect((await t.call('GET', path)).status).toBe(401);
    expect((await change(undefined, set('reminders', 'email', false))).status).toBe(401);
    expect(await read(customer)).toEqual({
      groups: ['reminders', 'changes', 'outcomes'].map((group) => ({ group, ...allOn })),
      ...{ hasDevice: false, texts: 'ready', phone: '(215) 555-0142' },
    });
    expect((await read(admin)).groups).toEqual(
      ['problems', 'same-day'].map((group) => ({ group, email: false, push: true, sms: false })),
    );
    expect((await read(driver)).groups).toEqual([]);
  });

  it('refuse unknown choices, and those of another role', async () => {
    for (const body of [{}, set('money', 'email', false), set('reminders', 'fax', false), { group: 'reminders' }]) {
      expect((await change(customer, body)).status).toBe(400);
    }
    for (const [who, group] of [
      [customer, 'problems'],
      [admin, 'reminders'],
      [driver, 'problems'],
    ] as const) {
      expect(await change(who, set(group, 'email', true))).toMatchObject({ status: 409, body: { code: 'not_yours' } });
    }
  });

  it('save one choice, which decides about the next message and about one that is waiting', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    await moveTo(t, customer, id, '2026-12-01');
    const { body } = await change(customer, set('changes', 'email', false));
    expect(body.groups[1]).toEqual({ group: 'changes', ...allOn, email: false });
    await t.runJobs();
    expect(await listMailsTo(t, customer)).toEqual([]);
    expect(await listMessagesOf(t, id)).toMatchObject([{ dropReason: 'the customer switched it off' }]);
    await moveTo(t, customer, id, '2026-12-02');
    expect(await listMessagesOf(t, id)).toHaveLength(1);
    expect((await change(customer, set('changes', 'email', true))).body.groups[1]).toEqual({
      group: 'changes',
      ...allOn,
    });
    await moveTo(t, customer, id, '2026-12-03');
    await t.runJobs();
    expect(await listMailsTo(t, customer)).toHaveLength(1);
  });

  it("tell a dispatcher that an unwanted email wasn't sent", async () => {
    await change(customer, set('changes', 'email', false));
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    const { body } = await reschedule(t, admin, id, 8);
    expect(body).toMatchObject({ emailAttempted: false, emailSent: false });
  });

  it('are limited', async () => {
    await change(customer, set('changes', 'push', false));
    await t.db
      .updateTable('rate_limits')
      .set({ count: 120 })
      .where('key', '=', `message-preferences:${customer.id}`)
      .execute();
    expect((await change(customer, set('changes', 'push', true))).status).toBe(429);
  });

  it('take the choice for texts as consent to the present number alone', async () => {
    expect((await change(customer, set('reminders', 'sms', true))).body.groups[0].sms).toBe(true);
    expect((await change(customer, set('outcomes', 'sms', true))).body.groups[2].sms).toBe(true);
    await change(customer, set('outcomes', 'email', false));
    await t.call('PATCH', '/api/me/contact', { token: customer.token, body: { phone: '(215) 555-0188' } });
    const moved = await read(customer);
    expect(moved.groups.map(({ sms }: { sms: boolean }) => sms)).toEqual([false, false, false]);
    expect(moved).toMatchObject({ texts: 'ready', phone: '(215) 555-0188' });
    const { body } = await change(customer, set('changes', 'sms', true));
    expect(body.groups.map(({ sms }: { sms: boolean }) => sms)).toEqual([false, true, false]);
    // Choices for other channels stay.
    expect(body.groups.map(({ email }: { email: boolean }) => email)).toEqual([true, true, false]);
  });

  it("refuse texts without a phone number, and a dispatcher's phone can be set", async () => {
    const { token } = admin;
    await t.db.updateTable('users').set({ phone: null }).where('id', '=', admin.id).execute();
    expect((await read(admin)).texts).toBe('no-phone');
    expect(await change(admin, set('problems', 'sms', true))).toMatchObject({
      status: 409,
      body: { code: 'no_texts' },
    });
    const phone = (body: unknown, who = token) => t.call('PATCH', '/api/me/phone', { token: who, body });
    expect((await phone({ phone: '555' })).status).toBe(400);
    expect((await phone({ phone: '215 555 0111' }, customer.token)).status).toBe(403);
    expect((await phone({ phone: '215 555 0111' })).body).toMatchObject({ phone: '(215) 555-0111' });
    expect((await change(admin, set('problems', 'sms', true))).body).toMatchObject({ texts: 'ready' });
  });
});

describe('an unsubscribe link', () => {
  const linkOf = (group: 'reminders' | 'outcomes', userId = customer.id) =>
    unsubscribeUrlOf(t.services, { group, userId });
  const tokenOf = async (group: 'reminders' | 'outcomes') =>
    new URL(await linkOf(group)).searchParams.get('token') ?? '';
  const readLink = (body: unknown) => t.call('POST', '/api/unsubscribe/read', { body });
  const changeLink = (body: unknown) => t.call('POST', '/api/unsubscribe', { body });
  const post = async (url: string, payload: string, type = 'application/x-www-form-urlencoded') =>
    (await t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).statusCode;
  const local = (url: string) => url.slice(t.services.settings.appUrl.length);
  const isOn = async (index: number) => (await read(customer)).groups[index].email;

  it('is in every email that can be stopped, as mail programs read it', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    await moveTo(t, customer, id, '2026-12-01');
    await t.runJobs();
    const [mail] = await listMailsTo(t, customer);
    expect(mail?.text).toContain(`${t.services.settings.appUrl}/unsubscribe?token=changes.${customer.id}.`);
  });

  it('says what it stops, stops it with a press, and can undo that', async () => {
    const token = await tokenOf('outcomes');
    expect((await readLink({ token })).body).toEqual({ group: 'outcomes', isOn: true });
    expect(await isOn(2)).toBe(true);
    expect((await changeLink({ token, isOn: false })).body).toEqual({ group: 'outcomes', isOn: false });
    expect((await changeLink({ token, isOn: false })).body).toEqual({ group: 'outcomes', isOn: false });
    expect([await isOn(0), await isOn(2)]).toEqual([true, false]);
    expect((await changeLink({ token, isOn: true })).body).toEqual({ group: 'outcomes', isOn: true });
    expect(await isOn(2)).toBe(true);
  });

  it('stops with the one click of a mail program, in either encoding', async () => {
    const url = local(await linkOf('reminders'));
    expect(await post(url, 'List-Unsubscribe=One-Click')).toBe(200);
    expect(await isOn(0)).toBe(false);
    await changeLink({ token: await tokenOf('reminders'), isOn: true });
    const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect(await post(url, part, 'multipart/form-data; boundary=x')).toBe(200);
    expect(await isOn(0)).toBe(false);
  });

  it('stops nothing when it is only opened, has another body, or is not ours', async () => {
    const url = local(await linkOf('reminders'));
    await t.app.inject({ method: 'GET', url });
    expect(await post(url, 'List-Unsubscribe=Two')).toBe(400);
    expect(await post(url, '{}', 'application/json')).toBe(415);
    const token = await tokenOf('reminders');
    const forged = [
      token.replace('reminders', 'outcomes'),
      token.replace(customer.id, admin.id),
      token.replace('reminders', 'money'),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      'nonsense',
    ];
    for (const wrong of forged) {
      expect(await post(`/unsubscribe?token=${wrong}`, 'List-Unsubscribe=One-Click')).toBe(400);
      expect((await readLink({ token: wrong })).status).toBe(400);
      expect((await changeLink({ token: wrong, isOn: false })).status).toBe(400);
    }
    expect((await readLink({})).status).toBe(400);
    expect([await isOn(0), await isOn(2)]).toEqual([true, true]);
  });

  it('changes nothing of a deleted account', async () => {
    const token = await tokenOf('reminders');
    await t.db.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', customer.id).execute();
    expect((await changeLink({ token, isOn: false })).status).toBe(200);
    const rows = await t.db
      .selectFrom('message_preferences')
      .select('group')
      .where('userId', '=', customer.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
