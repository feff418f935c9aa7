import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttentionItem, AttentionKind } from '../../contract/attention.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { effort, firstSeed } from '../../tests/support/effort.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { assign, makeStop, reschedule } from '../../tests/support/pickups/stops.ts';
import { type Random, randomOf } from '../../tests/support/random.ts';
import { insertVisit, makeSite } from '../../tests/support/routing/truck-days.ts';
import { makeSubscriber, stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';
import { inTransaction } from '../database/transaction.ts';
import { unassignStops } from '../pickups/stops/unassign-stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
let other: Person;
const monday = new Date('2026-11-23T14:00:00Z');
const tuesday = new Date('2026-11-24T14:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  [admin, driver, other, customer] = [
    await makeAdmin(t),
    await makeDriver(t),
    await makeDriver(t),
    await makeCustomer(t),
  ];
  await staySignedIn(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  await t.db.deleteFrom('late_work').execute();
  await t.db.deleteFrom('attention_dismissals').execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
});

const read = async () => (await t.call('GET', '/api/admin/attention', { token: admin.token })).body;
const itemsOf = async (kind: AttentionKind): Promise<AttentionItem[]> =>
  (await read()).kinds.find((one: { kind: string }) => one.kind === kind)?.items ?? [];
const dismiss = (body: unknown, token: string | undefined = admin.token) =>
  t.call('POST', '/api/admin/attention/dismiss', { token, body });
const stop = (daysAhead = 0) => makeStop(t, { customer, admin, driver, daysAhead });
const markIncomplete = (id: string, body: unknown = { reason: 'no-access', note: 'Gate locked' }, who = driver) =>
  t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token: who.token, body });
const complete = (ids: string[], who = driver) =>
  t.call('POST', '/api/driver/complete-bulk', { token: who.token, body: { pickupIds: ids } });
const trailOf = async (subject: string, id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject, id } })).body;

