import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { isWaitingForLock } from '../../tests/support/database/overtaken.ts';
import { findTheMessage, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign } from '../../tests/support/pickups/stops.ts';
import { deactivateAccount } from '../accounts/members/deactivate-account.ts';
import { inTransaction } from '../database/transaction.ts';
import { deliverMessage } from './deliver-message.ts';

const today = '2026-11-24';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  setClock(t, today, '10:00');
  [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
});

const book = async () => (await bookUnpaid(t, customer.token, { scheduledDate: `${today}T15:00` })).id;
const bellOf = async ({ token }: Person) => (await t.call('GET', '/api/notifications', { token })).body.notifications;
const listed = async () =>
  (await t.call('GET', `/api/admin/customers/${customer.id}/messages`, { token: admin.token })).body;
const noticesAbout = async (id: string) => await listMessagesOf(t, id, 'notice');
const theNotice = async (id: string) => await findTheMessage(t, id, 'notice');
const words = { title: 'A refund failed', message: 'Of dana_w.', type: 'refund_failed', actionUrl: '/admin' };

describe('a notice of the bell', () => {
  it('is written with the change that causes it, and names nobody in the queue', async () => {
    const id = await book();
    expect(await noticesAbout(id)).toMatchObject([
      {
        ...{ channel: 'bell', subject: 'pickup', recipientId: customer.id, sentAt: null },
        details: { title: 'Pickup booked', type: 'pickup_booked', actionUrl: `/pickup-history/${id}` },
      },
    ]);
    expect(await bellOf(customer)).toEqual([]);
    const { id: messageId } = await theNotice(id);
    const { rows } = await sql<{ name: string; data: object }>`
      SELECT "name", "data" FROM pgboss.job WHERE "data" ->> 'messageId' = ${messageId}`.execute(t.db);
    expect(rows).toEqual([{ name: 'send-notice', data: { messageId } }]);
  });

  it("isn't written when the change that causes it fails", async () => {
    const failing = inTransaction(t.db, async (trx) => {
      await t.services.messages.notify(t.services, trx, [{ ...words, userId: customer.id }]);
      throw new Error('no booking');
    });
    await expect(failing).rejects.toThrow('no booking');
    expect(await noticesAbout(customer.id)).toEqual([]);
  });

  it('appears once, with the words that the row no longer has', async () => {
    const id = await book();
    const before = await theNotice(id);
    await Promise.all([1, 2].map(() => deliverMessage(t.services, before.id)));
    const [notification, ...more] = await bellOf(customer);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({ id: before.id, title: 'Pickup booked', isRead: false });
    expect(notification.message).toContain('8 bags on');
    // As if the server had died before it recorded the delivery.
    await t.db
      .updateTable('messages')
      .set({ sentAt: null, details: JSON.stringify(before.details) })
      .where('id', '=', before.id)
      .execute();
    await runAllJobs(t);
    expect(await bellOf(customer)).toEqual([notification]);
    expect(await theNotice(id)).toMatchObject({ sentAt: expect.any(Date), details: { title: 'Pickup booked' } });
    expect((await theNotice(id)).details).toEqual({ title: 'Pickup booked' });
  });

  it('is pushed to devices once, and only to those of drivers', async () => {
    await assign(t, admin, await book(), driver);
    await t.runJobs();
    const { id } = (await bellOf(driver))[0];
    await t.db.updateTable('messages').set({ sentAt: null }).where('id', '=', id).execute();
    await deliverMessage(t.services, id);
    const { rows } = await sql<{ id: string }>`
      SELECT "data" ->> 'notificationId' AS "id" FROM pgboss.job WHERE "name" = 'push-notice'`.execute(t.db);
    expect(rows).toEqual([{ id }]);
  });

  it('is listed for staff with its title and outcome, and counted', async () => {
    const id = await book();
    const line = { kind: 'notice', channel: 'bell', title: 'Pickup booked', pickupId: id, reason: null };
    expect(await listed()).toContainEqual(expect.objectContaining({ ...line, outcome: 'waiting', outcomeAt: null }));
    await t.runJobs();
    expect(await listed()).toContainEqual(
      expect.objectContaining({ ...line, outcome: 'sent', outcomeAt: t.services.clock().toISOString() }),
    );
    expect(JSON.stringify(await listed())).not.toContain('1127 S 9th St');
    const { body } = await t.call('GET', '/metrics');
    expect(body).toMatch(/messages_total\{kind="notice",channel="bell",outcome="sent"\} \d/);
  });

  it('is dropped when its completion was undone', async () => {
    const id = await book();
    await assign(t, admin, id, driver);
    await t.runJobs();
    const { token } = driver;
    expect((await t.call('POST', '/api/driver/complete-bulk', { token, body: { pickupIds: [id] } })).status).toBe(200);
    expect((await t.call('POST', `/api/driver/pickups/${id}/undo`, { token })).status).toBe(200);
    await runAllJobs(t);
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        ...{ title: 'Pickup completed', pickupId: id, outcome: 'dropped' },
        reason: 'the completion was undone',
      }),
    );
    expect(JSON.stringify(await bellOf(customer))).not.toContain('Pickup completed');
  });

  it("can't be switched off", async () => {
    const { body } = await t.call('GET', '/api/me/message-preferences', { token: customer.token });
    expect(Object.keys(body.groups[0])).toEqual(['group', 'email', 'push', 'sms']);
    const off = { group: 'changes', channel: 'bell', isOn: false };
    expect((await t.call('PATCH', '/api/me/message-preferences', { token: customer.token, body: off })).status).toBe(
      400,
    );
  });
});

