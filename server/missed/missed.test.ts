import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { assign, makeStop, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let second: Person;
let customer: Person;
let other: Person;
let driver: Person;
/** Monday, 9:00 AM in New York. */
const morning = new Date('2026-11-23T14:00:00Z');
const evening = new Date('2026-11-23T23:00:00Z');

beforeAll(async () => {
  t = await startTestApp();
  t.setNow(morning);
  [admin, second] = [await makeAdmin(t), await makeAdmin(t)];
  other = await makeCustomer(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(morning);
  await t.db.updateTable('missed_reports').set({ state: 'closed' }).where('state', '=', 'open').execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
  await t.db.deleteFrom('rate_limits').execute();
  // Each test has new people, because a driver's earlier presses show where the driver is, and only the latest notices
  // are listed.
  [customer, driver] = [await makeCustomer(t), await makeDriver(t)];
  await staySignedIn(t);
});

const toEvening = async (now = evening) => {
  t.setNow(now);
  await staySignedIn(t);
};
const stop = () => makeStop(t, { customer, admin, driver });
const path = (id: string) => `/api/pickups/${id}/missed-report`;
const report = (id: string, body?: object, token: string | undefined = customer.token) =>
  t.call('POST', path(id), { token, ...(body && { body }) });
const read = async (id: string) => (await t.call('GET', path(id), { token: customer.token })).body;
const returnTrip = (id: string, scheduledDate = '2026-11-24', token: string | undefined = customer.token) =>
  t.call('POST', `/api/pickups/${id}/return-trip`, { token, body: { scheduledDate } });
const decide = (id: string, body: object, token: string | undefined = admin.token) =>
  t.call('POST', `/api/admin/missed-reports/${id}/decision`, { token, body });
const complete = (id: string) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
const markIncomplete = (id: string, body: object) =>
  t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: driver.token, body });
const addPhoto = async (id: string, createdAt = t.services.clock()) => {
  const row = { pickupId: id, moment: 'after', takenBy: driver.id, storageKey: randomUUID() } as const;
  const file = { contentType: 'image/jpeg', bytes: 1, width: 1, height: 1 };
  await t.db
    .insertInto('pickup_photos')
    .values({ id: randomUUID(), ...row, ...file, createdAt })
    .execute();
  const afterPhotoUrl = `/api/pickups/${id}/photos/after?v=1`;
  await t.db.updateTable('pickups').set({ afterPhotoUrl }).where('id', '=', id).execute();
};
const notFoundOut = async () => {
  const id = await stop();
  await markIncomplete(id, { reason: 'not-out' });
  await addPhoto(id);
  return id;
};
/** Makes a completed pickup that was reported. */
const disputed = async () => {
  const id = await stop();
  await complete(id);
  const { body } = await report(id, { message: 'The bags are still here' });
  return { id, reportId: body.report.id as string };
};
const items = async (of = 'missed') => {
  const { body } = await t.call('GET', '/api/admin/attention', { token: admin.token });
  return body.kinds.find(({ kind }: { kind: string }) => kind === of)?.items ?? [];
};
const mailsTo = async ({ email }: Person) => (await t.mails()).filter(({ to }) => to === email);
const noticesOf = async (who: Person) =>
  (await t.call('GET', '/api/notifications', { token: who.token })).body.notifications;