describe('GET /api/admin/attention', () => {
  it('is empty when nothing needs attention, and only for admins', async () => {
    expect(await t.call('GET', '/api/admin/attention', { token: admin.token })).toMatchObject({
      status: 200,
      body: { total: 0, kinds: [] },
    });
    expect((await t.call('GET', '/api/admin/attention')).status).toBe(401);
    for (const { token } of [customer, driver]) {
      expect((await t.call('GET', '/api/admin/attention', { token })).status).toBe(403);
    }
  });

  it("lists a driver's problem with its people until the stop is moved, whatever the day", async () => {
    const id = await stop();
    await markIncomplete(id);
    t.setNow(new Date('2026-12-20T14:00:00Z'));
    expect(await itemsOf('problem')).toMatchObject([
      {
        key: `problem:${id}`,
        day: '2026-11-23',
        address: '1127 S 9th St, Philadelphia, PA 19147',
        customer: { id: customer.id, firstName: 'Pat', lastName: 'Example', phone: '(215) 555-0142' },
        driver: { id: driver.id, phone: '(215) 555-0143' },
        pickup: { id, incompleteReason: 'no-access', driverNotes: 'Gate locked' },
      },
    ]);
    expect((await reschedule(t, admin, id, 1)).status).toBe(200);
    expect(await read()).toMatchObject({ total: 0, kinds: [] });
  });

  it('lists an incomplete stop of a plan and counts each kind', async () => {
    const plan = await makeSubscriber(t, { packageType: 'basic' });
    const [first] = await stopsOf(t, plan.subscriptionId);
    await assign(t, admin, first?.id ?? '', driver);
    t.setNow(new Date(first?.scheduledDate ?? ''));
    await markIncomplete(first?.id ?? '');
    t.setNow(new Date('2026-12-30T14:00:00Z'));
    const { kinds, total } = await read();
    const counts = Object.fromEntries(kinds.map((one: { kind: string; count: number }) => [one.kind, one.count]));
    expect(counts.problem).toBe(1);
    expect(total).toBe(Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0));
  });

  it("lists today's same-day request until it has a driver, and as overdue tomorrow", async () => {
    const { id } = await bookUnpaid(t, customer.token);
    expect(await itemsOf('same-day')).toMatchObject([{ key: `same-day:${id}`, driver: null, pickup: { id } }]);
    t.setNow(tuesday);
    expect(await itemsOf('same-day')).toEqual([]);
    expect(await itemsOf('overdue')).toMatchObject([{ key: `overdue:${id}`, day: '2026-11-23' }]);
    t.setNow(monday);
    await assign(t, admin, id, driver);
    expect(await itemsOf('same-day')).toEqual([]);
    t.setNow(tuesday);
    expect(await itemsOf('overdue')).toMatchObject([{ key: `overdue:${id}`, driver: { id: driver.id } }]);
  });

  it('lists at most 50 of a kind with the true count', async () => {
    const one = await t.db.selectFrom('pickups').selectAll().limit(1).executeTakeFirstOrThrow();
    const { scheduledDay: _, ...row } = one;
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...row,
      ...{ id: randomUUID(), status: 'issue' as const, bookingId: null, subscriptionId: null, occurrenceDate: null },
      ...{ stripePaymentIntentId: null, problemAt: new Date(monday.getTime() + index * 1000) },
    }));
    await t.db.insertInto('pickups').values(rows).execute();
    const { kinds, total } = await read();
    expect({ total, count: kinds[0].count }).toEqual({ total: 60, count: 60 });
    expect(kinds[0].items).toHaveLength(50);
    expect(kinds[0].items[0].pickup.id).toBe(rows[59]?.id);
  });

  it('lists an open stop without a place, the next one first', async () => {
    const [later, sooner] = [await stop(3), await stop(1)];
    expect(await itemsOf('unplaced')).toEqual([]);
    await t.db.updateTable('pickups').set({ coordinates: null }).where('id', 'in', [later, sooner]).execute();
    expect((await itemsOf('unplaced')).map(({ pickup }) => pickup?.id)).toEqual([sooner, later]);
  });

  it("lists a stop with only its ZIP code's place once a geocoder did not know the address", async () => {
    const id = await stop(1);
    const { address } = await t.db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await t.db.updateTable('pickups').set({ coordinatesPrecision: 'area' }).where('id', '=', id).execute();
    expect(await itemsOf('unplaced')).toEqual([]);
    const place = { addressKey: 'k', address, source: 'zip', precision: 'area', lastError: 'timeout' } as const;
    await t.db.insertInto('places').values(place).execute();
    expect(await itemsOf('unplaced')).toEqual([]);
    await t.db.updateTable('places').set({ lastError: null }).execute();
    expect(await itemsOf('unplaced')).toHaveLength(1);
    await t.db.deleteFrom('places').execute();
  });

  it("lists a day that ends after the driver's shift", async () => {
    const id = await stop(1);
    expect(await itemsOf('overload')).toEqual([]);
    // The shift is 28,800 s: enough for 4 minutes of driving, 3 minutes at the stop, and 1419 bags of 20 s each.
    await t.db.updateTable('pickups').set({ bagCount: 1419 }).where('id', '=', id).execute();
    expect(await itemsOf('overload')).toEqual([]);
    await t.db.updateTable('pickups').set({ bagCount: 1420 }).where('id', '=', id).execute();
    expect(await itemsOf('overload')).toMatchObject([
      { key: `overload:${driver.id} 2026-11-24`, driver: { id: driver.id }, load: { minutes: 481, shiftMinutes: 480 } },
    ]);
    const [item] = await itemsOf('overload');
    expect((await dismiss({ key: item?.key, state: item?.state, word: 'Overtime is fine' })).status).toBe(200);
    expect(await itemsOf('overload')).toEqual([]);
    const usual = { driverId: driver.id, start: '07:00', end: '16:00' };
    await t.db.insertInto('driver_shifts').values(usual).execute();
    await t.db
      .insertInto('driver_days')
      .values({ ...usual, date: '2026-11-24', start: null, end: null })
      .execute();
    expect(await itemsOf('overload')).toMatchObject([{ load: { minutes: 481, shiftMinutes: 0, stops: 1 } }]);
    await t.db.deleteFrom('driver_days').execute();
    expect(await itemsOf('overload')).toEqual([]);
    await t.db.updateTable('driver_shifts').set({ end: '14:50' }).execute();
    expect(await itemsOf('overload')).toMatchObject([{ load: { minutes: 481, shiftMinutes: 470 } }]);
    await t.db.deleteFrom('driver_shifts').execute();
    expect(await trailOf('user', driver.id)).toContainEqual(expect.objectContaining({ action: 'dismissed' }));
  });

  it('agrees with the day board about the minutes beyond a shift, whatever the day looks like', async () => {
    const random = randomOf(firstSeed());
    const day = '2026-11-24';
    const ids = [await stop(1), await stop(1), await stop(1), await stop(1)];
    const siteId = await makeSite(t);
    const beyondShift: number[] = [];
    for (let run = 0; run < effort({ sample: 30, full: 200 }); run += 1) {
      await makeRandomDay(random, day, ids, siteId);
      t.setNow(new Date(monday.getTime() + random.int(36) * 3_600_000));
      const { body } = await t.call('GET', '/api/admin/board', { token: admin.token, query: { date: day } });
      const column = body.columns.find((one: { driverId: string }) => one.driverId === driver.id);
      const load = (await itemsOf('overload')).find((item) => item.day === day)?.load;
      const listed = load ? load.minutes - load.shiftMinutes : 0;
      expect(listed, `run ${run}`).toBe(column.overMinutes);
      beyondShift.push(listed);
    }
    expect(beyondShift.filter((minutes) => minutes > 0).length).toBeGreaterThan(5);
    expect(beyondShift.filter((minutes) => minutes === 0).length).toBeGreaterThan(5);
    for (const table of dayTables) await t.db.deleteFrom(table).execute();
    await t.db.deleteFrom('disposal_sites').execute();
  });
});