describe('a notice to the admins', () => {
  it('is a row for each who is active, once for its key', async () => {
    const other = await makeAdmin(t);
    const inactive = await makeAdmin(t);
    await deactivateAccount(t.services, null, inactive.id);
    const onceFor = `inquiry of ${admin.id}`;
    for (let round = 0; round < 2; round += 1) {
      await t.services.messages.notifyAdmins(t.services, t.db, [{ ...words, onceFor }]);
      await t.runJobs();
    }
    for (const { id } of [admin, other]) {
      expect(await noticesAbout(id)).toMatchObject([{ subject: 'account', sentAt: expect.any(Date) }]);
    }
    expect(await noticesAbout(inactive.id)).toEqual([]);
    expect(await bellOf(admin)).toMatchObject([{ title: 'A refund failed', message: 'Of dana_w.' }]);
    // Once the message's row is deleted, only the notification has the key.
    await t.db.deleteFrom('messages').where('recipientId', '=', admin.id).execute();
    await t.services.messages.notifyAdmins(t.services, t.db, [{ ...words, onceFor }]);
    await t.runJobs();
    expect(await bellOf(admin)).toHaveLength(1);
  });
});

describe('a notice and the deletion of an account', () => {
  it('never deadlock, and nothing appears after the deletion', async () => {
    const { id } = await theNotice(await book());
    const { outcome } = await inTransaction(t.db, async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', customer.id).forUpdate().execute();
      // A message to the customer doesn't wait for the deletion.
      await t.services.messages.notify(t.services, t.db, [{ ...words, userId: customer.id }]);
      const outcome = deliverMessage(t.services, id);
      await expect.poll(() => isWaitingForLock(t.db)).toBe(true);
      // While the worker waits for the customer's row, it locks no message.
      await trx.updateTable('messages').set({ details: '{}' }).where('recipientId', '=', customer.id).execute();
      await trx.updateTable('users').set({ deletedAt: new Date() }).where('id', '=', customer.id).execute();
      return { outcome };
    });
    await outcome;
    await t.runJobs();
    expect(await noticesAbout(customer.id)).toMatchObject([{ dropReason: 'the account was deleted', sentAt: null }]);
    const left = t.db.selectFrom('notifications').select('id').where('userId', '=', customer.id);
    expect(await left.execute()).toEqual([]);
  });

  it("leave no name in notices that wait for staff's bells", async () => {
    const address = `9${customer.id.replace(/\D/g, '').slice(0, 5)} Lombard St, Philadelphia, PA 19147`;
    await t.db.updateTable('users').set({ address }).where('id', '=', customer.id).execute();
    const notice = { ...words, message: `The refund of ${customer.username} at ${address} failed.` };
    await t.services.messages.notifyAdmins(t.services, t.db, [notice]);
    const body = { currentPassword: customer.password, expectedRefund: '0.00', expectedPickupIds: [] };
    expect((await t.call('POST', '/api/me/deletion', { token: customer.token, body })).status).toBe(200);
    const gone = 'This was about a customer who has deleted the account.';
    expect((await theNotice(admin.id)).details).toMatchObject({ message: gone });
    await t.runJobs();
    expect(await bellOf(admin)).toMatchObject([{ title: 'A refund failed', message: gone }]);
  });
});
