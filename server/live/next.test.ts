import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { listMailsTo, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { assign, makeStop, reschedule } from '../../tests/support/pickups/stops.ts';
import { type PushReceiver, startPushReceiver } from '../../tests/support/services/push-receiver.ts';
import { messageNextCustomers } from './message-next-customers.ts';

const today = '2026-11-20';
let t: TestApp;
let receiver: PushReceiver;
let admin: Person;
let driver: Person;
let customers: Person[];
beforeAll(async () => {
  receiver = await startPushReceiver();
  t = await startTestApp({ PUSH_SERVICE_URL: receiver.origin });
  t.setNow(instantOf(today, '08:00'));
  admin = await makeAdmin(t);
  customers = await Promise.all(Array.from({ length: 7 }, () => makeCustomer(t)));
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(async () => {
  t.setNow(instantOf(today, '08:00'));
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const at = (time: string) => t.setNow(instantOf(today, time));
/** Makes a stop of today for each customer, in the order of the driver's list. */
async function makeStops(): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, customer] of customers.entries()) {
    at(`08:0${index}`);
    ids.push(await makeStop(t, { customer, admin, driver }));
  }
  return ids;
}
const complete = (id: string | undefined, pressedAt?: Date) =>
  t.call('POST', '/api/driver/complete-bulk', {
    token: driver.token,
    body: {
      ...{ pickupIds: [id], keys: { [`${id}`]: randomUUID() } },
      ...(pressedAt && { pressedAt: pressedAt.toISOString(), sentAt: t.services.clock().toISOString() }),
    },
  });
const nextOf = async (id: string | undefined) => (await listMessagesOf(t, id ?? '', 'next')).at(0);
const sentTo = async (ids: readonly string[]) => {
  const found = await Promise.all(ids.map(async (id) => Boolean((await nextOf(id))?.sentAt)));
  return found.map((isSent) => (isSent ? 'x' : '-')).join('');
};
const mailsAbout = async (person: Person | undefined) =>
  (await listMailsTo(t, person as Person)).filter(({ subject }) => /^(You're next|Almost your turn)/.test(subject));

describe("you're next", () => {
  it('is sent to the customers of the next stops, once, with a link to the day', async () => {
    const ids = await makeStops();
    const earlier = await mailsAbout(customers[2]);
    at('09:00');
    await complete(ids[0]);
    await runAllJobs(t);
    // Customers are told when up to three stops come before theirs.
    expect(await sentTo(ids)).toBe('-xxxx--');
    const mail = (await mailsAbout(customers[2])).at(-1);
    expect(mail?.subject).toBe('Almost your turn: 1 stop before yours');
    const link = /http\S+\/live\/([\w-]{43})/.exec(mail?.text ?? '')?.[1];
    expect((await t.call('GET', `/api/live/${link}`)).body).toMatchObject({ state: 'on_route', stopsBefore: 1 });
    at('09:05');
    await complete(ids[1]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxxx-');
    expect(await mailsAbout(customers[2])).toHaveLength(earlier.length + 1);
  });

  it('wakes a phone, and waits ten minutes for one that is off', async () => {
    const ids = await makeStops();
    const { token } = customers[1] as Person;
    await t.call('PUT', '/api/me/push', { token, body: receiver.makeDevice() });
    at('09:00');
    await complete(ids[0]);
    await runAllJobs(t);
    await t.call('DELETE', '/api/me/push', { token });
    const [push] = receiver.received;
    expect(push?.headers).toMatchObject({ urgency: 'high', ttl: '600' });
    expect(JSON.parse(push?.text ?? '')).toMatchObject({
      title: 'Almost your turn',
      body: "Your pickup is your driver's next stop. Please have your bags out now.",
    });
  });

  it('is sent for a wait of 20 minutes too, and names it', async () => {
    const ids = await makeStops();
    const estimatedArrival = instantOf(today, '09:19');
    await t.db
      .updateTable('pickups')
      .set({ estimatedArrival })
      .where('id', '=', ids[6] ?? '')
      .execute();
    at('09:00');
    await complete(ids[0]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxx-x');
    expect((await mailsAbout(customers[6])).at(-1)?.subject).toBe('Almost your turn: about 20 minutes');
  });

  it('is sent once for a whole offline batch, by its last press, and not for old presses', async () => {
    const ids = await makeStops();
    at('12:00');
    const presses = ['09:00', '11:40', '11:52', '11:58'] as const;
    for (const [index, time] of presses.entries()) await complete(ids[index], instantOf(today, time));
    await runAllJobs(t);
    // The first four stops are done, so their customers are told nothing. The customers after them are told.
    expect(await sentTo(ids)).toBe('----xxx');
    for (const id of ids.slice(0, 4)) expect(await nextOf(id)).toBeUndefined();
  });

  it('is not sent for a press that was undone meanwhile', async () => {
    const ids = await makeStops();
    const undo = (id: string | undefined) => t.call('POST', `/api/driver/pickups/${id}/undo`, { token: driver.token });
    at('09:00');
    await complete(ids[0]);
    expect((await undo(ids[0])).status).toBe(200);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-------');
    at('09:05');
    await complete(ids[0]);
    await complete(ids[1], instantOf(today, '09:05'));
    await undo(ids[1]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxx--');
  });

  it('is not sent for a batch whose last press is ten minutes old', async () => {
    const ids = await makeStops();
    at('12:00');
    await complete(ids[0], instantOf(today, '11:30'));
    await complete(ids[1], instantOf(today, '11:50'));
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-------');
    at('12:01');
    await complete(ids[2]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('---xxxx');
  });

  it('follows an incomplete stop, and one that a dispatcher resolved', async () => {
    const ids = await makeStops();
    at('09:00');
    const body = { reason: 'not-out' };
    await t.call('POST', `/api/driver/pickups/${ids[0]}/incomplete`, { token: driver.token, body });
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxx--');
    at('09:03');
    await t.call('PATCH', `/api/admin/complete-pickup/${ids[1]}`, { token: admin.token });
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxxx-');
  });

  it('is dropped when the stop was moved, done or given to another driver before it left', async () => {
    const ids = await makeStops();
    at('09:00');
    await complete(ids[0]);
    const pressedAt = t.services.clock().toISOString();
    await messageNextCustomers(t.services, { driverId: driver.id, day: today, pressedAt });
    expect(await nextOf(ids[1])).toMatchObject({ sentAt: null, droppedAt: null });
    await reschedule(t, admin, ids[1] ?? '', 2);
    await assign(t, admin, ids[2] ?? '', await makeDriver(t));
    await complete(ids[3]);
    await runAllJobs(t);
    expect(await nextOf(ids[1])).toMatchObject({ dropReason: 'the pickup has another date' });
    expect(await nextOf(ids[2])).toMatchObject({ dropReason: 'another driver has it' });
    expect(await nextOf(ids[3])).toMatchObject({ dropReason: 'the pickup is completed' });
    expect(await sentTo(ids)).toBe('----xxx');
  });

  it('is not held at night, and not sent for another day', async () => {
    const ids = await makeStops();
    at('21:30');
    await complete(ids[0]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxx--');
    t.setNow(instantOf('2026-11-21', '08:00'));
    await staySignedIn(t);
    await complete(ids[1]);
    await runAllJobs(t);
    expect(await sentTo(ids)).toBe('-xxxx--');
  });
});