const dayTables = ['driver_days', 'driver_shifts', 'routes', 'disposal_visits'] as const;

/** Randomly changes these stops, and the shift and route of the driver's day. */
async function makeRandomDay(random: Random, day: string, ids: readonly string[], siteId: string): Promise<void> {
  const at = (hour: number) => instantOf(day, `${String(hour).padStart(2, '0')}:00`);
  for (const [index, id] of ids.entries()) {
    const status = random.pick(['assigned', 'assigned', 'assigned', 'completed', 'issue', 'incomplete'] as const);
    const planned = random.chance(0.6) ? { routeOrder: index + 1, estimatedArrival: at(7 + random.int(9)) } : {};
    const change = {
      status,
      bagCount: random.int(500),
      settledAt: status !== 'assigned' && random.chance(0.5) ? at(8) : null,
    };
    const unplanned = { routeOrder: null, estimatedArrival: null };
    await t.db
      .updateTable('pickups')
      .set({ ...change, ...unplanned, ...planned })
      .where('id', '=', id)
      .execute();
  }
  for (const table of dayTables) await t.db.deleteFrom(table).execute();
  const hours = { driverId: driver.id, start: `0${6 + random.int(4)}:30`, end: `1${random.int(10)}:00` };
  if (random.chance(0.3)) await t.db.insertInto('driver_shifts').values(hours).execute();
  const exception = random.chance(0.5) ? { start: null, end: null } : { end: '13:15' };
  if (random.chance(0.3)) {
    await t.db
      .insertInto('driver_days')
      .values({ ...hours, date: day, ...exception })
      .execute();
  }
  const legs = ids
    .slice(random.int(3))
    .map((pickupId) => ({ pickupId, seconds: random.int(1800), meters: 1000, minutes: 1 }));
  const wayBack = random.chance(0.5) ? [{ pickupId: null, seconds: random.int(1800), meters: 1000 }] : [];
  const instructions = JSON.stringify([...legs, ...wayBack]);
  const route = { driverId: driver.id, date: day, pickupIds: [...ids], routeInstructions: instructions };
  const estimatedTime = random.chance(0.8) ? random.int(700) : null;
  for (let visit = random.int(3); visit > 0; visit -= 1) {
    const emptiedAt = random.chance(0.4) ? at(8) : null;
    const estimatedArrival = at(7 + random.int(9));
    const known = { afterStops: random.int(4), legSeconds: random.chance(0.8) ? random.int(1800) : null };
    await insertVisit(t, { driverId: driver.id, date: day, siteId, emptiedAt, estimatedArrival, ...known });
  }
  if (random.chance(0.7)) {
    await t.db
      .insertInto('routes')
      .values({ id: randomUUID(), ...route, estimatedTime })
      .execute();
  }
}

