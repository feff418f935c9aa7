import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { runAllJobs } from '../../tests/support/messages/messages.ts';
import { setClock } from '../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign } from '../../tests/support/pickups/stops.ts';
import { type PushReceiver, startPushReceiver } from '../../tests/support/services/push-receiver.ts';
import { pushNotice } from './push-notice.ts';

const today = '2026-11-24';

let t: TestApp;
let receiver: PushReceiver;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  receiver = await startPushReceiver();
  t = await startTestApp({ PUSH_SERVICE_URL: receiver.origin });
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(async () => {
  setClock(t, today, '06:00');
  [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
  for (const { token } of [customer, driver]) {
    await t.call('PUT', '/api/me/push', { token, body: receiver.makeDevice() });
  }
  receiver.received.length = 0;
});

const titles = () => receiver.received.map(({ text }) => JSON.parse(text).title as string);
async function giveStop(): Promise<void> {
  const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${today}T15:00` });
  await assign(t, admin, id, driver);
}

describe("a notice of a driver's bell", () => {
  it("is shown on the driver's devices, and not on a customer's", async () => {
    setClock(t, today, '10:00');
    await giveStop();
    await runAllJobs(t);
    const { body } = await t.call('GET', '/api/notifications', { token: driver.token });
    const [{ id, title, message }] = body.notifications;
    expect(titles()).toEqual([title]);
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toMatchObject({ id, body: message, url: '/driver' });
  });

  it('waits for 7 AM at night, and is not sent once it was read', async () => {
    await giveStop();
    await runAllJobs(t);
    expect(titles()).toEqual([]);
    const { body } = await t.call('GET', '/api/notifications', { token: driver.token });
    setClock(t, today, '07:00');
    await t.call('POST', '/api/notifications/read-all', { token: driver.token });
    await runAllJobs(t);
    expect(titles()).toEqual([]);
    await t.db.updateTable('notifications').set({ isRead: false }).where('userId', '=', driver.id).execute();
    await pushNotice(t.services, body.notifications[0].id);
    expect(titles()).toHaveLength(1);
  });
});
