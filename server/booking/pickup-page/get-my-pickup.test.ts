import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { jpeg } from '../../../tests/support/browser/pictures.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { assign, reschedule } from '../../../tests/support/pickups/stops.ts';
import { stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;

beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-20', '08:00'));
  [admin, customer, driver] = await Promise.all([makeAdmin(t), makeCustomer(t), makeDriver(t)]);
});
afterAll(async () => await t.close());

const read = (id: string, token: string | undefined = customer.token) => t.call('GET', `/api/pickups/${id}`, { token });
const pageOf = async (id: string) => (await read(id)).body;
const kindsOf = async (id: string) => (await pageOf(id)).timeline.map(({ kind }: { kind: string }) => kind);
const asAdmin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}) =>
  t.call(method, path, { token: admin.token, body });

let minute = 1;
const later = () => t.setNow(instantOf('2026-11-20', `09:${String(minute++).padStart(2, '0')}`));

async function bookPaid(daysAhead: number): Promise<string> {
  const paymentIntentId = await openPayment(t, customer.token);
  await pay(t, customer.token, paymentIntentId);
  const body = { ...bookingBody(t, daysAhead), paymentIntentId };
  const headers = { 'idempotency-key': randomUUID() };
  return (await t.call('POST', '/api/pickups', { token: customer.token, body, headers })).body.id;
}