describe('POST /api/pickups/:id/missed-report', () => {
  it("is for a customer's own pickups", async () => {
    const id = await stop();
    expect((await t.call('POST', path(id))).status).toBe(401);
    for (const { token } of [admin, driver]) expect((await report(id, {}, token)).status).toBe(403);
    for (const unknown of [randomUUID(), 'nonsense']) expect((await report(unknown)).status).toBe(404);
    expect((await report(id, {}, other.token)).status).toBe(404);
    expect((await t.call('GET', path(id), { token: other.token })).status).toBe(404);
    expect((await report(id, { message: 'x'.repeat(501) })).status).toBe(400);
  });

  it('returns the estimate and reports nothing while the driver may still come', async () => {
    const id = await stop();
    const estimatedArrival = new Date('2026-11-23T15:30:00Z');
    await t.db.updateTable('pickups').set({ estimatedArrival }).where('id', '=', id).execute();
    expect(await report(id)).toMatchObject({
      status: 200,
      body: { phase: 'coming', estimatedArrival: '2026-11-23T15:30:00.000Z', report: null },
    });
    const earlier = await stop();
    await toEvening(new Date('2026-11-23T23:20:00Z'));
    await complete(earlier);
    await toEvening(new Date('2026-11-24T00:19:00Z'));
    expect((await report(id)).body).toMatchObject({ phase: 'coming', report: null });
    await toEvening(new Date('2026-11-24T00:20:00Z'));
    expect((await report(id)).body.report.state).toBe('recovered');
  });

  it('makes a pickup that nobody came to the first stop of tomorrow, and tells the customer', async () => {
    const id = await stop();
    const before = await rowOf(t, id);
    await toEvening();
    const { status, body } = await report(id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { phase: 'reported', report: { state: 'recovered', day: '2026-11-23', recovery: { id } } },
    });
    expect(await rowOf(t, id)).toMatchObject({
      ...{ status: 'assigned', driverId: driver.id, scheduledDay: '2026-11-24', isPinned: true, routeOrder: 1 },
      ...{ amount: before.amount, paymentStatus: before.paymentStatus, lateRefundPercent: 100 },
    });
    await t.runJobs();
    expect((await mailsTo(customer)).at(-1)).toMatchObject({
      subject: expect.stringContaining('Tuesday, November 24'),
    });
    expect(await noticesOf(customer)).toContainEqual(
      expect.objectContaining({ message: "Your pickup is now on Tue, Nov 24. We're sorry we missed you." }),
    );
    expect(await items()).toEqual([]);
  });

  it('leaves a pickup that was booked for today after 18:00 alone until its day is over', async () => {
    t.setNow(evening);
    await staySignedIn(t);
    const id = await makeStop(t, { customer, admin, driver });
    await toEvening(new Date('2026-11-24T02:51:00Z'));
    expect(await read(id)).toMatchObject({ phase: 'none', verdict: null });
    const message = 'This pickup was booked this evening. If nobody comes, you can report it tomorrow.';
    expect(await report(id)).toMatchObject({ status: 409, body: { code: 'too_early', message } });
    await toEvening(new Date('2026-11-24T05:00:00Z'));
    expect(await read(id)).toMatchObject({ phase: 'open', verdict: 'recover' });
  });

  it("derives a recovered pickup's type again, and its page lists the report before the move", async () => {
    const id = await stop();
    await t.db.updateTable('pickups').set({ serviceType: 'same-day' }).where('id', '=', id).execute();
    await toEvening();
    expect((await report(id)).body.report.recovery).toMatchObject({ id, serviceType: 'next-day' });
    const { body } = await t.call('GET', `/api/pickups/${id}`, { token: customer.token });
    const kinds = body.timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(-2)).toEqual(['reported', 'moved']);
  });

  it('changes nothing when it is sent again, also ten times in parallel', async () => {
    const id = await stop();
    await toEvening();
    const responses = await Promise.all(Array.from({ length: 10 }, () => report(id)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(responses.map(({ body }) => body.report.id)).size).toBe(1);
    expect((await rowOf(t, id)).scheduledDay).toBe('2026-11-24');
  });

  it('can be made again when the new date is missed too', async () => {
    const id = await stop();
    await toEvening();
    await report(id);
    await toEvening(new Date('2026-11-24T22:59:00Z'));
    expect(await read(id)).toMatchObject({ phase: 'coming' });
    await toEvening(new Date('2026-11-24T23:00:00Z'));
    expect(await read(id)).toMatchObject({ phase: 'open', verdict: 'recover' });
    expect((await report(id)).body).toMatchObject({ phase: 'reported', report: { day: '2026-11-24' } });
    expect((await rowOf(t, id)).scheduledDay).toBe('2026-11-25');
  });

  it('reschedules one that was incomplete for a reason of ours', async () => {
    const id = await stop();
    await markIncomplete(id, { reason: 'other', note: 'The truck broke down' });
    expect((await report(id)).body.report).toMatchObject({ state: 'recovered' });
    expect(await rowOf(t, id)).toMatchObject({
      status: 'assigned',
      incompleteReason: null,
      scheduledDay: '2026-11-24',
    });
  });

  it('uses the day after tomorrow when the plan has a stop tomorrow, and asks the dispatcher when the plan has ended', async () => {
    const plan = await makeSubscriber(t, { packageType: 'basic' });
    const [first] = await stopsOf(t, plan.subscriptionId);
    const id = first?.id ?? '';
    const move = { scheduledDate: new Date('2026-11-23T14:00:00Z'), status: 'pending' } as const;
    await t.db.updateTable('pickups').set(move).where('id', '=', id).execute();
    const taken = { ...first, id: randomUUID(), scheduledDate: new Date('2026-11-24T14:00:00Z') };
    const { scheduledDay: _, ...row } = { ...taken, occurrenceDate: '2026-11-24', status: 'pending' } as typeof taken;
    await t.db
      .insertInto('pickups')
      .values(row as never)
      .execute();
    await toEvening();
    const asPlan = () => report(id, {}, plan.token);
    expect((await asPlan()).body.report.recovery).toMatchObject({ scheduledDate: '2026-11-25T14:00:00.000Z' });
    await t.db.updateTable('pickups').set(move).where('id', '=', id).execute();
    await t.db
      .updateTable('subscriptions')
      .set({ status: 'cancelled' })
      .where('id', '=', plan.subscriptionId)
      .execute();
    expect((await asPlan()).body.report).toMatchObject({ state: 'open', recovery: null });
  });

  it('goes first in a route that is planned already, and leaves a driver who is off', async () => {
    const planned = await makeStop(t, { customer, admin, driver, daysAhead: 1 });
    const optimized = await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body: {} });
    expect(optimized.status).toBe(200);
    const { routeId } = await rowOf(t, planned);
    expect(routeId).not.toBeNull();
    const id = await stop();
    await toEvening();
    await report(id);
    await t.runJobs();
    expect(await rowOf(t, id)).toMatchObject({ routeId, routeOrder: 1, isPinned: true });
    expect(await rowOf(t, planned)).toMatchObject({ routeId, routeOrder: 2 });
    t.setNow(morning);
    const next = await stop();
    await t.db
      .insertInto('driver_days')
      .values({ driverId: driver.id, date: '2026-11-24', start: null, end: null })
      .execute();
    await toEvening();
    await report(next);
    expect(await rowOf(t, next)).toMatchObject({ status: 'pending', driverId: null, scheduledDay: '2026-11-24' });
    await t.db.deleteFrom('driver_days').execute();
  });

  it('refuses before its day, while the route is open, when it is over, cancelled or not paid in time', async () => {
    const [first, another] = [await stop(), await stop()];
    await complete(first);
    expect(await report(first)).toMatchObject({ status: 409, body: { code: 'too_early' } });
    expect(await read(first)).toMatchObject({ phase: 'wait', opensAt: evening.toISOString() });
    await complete(another);
    expect((await report(first)).status).toBe(200);
    const later = await makeStop(t, { customer, admin, driver, daysAhead: 1 });
    expect(await report(later)).toMatchObject({ status: 409, body: { code: 'too_early' } });
    const gone = await stop();
    await t.call('DELETE', `/api/admin/pickups/${gone}`, { token: admin.token });
    expect(await report(gone)).toMatchObject({ status: 409, body: { code: 'cancelled' } });
    const held = await stop();
    const hold = { status: 'pending', driverId: null, heldAt: morning } as const;
    await t.db.updateTable('pickups').set(hold).where('id', '=', held).execute();
    expect(await report(held)).toMatchObject({ status: 409, body: { code: 'not_paid' } });
    const late = await stop();
    await toEvening(new Date('2026-11-26T05:00:00Z'));
    expect(await report(late)).toMatchObject({ status: 409, body: { code: 'too_late' } });
    expect(await read(late)).toMatchObject({ phase: 'none', verdict: null });
  });

  it('shows photo and time of a wasted trip, and reports only with a message', async () => {
    const id = await notFoundOut();
    expect((await report(id)).body).toMatchObject({
      ...{ phase: 'open', verdict: 'evidence', report: null, returnTrip: { amount: '30.00', pickup: null } },
      evidence: { incompleteReason: 'not-out', visitedAt: morning.toISOString(), photos: [{ moment: 'after' }] },
    });
    const sent = await report(id, { message: 'They were behind the hedge' });
    expect(sent.body).toMatchObject({ phase: 'reported', returnTrip: null, report: { state: 'open' } });
    expect(await items()).toMatchObject([{ missed: { message: 'They were behind the hedge' } }]);
  });

  it('asks the dispatcher where a photo is of an earlier visit', async () => {
    const id = await stop();
    await markIncomplete(id, { reason: 'no-access' });
    await addPhoto(id, new Date('2026-11-22T15:00:00Z'));
    expect((await report(id)).body).toMatchObject({ evidence: { photos: [] }, report: { state: 'open' } });
  });

  it('asks the dispatcher about a completed pickup, and tells the dispatcher once', async () => {
    const { id, reportId } = await disputed();
    expect((await report(id, { message: 'Again' })).body.report.id).toBe(reportId);
    await t.runJobs();
    const told = (await noticesOf(admin)).filter(({ type }: { type: string }) => type === 'missed_report');
    expect(told.filter(({ message }: { message: string }) => message.includes('still here')).length).toBeGreaterThan(0);
    expect(await items()).toMatchObject([
      {
        key: `missed:${reportId}`,
        state: 'open',
        customer: { id: customer.id },
        driver: { id: driver.id },
        pickup: { id },
      },
    ]);
  });

  it('is decided by the record that a driver has just written', async () => {
    const id = await stop();
    await toEvening();
    const completed = { status: 'completed', completedAt: evening, settledAt: evening } as const;
    const response = await overtaken(
      t.db,
      () => report(id),
      (trx) => trx.updateTable('pickups').set(completed).where('id', '=', id).execute(),
    );
    expect(response.body.report).toMatchObject({ state: 'open', recovery: null });
    expect(await rowOf(t, id)).toMatchObject({ status: 'completed', scheduledDay: '2026-11-23' });
  });

  it('ends in a consistent state when customer and driver press in parallel', async () => {
    for (let round = 0; round < 5; round++) {
      t.setNow(morning);
      driver = await makeDriver(t);
      const id = await stop();
      await toEvening();
      const [{ body }] = await Promise.all([report(id), complete(id)]);
      const row = await rowOf(t, id);
      if (body.report.state === 'recovered')
        expect(row).toMatchObject({ scheduledDay: '2026-11-24', status: 'assigned' });
      else expect([row.status, body.report.state]).toEqual(['completed', 'open']);
    }
  });
});

