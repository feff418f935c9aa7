import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-25', '12:00'));
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const cancel = (id: string, token = admin.token) => t.call('DELETE', `/api/admin/pickups/${id}`, { token });
const assign = (id: string) =>
  t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body: { driverId: driver.id } });
const history = (subject: string, id: string, token = admin.token) =>
  t.call('GET', `/api/admin/history?subject=${subject}&id=${id}`, { token });
const billing = async () => (await t.call('GET', '/api/billing-history', { token: customer.token })).body;

async function bookPaid(): Promise<{ id: string }> {
  const paymentIntentId = await openPayment(t, customer.token);
  await pay(t, customer.token, paymentIntentId);
  const body = { ...bookingBody(t), paymentIntentId };
  return (await t.call('POST', '/api/pickups', { token: customer.token, body })).body;
}

describe('DELETE /api/admin/pickups/{id}', () => {
  it('is for admins, and only for pickups that exist', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect((await cancel(id, 'nobody')).status).toBe(401);
    expect((await cancel(id, customer.token)).status).toBe(403);
    expect(await cancel(randomUUID())).toMatchObject({ status: 404, body: { message: 'Pickup not found' } });
  });

  it('keeps the row, hides it from the lists, and refunds once for any number of parallel requests', async () => {
    const { id } = await bookPaid();
    const responses = await Promise.all(Array.from({ length: 5 }, () => cancel(id)));
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 200,
        body: { status: 'cancelled', cancellationReason: expect.any(String) },
      });
    }
    await t.runJobs();
    await t.runJobs();
    expect((await t.call('GET', '/api/pickups', { token: customer.token })).body).toEqual([]);
    const items = await billing();
    expect(items.map((item: { amount: string; status: string }) => [item.amount, item.status])).toEqual([
      ['-45.00', 'succeeded'],
      ['45.00', 'succeeded'],
    ]);
    expect((await cancel(id)).body.paymentStatus).toBe('refunded');
    const bell = await t.call('GET', '/api/notifications', { token: customer.token });
    const cancelled = bell.body.notifications.filter((one: { type: string }) => one.type === 'pickup_cancelled');
    expect(cancelled).toMatchObject([{ message: expect.stringContaining("You'll get $45.00 back") }]);
  });

  it('refunds nothing for an unpaid pickup', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', paymentStatus: 'pending' });
    await t.runJobs();
    const lines = await t.db.selectFrom('payment_history').selectAll().where('customerId', '=', customer.id).execute();
    expect(lines).toEqual([]);
  });

  it('refuses a completed pickup', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await assign(id);
    await t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: admin.token, body: {} });
    expect(await cancel(id)).toMatchObject({ status: 409 });
  });

  it('cancels one stop of a plan, and its next stop becomes the next pickup', async () => {
    const subscriber = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [first, second] = await stopsOf(t, subscriber.subscriptionId);
    await cancel(first?.id ?? '');
    const { body } = await t.call('GET', '/api/subscription', { token: subscriber.token });
    expect(body.nextPickupDate).toBe(second?.scheduledDate?.toISOString());
  });
});

describe('GET /api/admin/history', () => {
  it('is for admins and requires a subject', async () => {
    expect((await history('pickup', randomUUID(), 'nobody')).status).toBe(401);
    expect((await history('pickup', randomUUID(), customer.token)).status).toBe(403);
    expect((await history('cat', randomUUID())).body.message).toBe(
      'Subject must be pickup, subscription, user, area, settings, import or site',
    );
    expect((await history('pickup', 'x')).status).toBe(400);
    expect((await history('pickup', randomUUID())).body).toEqual([]);
  });

  it('lists who assigned, rescheduled and completed a pickup, the newest first', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    await assign(id);
    await assign(id);
    const body = { newDate: '2026-11-25T15:00', reason: 'Snow', shouldEmailCustomer: false };
    await t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token: admin.token, body });
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
    const entries = (await history('pickup', id)).body;
    expect(entries).toMatchObject([
      { action: 'completed', actorUsername: driver.username, actorRole: 'driver' },
      { action: 'rescheduled', actorUsername: admin.username, details: { reason: 'Snow' } },
      { action: 'assigned', actorUsername: admin.username, actorRole: 'admin', details: { driver: driver.username } },
    ]);
    expect(entries).toHaveLength(3);
  });

  it('lists role changes, unassigned stops and changes of plans', async () => {
    const leaving = await makeDriver(t);
    const { id } = await bookUnpaid(t, customer.token);
    await t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body: { driverId: leaving.id } });
    const role = { token: admin.token, body: { role: 'customer' } };
    await t.call('PATCH', `/api/admin/users/${leaving.id}/role`, role);
    expect((await history('user', leaving.id)).body).toMatchObject([
      // The driver is a customer by now, so reading this trail adds a line to it.
      { action: 'viewed', actorUsername: admin.username },
      { action: 'role_changed', actorUsername: admin.username, details: { from: 'driver', to: 'customer' } },
      { action: 'signed_in' },
    ]);
    expect((await history('pickup', id)).body[0]).toMatchObject({
      action: 'given_back',
      actorUsername: admin.username,
    });

    const { subscriptionId } = await makeSubscriber(t);
    const edit = (body: unknown) =>
      t.call('PATCH', `/api/admin/subscriptions/${subscriptionId}`, { token: admin.token, body });
    await edit({ updates: { bagCountLimit: 8, pricePerMonth: '75.00' } });
    await edit({ updates: { bagCountLimit: 8 } });
    await edit({ updates: { status: 'paused' } });
    expect((await history('subscription', subscriptionId)).body).toMatchObject([
      { action: 'paused' },
      {
        action: 'edited',
        details: { bags: '6 to 8', price: '$60.00 to $75.00', package: 'Clean & Carry to Heavy Duty' },
      },
    ]);
  });
});