describe('GET /api/pickups/:id', () => {
  it("is for the pickup's own customer", async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect((await t.call('GET', `/api/pickups/${id}`)).status).toBe(401);
    for (const { token } of [admin, driver]) expect((await read(id, token)).status).toBe(403);
    const other = await makeCustomer(t);
    for (const response of [await read(id, other.token), await read(randomUUID()), await read('nonsense')]) {
      expect(response).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    }
    expect((await read(id)).status).toBe(200);
  });

  it('shows an unpaid pickup without a payment', async () => {
    later();
    const { id } = await bookUnpaid(t, customer.token, bookingBody(t, 2));
    expect(await pageOf(id)).toMatchObject({
      pickup: { id, status: 'pending', paymentStatus: 'pending', amount: '45.00' },
      ...{ driverName: null, payment: null, photos: [] },
      timeline: [{ kind: 'booked', by: 'customer' }],
    });
  });

  it('shows the payment, the driver and the moves, and nothing that is only for staff', async () => {
    later();
    const id = await bookPaid(3);
    later();
    await assign(t, admin, id, driver);
    later();
    await reschedule(t, admin, id, 4);
    const body = { newDate: '2026-11-25', reason: 'The truck is in the shop', shouldEmailCustomer: false };
    await asAdmin('POST', `/api/admin/pickups/${id}/reschedule`, body);
    later();
    await asAdmin('PATCH', `/api/admin/pickup-incomplete/${id}`, { reason: 'no-access', note: 'secret: mean dog' });
    const page = await pageOf(id);
    expect(page).toMatchObject({
      driverName: 'Pat',
      payment: { amount: '45.00', paidWith: expect.stringContaining('4242'), refunds: [], isDisputed: false },
      timeline: [
        { kind: 'booked', by: 'customer' },
        { kind: 'paid', amount: '45.00' },
        { kind: 'assigned' },
        { kind: 'moved', by: 'staff', from: 'Mon, Nov 23', to: 'Tue, Nov 24', message: null },
        { kind: 'moved', from: 'Tue, Nov 24', to: 'Wed, Nov 25', message: 'The truck is in the shop' },
        { kind: 'incomplete', reason: 'no-access' },
      ],
    });
    expect(JSON.stringify(page)).not.toContain('mean dog');
    expect(JSON.stringify(page)).not.toContain(driver.username);
    const receipt = await t.call('GET', `/api/receipts/${page.payment.receiptId}`, { token: customer.token });
    expect(receipt).toMatchObject({ status: 200, body: { amount: '45.00' } });
  });

  it('shows a refund as pending until it is sent, partial ones too', async () => {
    later();
    const id = await bookPaid(5);
    later();
    const refund = { amount: '10.00', reason: 'an internal reason', refundKey: randomUUID() };
    expect((await asAdmin('POST', `/api/admin/pickups/${id}/refund`, refund)).status).toBe(200);
    const pending = { isPending: true, hasFailed: false };
    expect((await pageOf(id)).payment.refunds).toMatchObject([{ amount: '10.00', ...pending }]);
    expect(await kindsOf(id)).toEqual(['booked', 'paid']);
    later();
    await asAdmin('DELETE', `/api/admin/pickups/${id}`);
    const half = await pageOf(id);
    expect(half.payment.refunds).toMatchObject([
      { amount: '10.00', ...pending },
      { amount: '35.00', ...pending },
    ]);
    expect(half).toMatchObject({ pickup: { status: 'cancelled' }, driverName: null });
    later();
    await t.runJobs();
    const { payment, timeline } = await pageOf(id);
    const sent = { isPending: false, hasFailed: false };
    expect(payment.refunds).toMatchObject([
      { amount: '10.00', ...sent },
      { amount: '35.00', ...sent },
    ]);
    expect(timeline.slice(2)).toMatchObject([
      { kind: 'cancelled', by: 'staff' },
      { kind: 'refunded', amount: '10.00' },
      { kind: 'refunded', amount: '35.00' },
    ]);
    expect(JSON.stringify(timeline)).not.toContain('internal');
  });

  it('says that the bank returned a refund, and that a payment is disputed', async () => {
    later();
    const id = await bookPaid(6);
    await asAdmin('DELETE', `/api/admin/pickups/${id}`);
    await t.runJobs();
    const line = t.db.updateTable('payment_history').where('pickupId', '=', id);
    await line.set({ status: 'refund_failed' }).where('status', '=', 'refunded').execute();
    await line.set({ disputedAt: t.services.clock() }).where('status', '=', 'succeeded').execute();
    const { payment, timeline } = await pageOf(id);
    expect(payment).toMatchObject({ isDisputed: true, refunds: [{ amount: '45.00', hasFailed: true }] });
    expect(timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('refunded');
  });

  it('leaves out a completion that was undone within two minutes, and shows one reopened later', async () => {
    t.setNow(instantOf('2026-11-20', '10:00'));
    const { id } = await bookUnpaid(t, customer.token, bookingBody(t, 0));
    await assign(t, admin, id, driver);
    const complete = () => asAdmin('PATCH', `/api/admin/complete-pickup/${id}`);
    await complete();
    await asAdmin('POST', `/api/admin/pickups/${id}/undo`);
    expect(await kindsOf(id)).toEqual(['booked', 'assigned']);
    await complete();
    t.setNow(instantOf('2026-11-20', '10:03'));
    await asAdmin('POST', `/api/admin/pickups/${id}/reopen`, { reason: 'secret: one bag is still there' });
    expect(await kindsOf(id)).toEqual(['booked', 'assigned', 'completed', 'reopened']);
    expect(JSON.stringify(await pageOf(id))).not.toContain('secret');
  });

  it("shows the driver's photos with their times", async () => {
    t.setNow(instantOf('2026-11-20', '10:30'));
    const { id } = await bookUnpaid(t, customer.token, bookingBody(t, 0));
    await assign(t, admin, id, driver);
    const sent = await t.app.inject({
      ...{ method: 'POST', url: `/api/driver/pickups/${id}/photos/after`, payload: Buffer.from(jpeg) },
      headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'image/jpeg' },
    });
    expect(sent.statusCode).toBe(200);
    const { pickup, photos } = await pageOf(id);
    const takenAt = instantOf('2026-11-20', '10:30').toISOString();
    expect(photos).toEqual([{ moment: 'after', url: pickup.afterPhotoUrl, takenAt }]);
  });

  it("shows a plan's stop, and its end by the plan", async () => {
    t.setNow(instantOf('2026-11-20', '11:00'));
    await staySignedIn(t);
    const plan = await subscribe(t, customer.token);
    const [stop] = await stopsOf(t, plan.id);
    if (!stop) throw new Error('the plan has no stop');
    expect(await pageOf(stop.id)).toMatchObject({ payment: null, timeline: [{ kind: 'booked', by: 'plan' }] });
    t.setNow(instantOf('2026-11-20', '11:05'));
    await asAdmin('DELETE', `/api/admin/subscriptions/${plan.id}`);
    expect((await pageOf(stop.id)).timeline).toMatchObject([{ kind: 'booked' }, { kind: 'cancelled', by: 'plan' }]);
  });
});
