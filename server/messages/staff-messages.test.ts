import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { listMailsTo, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign } from '../../tests/support/pickups/stops.ts';
import { type PushReceiver, startPushReceiver } from '../../tests/support/services/push-receiver.ts';

const today = '2026-11-24';

let t: TestApp;
let receiver: PushReceiver;
let driver: Person;
let customer: Person;
/** An admin with a device. */
let onDevice: Person;
/** An admin who wants emails. */
let byEmail: Person;
/** An admin with no device and unchanged preferences. */
let quiet: Person;
beforeAll(async () => {
  receiver = await startPushReceiver();
  t = await startTestApp({ PUSH_SERVICE_URL: receiver.origin });
  setClock(t, today, '10:00');
  [driver, customer] = [await makeDriver(t), await makeCustomer(t)];
  [onDevice, byEmail, quiet] = [await makeAdmin(t), await makeAdmin(t), await makeAdmin(t)];
  await t.call('PUT', '/api/me/push', { token: onDevice.token, body: receiver.makeDevice() });
  for (const group of ['problems', 'same-day']) {
    const body = { group, channel: 'email', isOn: true };
    await t.call('PATCH', '/api/me/message-preferences', { token: byEmail.token, body });
  }
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(() => {
  setClock(t, today, '10:00');
  receiver.received.length = 0;
});

const rowsOf = async (id: string, kind: 'new-problem' | 'same-day-request') =>
  (await listMessagesOf(t, id, kind)).map(({ channel, recipientId }) => `${channel} ${recipientId}`).sort();
const wanted = () => [`email ${byEmail.id}`, `push ${onDevice.id}`].sort();
const bookFor = async (time: string) => (await bookUnpaid(t, customer.token, { scheduledDate: `${today}T${time}` })).id;

describe('a same-day request', () => {
  it('reaches the dispatchers who want it, by the channel that each wants', async () => {
    const id = await bookFor('15:00');
    expect(await rowsOf(id, 'same-day-request')).toEqual(wanted());
    await t.runJobs();
    expect(receiver.received.map(({ text }) => JSON.parse(text))).toMatchObject([
      { title: 'Same-day request', url: '/admin', body: expect.stringContaining('8 bags at 1127 S 9th St') },
    ]);
    const mails = await listMailsTo(t, byEmail);
    expect(mails.at(-1)?.subject).toContain('Same-day request: 1127 S 9th St');
    expect(await listMailsTo(t, quiet)).toEqual([]);
  });

  it('is dropped when the pickup has a driver by then, and is not written for another day', async () => {
    const id = await bookFor('15:00');
    await assign(t, quiet, id, driver);
    await t.runJobs();
    const reasons = (await listMessagesOf(t, id, 'same-day-request')).map(({ dropReason }) => dropReason);
    expect(reasons).toEqual(Array(2).fill('the pickup is assigned'));
    const { id: later } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-25T09:00' });
    expect(await rowsOf(later, 'same-day-request')).toEqual([]);
  });

  it("isn't sent to a dispatcher who has become a driver meanwhile", async () => {
    const id = await bookFor('15:00');
    await t.db.updateTable('users').set({ role: 'driver' }).where('id', '=', byEmail.id).execute();
    await t.runJobs();
    await t.db.updateTable('users').set({ role: 'admin' }).where('id', '=', byEmail.id).execute();
    const reasons = (await listMessagesOf(t, id, 'same-day-request')).map(({ dropReason }) => dropReason);
    expect(reasons.toSorted()).toEqual([null, 'the recipient is no longer a dispatcher'].toSorted());
  });
});

describe('a problem at a stop', () => {
  const report = async (id: string) => {
    const body = { reason: 'no-access', note: 'The gate is locked' };
    const { status } = await t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: driver.token, body });
    expect(status).toBe(200);
  };

  it('reaches the dispatchers who want it with the reason and the note', async () => {
    const id = await bookFor('11:00');
    await assign(t, quiet, id, driver);
    await t.runJobs();
    receiver.received.length = 0;
    await report(id);
    expect(await rowsOf(id, 'new-problem')).toEqual(wanted());
    await t.runJobs();
    expect(receiver.received.map(({ text }) => JSON.parse(text))).toMatchObject([{ title: 'Problem at a stop' }]);
    const mail = (await listMailsTo(t, byEmail)).at(-1);
    expect(mail?.text).toContain('1127 S 9th St');
    expect(mail?.text).toContain('The gate is locked');
  });

  it('is dropped when it was resolved by then, and waits for the morning', async () => {
    const id = await bookFor('11:00');
    await assign(t, quiet, id, driver);
    await t.runJobs();
    setClock(t, today, '21:30');
    await report(id);
    receiver.received.length = 0;
    await runAllJobs(t);
    expect(receiver.received).toEqual([]);
    await t.call('POST', `/api/driver/pickups/${id}/undo`, { token: driver.token });
    setClock(t, '2026-11-25', '07:00');
    await runAllJobs(t);
    const reasons = (await listMessagesOf(t, id, 'new-problem')).map(({ dropReason }) => dropReason);
    expect(reasons).toEqual(Array(2).fill('the problem was resolved'));
  });
});
