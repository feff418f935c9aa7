import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { bookPaidPickup, cancelFor, optionsOf, setClock } from '../../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { assign, makeStop, reschedule, rowOf } from '../../../tests/support/pickups/stops.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { askRefund } from '../../payments/refunds/ask-refund.ts';

const [today, tomorrow] = ['2026-11-22', '2026-11-23'] as const;
const theTruck = 'The truck is on its way.';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  setClock(t, today, '12:00');
  [admin, driver, customer] = [await makeAdmin(t), await makeDriver(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(() => setClock(t, today, '12:00'));

const options = async (id: string) => (await optionsOf(t, customer, id)).body;
const cancel = (id: string, expectedRefund: string) => cancelFor(t, customer, id, expectedRefund);
const refundPart = (id: string, amount: string) => {
  const body = { amount, reason: 'A bag was left', refundKey: randomUUID() };
  return t.call('POST', `/api/admin/pickups/${id}/refund`, { token: admin.token, body });
};
const paymentOf = async (id: string) =>
  (await t.call('GET', `/api/admin/pickups/${id}/payment`, { token: admin.token })).body;
const completeAs = (by: Person, id: string) =>
  t.call('POST', '/api/driver/complete-bulk', { token: by.token, body: { pickupIds: [id] } });

describe('who may change a booking', () => {
  it('only its own customer', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    const other = await makeCustomer(t);
    const calls = [
      ['GET', 'change-options', undefined],
      ['POST', 'move', { newDate: '2026-11-30' }],
      ['POST', 'cancel', { expectedRefund: '0.00' }],
    ] as const;
    for (const [method, name, body] of calls) {
      const call = (token: string | undefined, pickupId = id) =>
        t.call(method, `/api/pickups/${pickupId}/${name}`, { token, body });
      expect((await call(undefined)).status, name).toBe(401);
      for (const { token } of [driver, admin]) expect((await call(token)).status, name).toBe(403);
      const notFound = { status: 404, body: { message: 'Pickup not found' } };
      expect(await call(other.token), name).toMatchObject(notFound);
      expect(await call(customer.token, randomUUID()), name).toMatchObject(notFound);
      expect((await call(customer.token, 'x')).status, name).toBe(404);
    }
    expect((await rowOf(t, id)).status).toBe('pending');
  });

  it('must send the refund that was shown', async () => {
    const { id } = await bookUnpaid(t, customer.token);
    for (const expectedRefund of ['lots', '-1.00', '1.234']) {
      const message = 'Please enter an amount such as 45.00';
      const errors = { expectedRefund: message };
      expect(await cancel(id, expectedRefund)).toMatchObject({ status: 400, body: { message, errors } });
    }
    expect((await t.call('POST', `/api/pickups/${id}/cancel`, { token: customer.token, body: {} })).status).toBe(400);
  });
});

describe('a cancellation before the cut-off', () => {
  it('refunds everything, once, and says so in every place', async () => {
    const { id } = await bookPaidPickup(t, customer);
    await assign(t, admin, id, driver);
    setClock(t, today, '18:00', -1);
    expect(await options(id)).toMatchObject({
      ...{ phase: 'open', canMove: true, canCancel: true, refundPercent: 100, isPlanStop: false },
      ...{ paid: '45.00', refund: '45.00', whyNoMove: null, whyNoCancel: null, until: '2026-11-22T23:00:00.000Z' },
      terms: { cutoff: '18:00', lateRefundPercent: 50 },
    });
    const cancelled = await cancel(id, '45.00');
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', refund: '45.00', driverNotes: null } });
    await t.runJobs();
    expect(await rowOf(t, id)).toMatchObject({
      ...{ status: 'cancelled', paymentStatus: 'refunded', cancellationReason: 'Cancelled by the customer' },
    });
    expect(await paymentOf(id)).toMatchObject({ paid: '45.00', refunded: '45.00', left: '0.00' });
    const bell = async ({ token }: Person) =>
      (await t.call('GET', '/api/notifications', { token })).body.notifications.map(
        (one: { message: string }) => one.message,
      );
    expect(await bell(customer)).toContain("Your pickup on Mon, Nov 23 was cancelled. You'll get $45.00 back.");
    expect(await bell(driver)).toContain('1127 S 9th St, Philadelphia, PA 19147 on Mon, Nov 23 was cancelled.');
    const trail = await trailOf(t, admin, 'pickup', id);
    expect(trail[0]).toMatchObject({
      ...{ action: 'cancelled', actorUsername: customer.username, details: { refund: '$45.00' } },
    });
    // A second tab presses the same button.
    expect(await cancel(id, '45.00')).toMatchObject({ status: 200, body: { status: 'cancelled', refund: '45.00' } });
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({ refunded: '45.00' });
    expect(await options(id)).toMatchObject({ phase: 'closed', whyNoCancel: 'This pickup is cancelled.', days: [] });
  });

  it('refunds what a dispatcher has not refunded yet', async () => {
    const { id } = await bookPaidPickup(t, customer);
    expect((await refundPart(id, '10.00')).status).toBe(200);
    expect((await options(id)).refund).toBe('35.00');
    await t.runJobs();
    expect((await options(id)).refund).toBe('35.00');
    expect((await refundPart(id, '5.01')).status).toBe(200);
    const refused = await cancel(id, '35.00');
    expect(refused).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'refund_changed', errors: { expectedRefund: '29.99' } },
        message: 'The refund has changed. $29.99 would be refunded now.',
      },
    });
    expect(await cancel(id, '29.99')).toMatchObject({ status: 200, body: { refund: '29.99' } });
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({ refunded: '45.00' });
    expect((await rowOf(t, id)).paymentStatus).toBe('refunded');
  });

  it('refunds nothing for an unpaid pickup', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: `${tomorrow}T09:00` });
    expect(await options(id)).toMatchObject({ paid: null, refund: '0.00', canCancel: true });
    expect((await cancel(id, '45.00')).body).toMatchObject({
      message: 'The refund has changed. Nothing would be refunded now.',
    });
    expect(await cancel(id, '0.00')).toMatchObject({ status: 200, body: { refund: '0.00', paymentStatus: 'pending' } });
  });

  it('is refused for a disputed payment, with a message', async () => {
    const { id } = await bookPaidPickup(t, customer);
    const intentId = (await rowOf(t, id)).stripePaymentIntentId;
    await t.db
      .updateTable('payment_history')
      .set({ disputedAt: t.services.clock() })
      .where('stripePaymentIntentId', '=', intentId)
      .execute();
    const message = "Your bank is looking into this payment, so we can't refund it here. Please call (215) 555-0107.";
    expect(await options(id)).toMatchObject({ canMove: true, canCancel: false, refund: '0.00', whyNoCancel: message });
    expect(await cancel(id, '45.00')).toMatchObject({ status: 409, body: { code: 'disputed', message } });
    expect((await rowOf(t, id)).status).toBe('pending');
  });
});

