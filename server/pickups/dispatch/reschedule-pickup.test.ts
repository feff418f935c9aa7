import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
let pickup: { id: string };
const now = instantOf('2026-11-25', '12:00');
const newDate = instantOf('2026-11-30', '09:00').toISOString();
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
  admin = await makeAdmin(t);
  driver = await makeDriver(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  customer = await makeCustomer(t);
  pickup = await bookUnpaid(t, customer.token);
});

const reschedule = (body: unknown, id = pickup.id, token = admin.token) =>
  t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token, body });
const assign = () =>
  t.call('POST', `/api/admin/pickups/${pickup.id}/assign`, { token: admin.token, body: { driverId: driver.id } });
const move = (to: 'complete-pickup' | 'pickup-issue' | 'pickup-incomplete') =>
  t.call('PATCH', `/api/admin/${to}/${pickup.id}`, { token: admin.token, body: {} });
const mailsTo = async (email: string) => (await t.mails()).filter((mail) => mail.to.includes(email));

describe('POST /api/admin/pickups/{id}/reschedule', () => {
  it('is for admins, and only for pickups that exist', async () => {
    expect((await reschedule({ newDate }, pickup.id, 'nobody')).status).toBe(401);
    expect((await reschedule({ newDate }, pickup.id, customer.token)).status).toBe(403);
    expect(await reschedule({ newDate }, randomUUID())).toMatchObject({ status: 404 });
  });

  it('refuses a missing, an invalid and a past date', async () => {
    for (const wrong of [undefined, '', 'soon', '2026-02-30']) {
      expect(await reschedule({ newDate: wrong })).toMatchObject({
        status: 400,
        body: { message: 'Please select a new date for the pickup.' },
      });
    }
    expect((await reschedule({ newDate: '2026-11-24' })).body.message).toBe('Please select a future date.');
  });

  it('moves a pending pickup, also to today, and sends an email by default', async () => {
    const response = await reschedule({ newDate, reason: 'Snow.' });
    expect(response).toMatchObject({
      status: 200,
      body: { emailAttempted: true, emailSent: true, pickup: { scheduledDate: newDate, status: 'pending' } },
    });
    const [mail, ...more] = await mailsTo(customer.email);
    expect(mail?.subject).toBe('Your pickup is now on Monday, November 30');
    expect(mail?.text).toContain('Reason: Snow.');
    expect(more).toEqual([]);
    expect((await reschedule({ newDate: '2026-11-25' })).status).toBe(200);
  });

  it('sends no email when asked not to, nor for the same date again', async () => {
    const quiet = await reschedule({ newDate, shouldEmailCustomer: false });
    expect(quiet.body).toMatchObject({ emailAttempted: false, emailSent: false });
    expect((await reschedule({ newDate })).body).toMatchObject({
      emailAttempted: false,
      pickup: { scheduledDate: newDate },
    });
    expect(await mailsTo(customer.email)).toEqual([]);
  });

  it('leaves an assigned pickup with its driver, takes it off the route, and notifies customer and driver', async () => {
    await assign();
    await t.db.updateTable('pickups').set({ routeOrder: 3 }).where('id', '=', pickup.id).execute();
    const { body } = await reschedule({ newDate, shouldEmailCustomer: false });
    expect(body.pickup).toMatchObject({ status: 'assigned', driverId: driver.id, routeOrder: null });
    await t.runJobs();
    for (const { token } of [customer, driver]) {
      const { body: bell } = await t.call('GET', '/api/notifications', { token });
      expect(bell.notifications.map((one: { type: string }) => one.type)).toContain('pickup_rescheduled');
    }
  });

  it.each(['pickup-issue', 'pickup-incomplete'] as const)('returns a stop to its driver after %s', async (how) => {
    await assign();
    await move(how);
    expect((await reschedule({ newDate: '2026-11-25' })).body.pickup).toMatchObject({ status: 'assigned' });
  });

  it('returns it to pending when the driver is no longer active', async () => {
    await assign();
    await move('pickup-incomplete');
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', driver.id).execute();
    const { body } = await reschedule({ newDate });
    expect(body.pickup).toMatchObject({ status: 'pending', driverId: null });
    await t.db.updateTable('users').set({ isActive: true }).where('id', '=', driver.id).execute();
  });

  it('refuses a completed pickup', async () => {
    await assign();
    await move('complete-pickup');
    expect(await reschedule({ newDate })).toMatchObject({ status: 409 });
  });

  it('keeps the new date when the email fails', async () => {
    const { mail } = t.services;
    const broken = { ...mail, send: () => Promise.reject(new Error('no mail server')) };
    Object.assign(t.services, { mail: broken });
    const { body } = await reschedule({ newDate }).finally(() => Object.assign(t.services, { mail }));
    expect(body).toMatchObject({ emailAttempted: true, emailSent: false, pickup: { scheduledDate: newDate } });
  });
});

describe('POST /api/admin/subscriptions/{id}/reschedule', () => {
  it('moves the next stop and no other stop of the plan', async () => {
    const subscriber = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const path = `/api/admin/subscriptions/${subscriber.subscriptionId}/reschedule`;
    const body = { newDate: '2026-11-27', shouldEmailCustomer: false };
    const response = await t.call('POST', path, { token: admin.token, body });
    const moved = instantOf('2026-11-27', '09:00');
    expect(response).toMatchObject({ status: 200, body: { subscription: { nextPickupDate: moved.toISOString() } } });
    const stops = await stopsOf(t, subscriber.subscriptionId);
    expect(stops.map((stop) => stop.scheduledDate)).toEqual([moved, instantOf('2026-11-30', '09:00')]);
    expect(stops.map((stop) => stop.occurrenceDate)).toEqual(['2026-11-26', '2026-11-30']);
    for (const [subject, id] of [
      ['subscription', subscriber.subscriptionId],
      ['pickup', stops[0]?.id],
    ]) {
      const trail = await t.call('GET', `/api/admin/history?subject=${subject}&id=${id}`, { token: admin.token });
      expect(trail.body).toMatchObject([
        { action: 'rescheduled', actorUsername: admin.username, details: { from: 'Thu, Nov 26', to: 'Fri, Nov 27' } },
      ]);
    }
  });

  it('returns 404 without a subscription and 409 without a next stop', async () => {
    const body = { newDate };
    const at = (id: string) => `/api/admin/subscriptions/${id}/reschedule`;
    expect((await t.call('POST', at(randomUUID()), { token: admin.token, body })).status).toBe(404);
    const subscriber = await makeSubscriber(t);
    await t.call('DELETE', `/api/admin/subscriptions/${subscriber.subscriptionId}`, { token: admin.token });
    expect(await t.call('POST', at(subscriber.subscriptionId), { token: admin.token, body })).toMatchObject({
      status: 409,
      body: { message: 'This subscription has no upcoming pickup.' },
    });
  });
});