describe('money', () => {
  const line = (more: Record<string, unknown>) => ({
    ...{ id: randomUUID(), customerId: customer.id, pickupId: null, amount: '45.00' },
    ...{ stripePaymentIntentId: `pi_${randomUUID()}`, createdAt: monday, status: 'succeeded', ...more },
  });

  it('lists a disputed charge until the bank decides for us', async () => {
    const charge = line({ disputedAt: monday });
    await t.db.insertInto('payment_history').values(charge).execute();
    expect(await itemsOf('dispute')).toMatchObject([
      { key: `dispute:${charge.id}`, amount: '45.00', customer: { id: customer.id }, pickup: null },
    ]);
    const [item] = await itemsOf('dispute');
    expect((await dismiss({ key: item?.key, word: 'Lost it' })).status).toBe(200);
    expect(await trailOf('user', customer.id)).toContainEqual(
      expect.objectContaining({ action: 'dismissed', details: { what: 'dispute', word: 'Lost it' } }),
    );
    await t.db.updateTable('payment_history').set({ disputedAt: null }).where('id', '=', charge.id).execute();
    expect((await dismiss({ key: item?.key, word: 'Lost it' })).status).toBe(404);
  });

  it('lists a refund that the bank returned until a newer one is made', async () => {
    const intent = `pi_${randomUUID()}`;
    const failed = line({ stripePaymentIntentId: intent, status: 'refund_failed', refundAmount: '12.50' });
    await t.db
      .insertInto('payment_history')
      .values({ ...failed, providerRefundId: 're_1' })
      .execute();
    expect(await itemsOf('refund-failed')).toMatchObject([{ key: `refund-failed:${failed.id}`, amount: '12.50' }]);
    const again = line({
      stripePaymentIntentId: intent,
      status: 'refunded',
      refundAmount: '12.50',
      createdAt: tuesday,
    });
    await t.db
      .insertInto('payment_history')
      .values({ ...again, providerRefundId: 're_2' })
      .execute();
    expect(await itemsOf('refund-failed')).toEqual([]);
  });

  it('lists a refund while it is refused', async () => {
    const id = await stop(1);
    const refund = { id: randomUUID(), key: 'refund:one', intentId: 'pi_one', customerId: customer.id, pickupId: id };
    const refused = { status: 'refused', refusal: 'The card has expired.', refusedAt: monday } as const;
    await t.db
      .insertInto('charge_refunds')
      .values({ ...refund, ...refused, why: 'asked', amount: '5.00', createdAt: monday, updatedAt: monday })
      .execute();
    expect(await itemsOf('refund-failed')).toMatchObject([
      { amount: '5.00', pickup: { id }, customer: { id: customer.id }, refund: { id: refund.id, nextTryAt: null } },
    ]);
    await t.db.updateTable('charge_refunds').set({ status: 'done' }).where('id', '=', refund.id).execute();
    expect(await itemsOf('refund-failed')).toEqual([]);
  });
});