describe('POST /api/pickups/:id/return-trip', () => {
  it('books the same bags at the smallest price, which checkout charges', async () => {
    const id = await notFoundOut();
    const { status, body } = await returnTrip(id, '2026-11-25');
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { amount: '30.00', bagCount: 8, returnOf: id, paymentStatus: 'pending', serviceType: 'one-time' },
    });
    expect(await returnTrip(id, '2026-11-27')).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await read(id)).returnTrip).toMatchObject({ amount: '30.00', pickup: { id: body.id } });
    expect(await report(id, { message: 'x' })).toMatchObject({ status: 409, body: { code: 'return_trip_booked' } });
    await pay(t, customer.token, await openPayment(t, customer.token, '30.00', { pickupId: body.id }));
    expect(await rowOf(t, body.id)).toMatchObject({ paymentStatus: 'paid', amount: '30.00', bagCount: 8 });
  });

  it('makes one for parallel requests', async () => {
    const id = await notFoundOut();
    const responses = await Promise.all(Array.from({ length: 6 }, () => returnTrip(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), 201]);
  });

  it('is not driven unpaid: it is held at its cut-off until it is paid', async () => {
    const { body: tomorrow } = await returnTrip(await notFoundOut());
    const before = await rowOf(t, tomorrow.id);
    await t.services.jobs.enqueue(t.db, 'hold-unpaid', {});
    await t.runJobs();
    expect([before.heldAt, (await rowOf(t, tomorrow.id)).heldAt]).toEqual([null, null]);
    await toEvening();
    await t.services.jobs.enqueue(t.db, 'hold-unpaid', {});
    await t.runJobs();
    expect((await rowOf(t, tomorrow.id)).heldAt).not.toBeNull();
    await pay(t, customer.token, await openPayment(t, customer.token, '30.00', { pickupId: tomorrow.id }));
    expect((await rowOf(t, tomorrow.id)).heldAt).toBeNull();
  });

  it('is listed for the dispatcher when it is paid on its day', async () => {
    const { body: trip } = await returnTrip(await notFoundOut());
    await toEvening();
    await t.services.jobs.enqueue(t.db, 'hold-unpaid', {});
    await t.runJobs();
    await toEvening(new Date('2026-11-24T13:00:00Z'));
    expect(await items('same-day')).toEqual([]);
    await pay(t, customer.token, await openPayment(t, customer.token, '30.00', { pickupId: trip.id }));
    expect(await items('same-day')).toEqual([
      expect.objectContaining({ pickup: expect.objectContaining({ id: trip.id }) }),
    ]);
  });

  it('can be moved or cancelled, but not paid, once its day has passed unpaid', async () => {
    const { body: trip } = await returnTrip(await notFoundOut());
    await toEvening();
    await t.services.jobs.enqueue(t.db, 'hold-unpaid', {});
    await t.runJobs();
    await toEvening(new Date('2026-11-26T14:00:00Z'));
    const body = { amount: '30.00', pickupId: trip.id };
    expect(await t.call('POST', '/api/create-payment-intent', { token: customer.token, body })).toMatchObject({
      status: 409,
      body: { code: 'day_passed' },
    });
    const change = (name: string, sent: object) =>
      t.call('POST', `/api/pickups/${trip.id}/${name}`, { token: customer.token, body: sent });
    expect((await change('move', { newDate: '2026-11-30' })).status).toBe(200);
    expect(await rowOf(t, trip.id)).toMatchObject({ heldAt: null, scheduledDay: '2026-11-30' });
    expect((await change('cancel', { expectedRefund: '0.00' })).status).toBe(200);
  });

  it('can be booked again when the pickup was missed again after it', async () => {
    const id = await notFoundOut();
    const { body: trip } = await returnTrip(id, '2026-11-24');
    await t.db.updateTable('pickups').set({ status: 'completed' }).where('id', '=', trip.id).execute();
    await reschedule(t, admin, id, 4);
    await toEvening(new Date('2026-11-27T14:00:00Z'));
    await markIncomplete(id, { reason: 'not-out' });
    // As if a new photo had replaced the one of the earlier visit.
    const createdAt = t.services.clock();
    await t.db.updateTable('pickup_photos').set({ createdAt }).where('pickupId', '=', id).execute();
    expect(await returnTrip(id, '2026-11-28')).toMatchObject({ status: 201, body: { returnOf: id } });
  });

  it('refuses other customers, wrong days and pickups without a proven wasted trip', async () => {
    const id = await notFoundOut();
    expect((await t.call('POST', `/api/pickups/${id}/return-trip`, { body: {} })).status).toBe(401);
    expect((await returnTrip(id, '2026-11-24', admin.token)).status).toBe(403);
    expect((await returnTrip(id, '2026-11-24', other.token)).status).toBe(404);
    for (const day of ['2026-11-22', 'tomorrow', '2028-01-01']) {
      expect(await returnTrip(id, day)).toMatchObject({
        status: 400,
        body: { errors: { scheduledDate: expect.any(String) } },
      });
    }
    const { id: completed } = await disputed();
    expect(await returnTrip(completed)).toMatchObject({ status: 409, body: { code: 'no_return_trip' } });
    await report(id, { message: 'They were out' });
    expect(await returnTrip(id)).toMatchObject({ status: 409, body: { code: 'no_return_trip' } });
  });
});

