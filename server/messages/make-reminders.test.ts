import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { findTheMessage, listMailsTo, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { cancelFor, moveTo, setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { reschedule, rowOf } from '../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { makeReminders } from './make-reminders.ts';

const [today, tomorrow, later] = ['2026-11-24', '2026-11-25', '2026-11-30'] as const;

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  setClock(t, today, '12:00');
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  setClock(t, today, '12:00');
  customer = await makeCustomer(t);
});

const subjectsTo = async (person: Person) => (await listMailsTo(t, person)).map(({ subject }) => subject);

describe('reminders', () => {
  const reminders = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => listMessagesOf(t, id, 'reminder')));
    return found.map((rows) => rows.length);
  };

  it("go out once at 5 PM for tomorrow's open pickups, a plan's stops among them", async () => {
    const book = async (day: string) => (await bookUnpaid(t, customer.token, { scheduledDate: `${day}T09:00` })).id;
    const [due, cancelled, other, held] = [
      await book(tomorrow),
      await book(tomorrow),
      await book(later),
      await book(tomorrow),
    ];
    const subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'wednesday' });
    const visit = (await stopsOf(t, subscriber.subscriptionId))[0]?.id ?? '';
    expect((await rowOf(t, visit)).scheduledDay).toBe(tomorrow);
    await cancelFor(t, customer, cancelled, '0.00');
    await t.db.updateTable('pickups').set({ heldAt: t.services.clock() }).where('id', '=', held).execute();
    await t.db.updateTable('pickups').set({ pickupWindow: '8:00 AM – 10:00 AM' }).where('id', '=', due).execute();
    const all = [due, visit, cancelled, other, held];

    setClock(t, today, '17:00', -1);
    await makeReminders(t.services);
    expect(await reminders(all)).toEqual([0, 0, 0, 0, 0]);
    setClock(t, today, '17:00');
    const late = await book(tomorrow);
    await Promise.all([makeReminders(t.services), makeReminders(t.services)]);
    await t.runJobs();
    setClock(t, today, '17:01');
    await makeReminders(t.services);
    await runAllJobs(t);
    expect(await reminders([...all, late])).toEqual([1, 1, 0, 0, 0, 0]);
    const [mail, ...more] = (await listMailsTo(t, customer)).filter(({ subject }) => subject.includes('is tomorrow'));
    expect(mail?.text).toContain('We plan to come between 8 and 10 AM.');
    expect(more).toEqual([]);
    expect((await listMailsTo(t, subscriber)).at(-1)?.text).toContain(
      'You can move or skip this visit until 6:00 PM today.',
    );
  });

  it('are written once for each of a whole day of pickups, by several processes and in several runs', async () => {
    const { id, ...one } = await rowOf(
      t,
      (await bookUnpaid(t, customer.token, { scheduledDate: `${tomorrow}T09:00` })).id,
    );
    const { scheduledDay: _, bookingId: __, ...values } = one;
    const copies = Array.from({ length: 1_049 }, () => ({ ...values, id: randomUUID() }));
    await t.db.insertInto('pickups').values(copies).execute();
    const ids = [id, ...copies.map((copy) => copy.id)];
    const count = async () => {
      const found = t.db
        .selectFrom('messages')
        .select('id')
        .where('kind', '=', 'reminder')
        .where('subjectId', 'in', ids);
      return (await found.execute()).map((message) => message.id);
    };
    setClock(t, today, '17:00');
    await Promise.all([makeReminders(t.services), makeReminders(t.services)]);
    await makeReminders(t.services);
    const messageIds = await count();
    expect(messageIds).toHaveLength(1_050);
    const { rows: jobs } = await sql<{ messageId: string }>`SELECT "data" ->> 'messageId' AS "messageId" FROM pgboss.job
      WHERE "name" = 'send-bulk-message' AND "data" ->> 'messageId' = ANY(${messageIds})`.execute(t.db);
    expect(jobs).toHaveLength(1_050);
    await sql`DELETE FROM pgboss.job WHERE "name" = 'send-bulk-message'`.execute(t.db);
  });

  it('leave no row for a customer who wants none, and delay nobody else', async () => {
    const [wanted, unwanted] = [await makeCustomer(t), customer];
    const body = { group: 'reminders', channel: 'email', isOn: false };
    await t.call('PATCH', '/api/me/message-preferences', { token: unwanted.token, body });
    const { id, ...one } = await rowOf(
      t,
      (await bookUnpaid(t, unwanted.token, { scheduledDate: `${tomorrow}T09:00` })).id,
    );
    const { scheduledDay: _, bookingId: __, ...values } = one;
    // Every run finds these copies before the other pickup.
    const copies = Array.from({ length: 1_001 }, (_each, at) => ({
      ...values,
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    }));
    await t.db.insertInto('pickups').values(copies).execute();
    const last = (await bookUnpaid(t, wanted.token, { scheduledDate: `${tomorrow}T09:00` })).id;
    setClock(t, today, '17:00');
    await makeReminders(t.services);
    await makeReminders(t.services);
    expect(await reminders([id, copies[0]?.id ?? '', last])).toEqual([0, 0, 1]);
    await t.db.updateTable('pickups').set({ status: 'cancelled' }).where('customerId', '=', unwanted.id).execute();
    await sql`DELETE FROM pgboss.job WHERE "name" = 'send-bulk-message'`.execute(t.db);
  });

  it('are dropped when the pickup is moved before they leave, and made again when it comes back', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${tomorrow}T09:00` });
    setClock(t, today, '17:59', 59_000);
    await makeReminders(t.services);
    expect((await moveTo(t, customer, id, later)).status).toBe(200);
    await t.runJobs();
    expect(await findTheMessage(t, id, 'reminder')).toMatchObject({
      sentAt: null,
      dropReason: 'the pickup has another date',
    });
    expect(await subjectsTo(customer)).toEqual(['Your pickup is now on Monday, November 30']);
    await reschedule(t, admin, id, 1);
    setClock(t, today, '18:30');
    await makeReminders(t.services);
    await runAllJobs(t);
    expect((await subjectsTo(customer)).at(-1)).toBe('Your pickup is tomorrow, Wednesday, November 25');
  });

  it('are dropped when their day has begun', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${tomorrow}T09:00` });
    setClock(t, today, '20:59');
    await makeReminders(t.services);
    setClock(t, today, '21:00');
    await t.runJobs();
    setClock(t, tomorrow, '07:00');
    await runAllJobs(t);
    expect(await findTheMessage(t, id, 'reminder')).toMatchObject({ sentAt: null, dropReason: 'its day has begun' });
  });
});