describe('POST /api/admin/attention/dismiss', () => {
  it('hides a problem until a new one occurs at the stop, and the trail has the reason', async () => {
    const id = await stop();
    await markIncomplete(id);
    const [{ key = '', state = '' } = {}] = await itemsOf('problem');
    expect(await dismiss({ key, state, word: ' Called her ' })).toMatchObject({ status: 200, body: { success: true } });
    expect(await itemsOf('problem')).toEqual([]);
    expect((await dismiss({ key, state, word: 'Called her' })).status).toBe(200);
    const lines = (await trailOf('pickup', id)).filter(({ action }: { action: string }) => action === 'dismissed');
    expect(lines).toMatchObject([{ actorUsername: admin.username, details: { what: 'problem', word: 'Called her' } }]);
    t.setNow(new Date(monday.getTime() + 60_000));
    expect((await reschedule(t, admin, id, 0)).status).toBe(200);
    expect((await markIncomplete(id, { reason: 'not-out' })).status).toBe(200);
    expect(await itemsOf('problem')).toMatchObject([{ key }]);
    expect(await dismiss({ key, state, word: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    });
  });

  it('refuses strangers, other roles, unknown items and missing reasons', async () => {
    const id = await stop();
    await markIncomplete(id);
    const key = `problem:${id}`;
    expect((await t.call('POST', '/api/admin/attention/dismiss', { body: { key, word: 'x' } })).status).toBe(401);
    for (const { token } of [customer, driver]) expect((await dismiss({ key, word: 'x' }, token)).status).toBe(403);
    for (const unknown of [`problem:${randomUUID()}`, 'problem', 'nonsense:x', `overdue:${id}`, 'overload:x']) {
      expect((await dismiss({ key: unknown, word: 'x' })).status, unknown).toBe(404);
    }
    for (const word of [undefined, '', '  ', 'x'.repeat(201)]) {
      expect(await dismiss({ key, word })).toMatchObject({
        status: 400,
        body: { errors: { word: expect.any(String) } },
      });
    }
    expect((await dismiss({ word: 'x' })).status).toBe(400);
    expect(await itemsOf('problem')).toHaveLength(1);
  });
});

describe('work for a stop that was taken away', () => {
  it('is listed once, names the street to the driver, and leaves when the dispatcher completes the stop', async () => {
    const id = await stop();
    await assign(t, admin, id, other);
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await complete([id])).body).toMatchObject({
        completed: 0,
        ignoredIds: [id],
        takenAway: [{ id, message: '1127 S 9th St was given to another driver.' }],
      });
    }
    expect(await t.db.selectFrom('late_work').selectAll().execute()).toMatchObject([
      { pickupId: id, driverId: driver.id, kind: 'complete', taken: 'reassigned', receivedAt: monday },
    ]);
    expect(await itemsOf('done-by-both')).toMatchObject([
      {
        driver: { id: driver.id },
        customer: { id: customer.id },
        lateWork: ['complete'],
        pickup: { driverId: other.id },
      },
    ]);
    await t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: admin.token });
    expect(await itemsOf('done-by-both')).toEqual([]);
  });

  it('stays listed when the other driver completes it too, also after a dismissal', async () => {
    const id = await stop();
    await assign(t, admin, id, other);
    await complete([id]);
    const [{ key = '', state = '' } = {}] = await itemsOf('done-by-both');
    await dismiss({ key, state, word: 'Asked both' });
    expect(await itemsOf('done-by-both')).toEqual([]);
    await complete([id], other);
    expect(await itemsOf('done-by-both')).toMatchObject([{ key }]);
    await assign(t, admin, await stop(), other);
  });

  it.each(['incomplete', 'note', 'photo'] as const)('records a refused %s', async (kind) => {
    const id = await stop();
    await assign(t, admin, id, other);
    const send = {
      incomplete: () => markIncomplete(id),
      note: () =>
        t.call('PATCH', `/api/driver/pickups/${id}/note`, { token: driver.token, body: { driverNotes: 'x' } }),
      photo: () =>
        t.app.inject({
          method: 'POST',
          url: `/api/driver/pickups/${id}/photos/after`,
          headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'image/png' },
          payload: Buffer.from('no picture'),
        }),
    };
    const response = await send[kind]();
    const body = 'json' in response ? response.json() : response.body;
    expect(body).toMatchObject({ code: 'taken_away', message: '1127 S 9th St was given to another driver.' });
    expect(await itemsOf('done-by-both')).toMatchObject([{ lateWork: [kind] }]);
  });

  it('records work for a stop that was cancelled or moved to a later day', async () => {
    const [cancelled, moved] = [await stop(), await stop()];
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    await reschedule(t, admin, moved, 1);
    const { body } = await complete([cancelled, moved]);
    expect(body.takenAway.map(({ message }: { message: string }) => message).sort()).toEqual([
      '1127 S 9th St was cancelled.',
      '1127 S 9th St was moved to Tue, Nov 24.',
    ]);
    expect(await itemsOf('done-by-both')).toHaveLength(2);
  });

  it('records an incomplete of the old day that arrives on the new one', async () => {
    const id = await stop();
    expect((await reschedule(t, admin, id, 1)).status).toBe(200);
    t.setNow(tuesday);
    const body = { reason: 'not-out', pressedAt: monday.toISOString(), sentAt: tuesday.toISOString() };
    expect(await markIncomplete(id, body)).toMatchObject({ status: 409, body: { code: 'not_due' } });
    expect(await itemsOf('done-by-both')).toMatchObject([{ lateWork: ['incomplete'], pickup: { id } }]);
  });

  it('lists the stop again when it was taken away in another way, also after a dismissal', async () => {
    const id = await stop();
    await assign(t, admin, id, other);
    await t.call('PATCH', `/api/driver/pickups/${id}/note`, { token: driver.token, body: { driverNotes: 'x' } });
    await complete([id]);
    await assign(t, admin, id, driver);
    await reschedule(t, admin, id, 1);
    expect(await itemsOf('done-by-both')).toEqual([]);
    const later = new Date(monday.getTime() + 60_000);
    t.setNow(later);
    await complete([id]);
    expect(await t.db.selectFrom('late_work').selectAll().where('kind', '=', 'complete').execute()).toMatchObject([
      { taken: 'rescheduled', receivedAt: later },
    ]);
    const [{ key = '', state = '' } = {}] = await itemsOf('done-by-both');
    await dismiss({ key, state, word: 'Asked the driver' });
    expect(await itemsOf('done-by-both')).toEqual([]);
    // This changes only how the stop was taken away.
    await t.db.updateTable('late_work').set({ taken: 'rescheduled' }).where('kind', '=', 'note').execute();
    expect(await itemsOf('done-by-both')).toMatchObject([{ key, lateWork: ['complete', 'note'] }]);
  });

  it('knows the earlier driver of a stop that was never assigned by a dispatcher, or was unassigned', async () => {
    for (const take of ['reassign', 'unassign'] as const) {
      const { id } = await bookUnpaid(t, customer.token);
      const given = { driverId: driver.id, status: 'assigned' } as const;
      await t.db.updateTable('pickups').set(given).where('id', '=', id).execute();
      if (take === 'reassign') await assign(t, admin, id, other);
      else await inTransaction(t.db, (trx) => unassignStops(t.services, trx, { driverId: driver.id }, admin.id));
      const why = take === 'reassign' ? 'given to another driver' : 'taken off your route';
      expect((await complete([id])).body.takenAway).toMatchObject([{ id, message: `1127 S 9th St was ${why}.` }]);
    }
    // A person who is no longer a driver gets no notice about their former stops.
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: driver.token });
    expect(JSON.stringify(body)).not.toContain('no longer on your route');
  });

  it('tells a driver nothing about stops that never were theirs, nor about own stops that are not due yet', async () => {
    const theirs = await makeStop(t, { customer, admin, driver: other });
    const future = await stop(1);
    expect((await complete([theirs, future, randomUUID(), 'nonsense'])).body).toMatchObject({ takenAway: [] });
    expect(await markIncomplete(theirs)).toMatchObject({
      status: 404,
      body: { message: "This stop isn't on your route." },
    });
    expect(await itemsOf('done-by-both')).toEqual([]);
  });
});

describe('the bell', () => {
  it("notifies every admin of a driver's problem once, and not of a dispatcher's", async () => {
    const id = await stop();
    await t.runJobs();
    await t.db.deleteFrom('notifications').execute();
    await markIncomplete(id);
    await markIncomplete(id);
    const marked = await stop();
    await t.call('PATCH', `/api/admin/pickup-issue/${marked}`, { token: admin.token });
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: admin.token });
    expect(body.notifications).toMatchObject([
      {
        title: 'A driver reported a problem',
        message: 'No access at 1127 S 9th St, Philadelphia, PA 19147, Mon, Nov 23. “Gate locked”',
        actionUrl: '/admin',
      },
    ]);
  });
});