describe('POST /api/admin/missed-reports/:id/decision', () => {
  it('is for dispatchers, needs a reason against the customer, and a report', async () => {
    const { reportId } = await disputed();
    expect((await t.call('POST', `/api/admin/missed-reports/${reportId}/decision`)).status).toBe(401);
    for (const { token } of [customer, driver])
      expect((await decide(reportId, { decision: 'missed' }, token)).status).toBe(403);
    for (const body of [
      {},
      { decision: 'maybe' },
      { decision: 'not-missed' },
      { decision: 'not-missed', reason: ' ' },
    ]) {
      expect((await decide(reportId, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await decide(randomUUID(), { decision: 'missed' })).status).toBe(404);
  });

  it('makes a free pickup for a completed one, on the first possible day', async () => {
    const { id, reportId } = await disputed();
    const { body } = await decide(reportId, { decision: 'missed' });
    expect(body).toMatchObject({ state: 'missed', recoveryPickupId: expect.any(String) });
    expect(await rowOf(t, body.recoveryPickupId)).toMatchObject({
      ...{ recoveryOf: id, amount: '0.00', paymentStatus: 'paid', stripePaymentIntentId: null, bagCount: 8 },
      ...{ status: 'pending', scheduledDay: '2026-11-24', customerId: customer.id },
    });
    expect((await rowOf(t, id)).status).toBe('completed');
    expect(await items()).toEqual([]);
    expect((await read(id)).report).toMatchObject({ state: 'missed', recovery: { id: body.recoveryPickupId } });
    await t.runJobs();
    expect((await mailsTo(customer)).at(-1)?.text).toContain('free of charge');
    expect(await noticesOf(customer)).toContainEqual(expect.objectContaining({ title: "We're coming back for free" }));
    const paying = { amount: '0.00', pickupId: body.recoveryPickupId };
    expect((await t.call('POST', '/api/create-payment-intent', { token: customer.token, body: paying })).status).toBe(
      409,
    );
  });

  it('reschedules an incomplete one', async () => {
    const id = await notFoundOut();
    const { body } = await report(id, { message: 'They were out' });
    expect((await decide(body.report.id, { decision: 'missed' })).body).toEqual({
      state: 'missed',
      recoveryPickupId: id,
    });
    expect(await rowOf(t, id)).toMatchObject({ status: 'assigned', scheduledDay: '2026-11-24', isPinned: true });
    expect(await read(id)).toMatchObject({ phase: 'reported', report: { state: 'missed', recovery: { id } } });
  });

  it('is asked for again when the pickup came back to the same day and failed again', async () => {
    const id = await notFoundOut();
    const { body } = await report(id, { message: 'They were out' });
    await decide(body.report.id, { decision: 'missed' });
    await reschedule(t, admin, id, 0);
    await assign(t, admin, id, driver);
    await markIncomplete(id, { reason: 'not-out' });
    expect((await report(id, { message: 'Out again' })).body.report).toMatchObject({ state: 'open' });
  });

  it('tells the customer why it was not missed', async () => {
    const { id, reportId } = await disputed();
    const body = { decision: 'not-missed', reason: 'The photo shows the empty curb.' };
    expect((await decide(reportId, body)).status).toBe(200);
    await t.runJobs();
    expect((await mailsTo(customer)).at(-1)?.text).toContain('The photo shows the empty curb.');
    expect(await noticesOf(customer)).toContainEqual(expect.objectContaining({ message: body.reason }));
    expect((await report(id, { message: 'But' })).body).toMatchObject({
      phase: 'reported',
      report: { state: 'not-missed', reason: body.reason },
    });
    expect(await items()).toEqual([]);
  });

  it('is made by one of two dispatchers; the same one may send it again', async () => {
    const { id, reportId } = await disputed();
    const reason = 'Done at 9:00.';
    const responses = await Promise.all([
      decide(reportId, { decision: 'missed' }),
      decide(reportId, { decision: 'not-missed', reason }, second.token),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('already_decided');
    const { reportId: next } = await disputed();
    const first = await decide(next, { decision: 'missed' });
    expect((await decide(next, { decision: 'missed' })).body).toEqual(first.body);
    expect((await decide(next, { decision: 'missed' }, second.token)).status).toBe(409);
    const free = await t.db.selectFrom('pickups').select('id').where('recoveryOf', '=', id).execute();
    expect(free.length).toBe(responses[0]?.status === 200 ? 1 : 0);
  });

  it('is refused when the pickup has changed since, which closes the report', async () => {
    const { id, reportId } = await disputed();
    await t.call('POST', `/api/admin/pickups/${id}/reopen`, { token: admin.token, body: { reason: 'Not done' } });
    expect(await items()).toEqual([]);
    expect(await decide(reportId, { decision: 'missed' })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
    expect((await read(id)).report.state).toBe('closed');
    await complete(id);
    const incomplete = await notFoundOut();
    const { body } = await report(incomplete, { message: 'They were out' });
    await reschedule(t, admin, incomplete, 1);
    expect((await decide(body.report.id, { decision: 'missed' })).status).toBe(409);
    const undone = await disputed();
    await t.call('POST', `/api/driver/pickups/${undone.id}/undo`, { token: driver.token, body: {} });
    expect((await read(undone.id)).report.state).toBe('closed');
    await complete(undone.id);
    expect((await report(undone.id)).body.report).toMatchObject({ state: 'open' });
  });

  it('takes the place of the problem in Needs attention, as a paid return trip does', async () => {
    const [reported, paid] = [await notFoundOut(), await notFoundOut()];
    expect(await items('problem')).toHaveLength(2);
    const { body } = await report(reported, { message: 'They were out' });
    expect(await items('problem')).toMatchObject([{ pickup: { id: paid } }]);
    await decide(body.report.id, { decision: 'not-missed', reason: 'See the photo.' });
    expect(await items('problem')).toMatchObject([{ pickup: { id: paid } }]);
    const { body: trip } = await returnTrip(paid);
    expect(await items('problem')).toHaveLength(1);
    await pay(t, customer.token, await openPayment(t, customer.token, '30.00', { pickupId: trip.id }));
    expect(await items('problem')).toEqual([]);
    await t.call('DELETE', `/api/admin/pickups/${trip.id}`, { token: admin.token });
    expect(await items('problem')).toHaveLength(1);
    expect((await returnTrip(paid)).status).toBe(201);
  });

  it('is overdue in Needs attention after 24 hours, also when it was dismissed', async () => {
    const { reportId } = await disputed();
    const [item] = await items();
    expect(item).toMatchObject({ state: 'open', missed: { decideBy: '2026-11-24T14:00:00.000Z' } });
    const body = { key: `missed:${reportId}`, state: 'open', word: 'Later' };
    await t.call('POST', '/api/admin/attention/dismiss', { token: admin.token, body });
    expect(await items()).toEqual([]);
    await toEvening(new Date('2026-11-24T13:59:59Z'));
    expect(await items()).toEqual([]);
    await toEvening(new Date('2026-11-24T14:00:00Z'));
    expect(await items()).toMatchObject([{ state: 'late' }]);
  });

  it('leaves a recovery in place that a dispatcher assigns by hand', async () => {
    const { reportId } = await disputed();
    const { body } = await decide(reportId, { decision: 'missed' });
    await assign(t, admin, body.recoveryPickupId, driver);
    t.setNow(new Date('2026-11-24T14:00:00Z'));
    await staySignedIn(t);
    await complete(body.recoveryPickupId);
    expect((await rowOf(t, body.recoveryPickupId)).status).toBe('completed');
  });
});