describe('a cancellation after the cut-off', () => {
  it('refunds half until 07:00, and nothing can change after that', async () => {
    const { id } = await bookPaidPickup(t, customer);
    const other = await bookPaidPickup(t, customer, { address: '742 S 10th St, Philadelphia, PA 19147' });
    setClock(t, today, '18:00');
    expect(await options(id)).toMatchObject({ phase: 'late', canMove: false, refund: '22.50', days: [] });
    expect(await cancel(id, '45.00')).toMatchObject({ status: 409, body: { errors: { expectedRefund: '22.50' } } });
    setClock(t, tomorrow, '07:00', -1);
    expect(await cancel(id, '22.50')).toMatchObject({ status: 200, body: { refund: '22.50', paymentStatus: 'paid' } });
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({
      ...{ paid: '45.00', refunded: '22.50', left: '22.50' },
      refunds: [{ amount: '22.50', status: 'done', reason: 'Cancelled by the customer' }],
    });
    expect(await rowOf(t, id)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    // Cancelling again, by anybody, refunds nothing more.
    expect(await cancel(id, '22.50')).toMatchObject({ status: 200, body: { refund: '22.50' } });
    await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({ refunded: '22.50' });

    setClock(t, tomorrow, '07:00');
    expect(await options(other.id)).toMatchObject({ phase: 'closed', canCancel: false, whyNoCancel: theTruck });
    const refused = { status: 409, body: { code: 'cannot_change', message: theTruck } };
    expect(await cancel(other.id, '22.50')).toMatchObject(refused);
  });

  it('counts earlier refunds, and never takes anything back', async () => {
    const { id } = await bookPaidPickup(t, customer);
    await refundPart(id, '10.01');
    setClock(t, today, '18:00');
    expect((await options(id)).refund).toBe('12.49');
    await refundPart(id, '20.00');
    expect((await options(id)).refund).toBe('0.00');
    expect(await cancel(id, '0.00')).toMatchObject({ status: 200, body: { refund: '0.00' } });
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({ refunded: '30.01', left: '14.99' });
  });

  it("is refused once its driver's route has started, and undoing that press changes nothing", async () => {
    const { id } = await bookPaidPickup(t, customer);
    const first = await makeStop(t, { customer, admin, driver, daysAhead: 1 });
    await assign(t, admin, id, driver);
    setClock(t, tomorrow, '06:30');
    expect(await options(id)).toMatchObject({ phase: 'late', refund: '22.50' });
    expect((await completeAs(driver, first)).status).toBe(200);
    expect(await options(id)).toMatchObject({ phase: 'closed', whyNoCancel: theTruck });
    expect(await cancel(id, '22.50')).toMatchObject({ status: 409, body: { message: theTruck } });
    const undone = await t.call('POST', `/api/driver/pickups/${first}/undo`, { token: driver.token });
    expect(undone.status).toBe(200);
    expect((await options(id)).phase).toBe('closed');
    // Another driver's route has not started, and a pending pickup is on no route.
    const other = await makeDriver(t);
    await assign(t, admin, id, other);
    expect((await options(id)).phase).toBe('late');
    await assign(t, admin, id, driver);
    expect((await options(id)).phase).toBe('closed');
  });

  it.each(['issue', 'incomplete'] as const)('is refused after a first stop that is %s', async (to) => {
    const own = await makeDriver(t);
    const { id } = await bookPaidPickup(t, customer);
    const first = await makeStop(t, { customer, admin, driver: own, daysAhead: 1 });
    await assign(t, admin, id, own);
    setClock(t, tomorrow, '06:30');
    expect((await t.call('PATCH', `/api/admin/pickup-${to}/${first}`, { token: admin.token })).status).toBe(200);
    expect((await options(id)).phase).toBe('closed');
  });
});

describe('a date that staff chose', () => {
  it('costs nothing to cancel after its cut-off; a stop resolved before its day starts nothing', async () => {
    const own = await makeDriver(t);
    const { id } = await bookPaidPickup(t, customer, { scheduledDate: '2026-11-30T09:00' });
    setClock(t, today, '19:00');
    expect((await reschedule(t, admin, id, 1)).status).toBe(200);
    await assign(t, admin, id, own);
    const first = await makeStop(t, { customer, admin, driver: own, daysAhead: 1 });
    expect((await t.call('PATCH', `/api/admin/pickup-issue/${first}`, { token: admin.token })).status).toBe(200);
    expect(await options(id)).toMatchObject({ phase: 'late', canMove: false, refund: '45.00' });
  });
});

describe('a booking made after its own cut-off', () => {
  it('is cancelled in full for 15 minutes', async () => {
    setClock(t, today, '19:00');
    const [first, second] = [await bookPaidPickup(t, customer), await bookPaidPickup(t, customer)];
    setClock(t, today, '19:15', -1);
    expect(await options(first.id)).toMatchObject({ phase: 'grace', canMove: false, days: [], refund: '45.00' });
    expect(await cancel(first.id, '45.00')).toMatchObject({ status: 200, body: { refund: '45.00' } });
    setClock(t, today, '19:15');
    expect(await options(second.id)).toMatchObject({ phase: 'late', refund: '22.50' });
  });

  it('has no grace once its driver is within three stops', async () => {
    const own = await makeDriver(t);
    const stops: string[] = [];
    for (let count = 0; count < 4; count += 1)
      stops.push(await makeStop(t, { customer, admin, driver: own, daysAhead: 1 }));
    setClock(t, tomorrow, '10:00');
    const { id } = await bookPaidPickup(t, customer, { scheduledDate: `${tomorrow}T09:00` });
    await assign(t, admin, id, own);
    setClock(t, tomorrow, '10:05');
    await completeAs(own, stops[0] as string);
    expect(await options(id)).toMatchObject({ phase: 'grace', refund: '45.00' });
    await completeAs(own, stops[1] as string);
    expect(await options(id)).toMatchObject({ phase: 'closed', whyNoCancel: theTruck });
    expect(await cancel(id, '45.00')).toMatchObject({ status: 409, body: { message: theTruck } });
  });
});

describe('the terms', () => {
  it('are stored with the booking and apply to it', async () => {
    const { id } = await bookPaidPickup(t, customer);
    const byPhone = await t.call('POST', `/api/admin/customers/${customer.id}/pickups`, {
      token: admin.token,
      body: { address: '1127 S 9th St', bagCount: 8, amount: '45.00', scheduledDate: '2026-11-30T09:00' },
    });
    for (const pickupId of [id, byPhone.body.id]) {
      expect(await rowOf(t, pickupId)).toMatchObject({ changeCutoff: '18:00', lateRefundPercent: 50 });
    }
    const { settings } = t.services as { settings: { changeCutoff: string; lateRefundPercent: number } };
    Object.assign(settings, { changeCutoff: '10:00', lateRefundPercent: 10 });
    try {
      expect(await options(id)).toMatchObject({ phase: 'open', refund: '45.00' });
      // Older rows have no terms.
      setClock(t, today, '12:30');
      await t.db
        .updateTable('pickups')
        .set({ changeCutoff: null, lateRefundPercent: null })
        .where('id', '=', id)
        .execute();
      expect(await options(id)).toMatchObject({
        ...{ phase: 'late', refund: '4.50', terms: { cutoff: '10:00', lateRefundPercent: 10 } },
      });
    } finally {
      Object.assign(settings, { changeCutoff: '18:00', lateRefundPercent: 50 });
    }
  });

  it('of a draft are those that were shown before it was paid', async () => {
    const draftKey = randomUUID();
    const booking = { address: '1127 S 9th St', bagCount: 8, scheduledDate: '2026-11-30T09:00', draftKey };
    const body = { amount: '45.00', booking };
    await t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
    const draft = t.db.selectFrom('bookings').selectAll().where('draftKey', '=', draftKey);
    expect(await draft.executeTakeFirst()).toMatchObject({ changeCutoff: '18:00', lateRefundPercent: 50 });
  });
});

describe('when others act on the same pickup', () => {
  it('refunds once, however often two tabs and a dispatcher cancel', async () => {
    const { id } = await bookPaidPickup(t, customer);
    const responses = await Promise.all([
      ...[1, 2, 3].map(() => cancel(id, '45.00')),
      t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await t.runJobs();
    expect(await paymentOf(id)).toMatchObject({ refunded: '45.00', left: '0.00' });
  });

  it('returns 409 when a dispatcher refunded a part first', async () => {
    const { id } = await bookPaidPickup(t, customer);
    setClock(t, today, '18:00');
    const { id: paymentId, stripePaymentIntentId } = await t.db
      .selectFrom('payments')
      .select(['id', 'stripePaymentIntentId'])
      .where('pickupId', '=', id)
      .executeTakeFirstOrThrow();
    const response = await overtaken(
      t.db,
      () => cancel(id, '22.50'),
      async (trx) => {
        await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().execute();
        const refund = {
          key: `refund:${randomUUID()}`,
          intentId: stripePaymentIntentId ?? '',
          pickupId: id,
          cents: 2_000,
        };
        const asked = { ...refund, customerId: customer.id, reason: 'A bag', requestedBy: admin.id };
        await askRefund(t.services, trx, { ...asked, why: 'asked' });
      },
    );
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'refund_changed', errors: { expectedRefund: '2.50' } },
    });
    expect((await rowOf(t, id)).status).toBe('pending');
  });

  it('returns 409 when the driver completed it first', async () => {
    const own = await makeDriver(t);
    const { id } = await bookPaidPickup(t, customer);
    await assign(t, admin, id, own);
    setClock(t, tomorrow, '06:00');
    const response = await overtaken(
      t.db,
      () => cancel(id, '22.50'),
      (trx) => trx.updateTable('pickups').set({ status: 'completed' }).where('id', '=', id).execute(),
    );
    expect(response).toMatchObject({
      status: 409,
      body: { code: 'cannot_change', message: 'This pickup is completed.' },
    });
  });
});
