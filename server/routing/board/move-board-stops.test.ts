import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { rowOf } from '../../../tests/support/pickups/stops.ts';
import { addPromise } from '../../../tests/support/report-rows.ts';
import { boardOf } from '../../../tests/support/routing/board.ts';
import { bookAt, eastOf, south } from '../../../tests/support/routing/located-stops.ts';
import { restorePlaces } from '../places.store.ts';
import { sweepBulkActions } from './sweep-bulk-actions.ts';

const date = '2026-11-25';
const tomorrow = '2026-11-26';

let t: TestApp;
let admin: Person;
let customer: Person;
let first: Person;
let second: Person;
let board: ReturnType<typeof boardOf>;
/** Stops along a street, in the order of the first driver's route. */
let ids: [string, string, string, string];
beforeEach(async () => {
  t = await startTestApp();
  t.setNow(instantOf(date, '06:00'));
  admin = await makeAdmin(t);
  board = boardOf(t, admin);
  first = await makeDriver(t);
  customer = await makeCustomer(t);
  for (const spot of [0, 1, 2, 3]) await bookAt(t, customer.token, eastOf(south, spot));
  await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token });
  second = await makeDriver(t);
  ids = (await board.idsOf(date, first)) as typeof ids;
  return async () => await t.close();
});

const complete = (id: string) => t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: admin.token, body: {} });
const states = async () => {
  const rows = await t.db.selectFrom('pickups').selectAll().orderBy('id').execute();
  return rows.map(
    ({ id, driverId, routeId, routeOrder, isPinned, scheduledDay, status, estimatedArrival, pickupWindow }) => ({
      ...{ id, driverId, routeId, routeOrder, isPinned, scheduledDay, status, estimatedArrival, pickupWindow },
    }),
  );
};
const hold = (id: string) =>
  t.db.updateTable('pickups').set({ heldAt: t.services.clock() }).where('id', '=', id).execute();
const dueNow = () => sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`.execute(t.db);

describe('GET /api/admin/board', () => {
  it('is for dispatchers, and refuses an invalid date', async () => {
    const get = (token: string | undefined, query: Record<string, string>) =>
      t.call('GET', '/api/admin/board', { token, query });
    expect((await get(undefined, { date })).status).toBe(401);
    expect((await get(first.token, { date })).status).toBe(403);
    expect((await get(customer.token, { date })).status).toBe(403);
    expect(await get(admin.token, { date: '2026-02-30' })).toMatchObject({
      status: 400,
      body: { errors: { date: 'Please choose a date such as 2026-11-23' } },
    });
  });

  it("shows each driver's load and the unassigned stops, and 304 while nothing changes", async () => {
    const loose = await bookAt(t, customer.token, south);
    const { headers, body } = await t.call('GET', '/api/admin/board', { token: admin.token });
    expect(body).toMatchObject({ date, today: date, nextDate: null, hasMore: false, lastAction: null });
    expect(body.unassigned).toMatchObject([{ id: loose, phone: '(215) 555-0142', firstName: 'Pat', driverId: null }]);
    const [busy] = body.columns.filter(({ driverId }: { driverId: string }) => driverId === first.id);
    const rows = await t.db.selectFrom('pickups').selectAll().where('driverId', '=', first.id).execute();
    const bags = rows.reduce((sum, { bagCount }) => sum + bagCount, 0);
    const route = await t.db.selectFrom('routes').selectAll().executeTakeFirstOrThrow();
    expect(busy).toMatchObject({
      ...{ totalStops: 4, openStops: 4, bags, plannedMinutes: route.estimatedTime, overMinutes: 0, isEstimate: false },
      shift: { start: '07:00', end: '15:00', isOff: false, isException: false },
    });
    // Without a place to end at, the day ends at the last stop, so minutes and end agree.
    const minutes = (Date.parse(busy.endsAt) - instantOf(date, '07:00').getTime()) / 60_000;
    expect(Math.round(minutes)).toBe(route.estimatedTime);
    expect(body.totals).toMatchObject({ stops: 5, openStops: 5, unassignedStops: 1, driversOver: 0 });
    const again = { token: admin.token, headers: { 'if-none-match': String(headers.etag) } };
    expect((await t.call('GET', '/api/admin/board', again)).status).toBe(304);
  });

  it('opens on the next date with stops when today has none, and names it', async () => {
    await board.move({ date, stops: await board.chosen(date, ids), newDate: tomorrow });
    expect((await t.call('GET', '/api/admin/board', { token: admin.token })).body.date).toBe(tomorrow);
    expect(await board.read(date)).toMatchObject({ date, nextDate: tomorrow, totals: { stops: 0 } });
  });
});

describe('POST /api/admin/board/move', () => {
  it('refuses strangers, other roles, unknown stops and drivers, and bodies without one target', async () => {
    const stops = await board.chosen(date, [ids[0]]);
    const body = { date, stops, unassign: true };
    const post = (token: string | undefined) => t.call('POST', '/api/admin/board/move', { token, body });
    expect((await post(undefined)).status).toBe(401);
    expect((await post(first.token)).status).toBe(403);
    expect((await board.move({ date, stops })).status).toBe(400);
    expect((await board.move({ ...body, newDate: tomorrow })).status).toBe(400);
    expect((await board.move({ ...body, stops: [] })).status).toBe(400);
    expect((await board.move({ ...body, stops: [...stops, ...stops] })).status).toBe(400);
    expect((await board.move({ ...body, position: 1 })).status).toBe(400);
    expect((await board.move({ date, stops, newDate: '2020-01-01' })).status).toBe(400);
    const many = Array.from({ length: 201 }, () => ({ id: randomUUID(), revision: '' }));
    expect(await board.move({ ...body, stops: many })).toMatchObject({
      status: 400,
      body: { message: 'Please choose at most 200 stops' },
    });
    expect((await board.move({ ...body, stops: [{ id: randomUUID(), revision: '' }] })).status).toBe(404);
    expect((await board.move({ date, stops, driverId: randomUUID() })).status).toBe(404);
    expect((await board.move({ date, stops, driverId: admin.id })).status).toBe(404);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', second.id).execute();
    expect((await board.move({ date, stops, driverId: second.id })).status).toBe(409);
    t.setNow(instantOf(tomorrow, '00:30'));
    expect((await board.move({ date, stops, driverId: first.id })).body).toMatchObject({ code: 'past_date' });
  });

  it('gives stops to another driver, plans both routes and returns both loads', async () => {
    const stops = await board.chosen(date, [ids[1], ids[2]]);
    const { status, body } = await board.move({ date, stops, driverId: second.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ movedStops: 2, action: { summary: '2 stops assigned to Pat Example' } });
    expect(await board.idsOf(date, first)).toEqual([ids[0], ids[3]]);
    expect(new Set(await board.idsOf(date, second))).toEqual(new Set([ids[1], ids[2]]));
    const loadOf = ({ id }: Person) =>
      body.loads.find(({ before }: { before: { driverId: string } }) => before.driverId === id);
    expect(loadOf(first)).toMatchObject({ before: { totalStops: 4 }, after: { totalStops: 2 } });
    expect(loadOf(second)).toMatchObject({
      before: { totalStops: 0, endsAt: null },
      after: { totalStops: 2, isEstimate: false },
    });
    // The routes agree with the pickups.
    const routes = await t.db.selectFrom('routes').selectAll().execute();
    expect(new Map(routes.map((route) => [route.driverId, route.pickupIds.length]))).toEqual(
      new Map([
        [first.id, 2],
        [second.id, 2],
      ]),
    );
    const query = { subject: 'pickup', id: ids[1] };
    const { body: trail } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
    expect(trail[0]).toMatchObject({
      action: 'assigned',
      details: { before: first.username, driver: second.username },
    });
    await t.runJobs();
    const { body: heard } = await t.call('GET', '/api/notifications', { token: first.token });
    expect(heard.notifications.map(({ title }: { title: string }) => title)).toContain('Stops moved');
    // A repeated move changes nothing, because the stops are already there.
    const repeated = { date, stops: await board.chosen(date, [ids[1], ids[2]]), driverId: second.id };
    expect((await board.move(repeated)).body).toEqual({ action: null, movedStops: 0, loads: [] });
  });

  it('puts a stop where the drive is shortest, or where its promised window is kept', async () => {
    const loose = await bookAt(t, customer.token, eastOf(south, 4));
    const assignLoose = async () => {
      await board.move({ date, stops: await board.chosen(date, [loose]), driverId: first.id });
      return await board.idsOf(date, first);
    };
    expect(await assignLoose()).toEqual([...ids, loose]);
    await board.move({ date, stops: await board.chosen(date, [loose]), unassign: true });
    await addPromise(t.db, loose, date, ['07:00', '07:05']);
    expect(await assignLoose()).toEqual([loose, ...ids]);
  });

  it('keeps the promised windows of the stops that come after it', async () => {
    const loose = await bookAt(t, customer.token, eastOf(south, 0.5));
    const stops = (await board.columnOf(date, first)).stops as unknown as { id: string; estimatedArrival: string }[];
    const minute = (at: number) =>
      new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' }).slice(0, 5);
    for (const { id, estimatedArrival } of stops) {
      const at = Date.parse(estimatedArrival);
      await addPromise(t.db, id, date, [minute(at - 60_000), minute(at + 60_000)]);
    }
    await board.move({ date, stops: await board.chosen(date, [loose]), driverId: first.id });
    expect(await board.idsOf(date, first)).toEqual([...ids, loose]);
  });

  it('puts stops at a position, in the chosen order, and pins them', async () => {
    const stops = await board.chosen(date, [ids[3], ids[2]]);
    expect((await board.move({ date, stops, driverId: first.id, position: 1 })).status).toBe(200);
    const { stops: now } = await board.columnOf(date, first);
    expect(now.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[0], ids[1]]);
    expect(now.map(({ isPinned }) => isPinned)).toEqual([true, true, false, false]);
    await t.call('POST', '/api/admin/optimize-package-route', {
      token: admin.token,
      body: { date, includeAssigned: true },
    });
    // Pinned stops stay with their driver at their positions.
    expect((await board.idsOf(date, first)).slice(0, 2)).toEqual([ids[3], ids[2]]);
  });

  it('unassigns stops and reschedules stops', async () => {
    const { body } = await board.move({ date, stops: await board.chosen(date, [ids[0], ids[1]]), unassign: true });
    expect(body).toMatchObject({ movedStops: 2, action: { summary: '2 stops unassigned' } });
    expect((await board.read(date)).unassigned).toHaveLength(2);
    expect(await rowOf(t, ids[0])).toMatchObject({
      status: 'pending',
      driverId: null,
      routeId: null,
      pickupWindow: null,
    });
    const stops = await board.chosen(date, ids);
    const moved = await board.move({ date, stops, newDate: tomorrow, reason: 'Rain' });
    expect(moved.body).toMatchObject({ movedStops: 4, action: { summary: '4 stops moved to Thu, Nov 26' } });
    expect((await board.read(tomorrow)).totals).toMatchObject({ stops: 4, unassignedStops: 2 });
    expect((await board.read(date)).totals.stops).toBe(0);
    // The emails wait until the move can no longer be undone.
    await t.runJobs();
    expect((await t.mails()).filter(({ subject }) => subject.includes('is now on'))).toHaveLength(0);
    await dueNow();
    await t.runJobs();
    const mails = (await t.mails()).filter(({ subject }) => subject.includes('is now on'));
    expect(mails).toHaveLength(4);
    expect(mails[0]?.text).toContain('Rain');
  });

  it('changes nothing and names the stops that have changed since', async () => {
    const stops = await board.chosen(date, ids);
    await complete(ids[0]);
    await t.call('POST', `/api/admin/pickups/${ids[1]}/assign`, { token: admin.token, body: { driverId: second.id } });
    const before = await states();
    for (const target of [{ driverId: second.id }, { unassign: true }, { newDate: tomorrow }]) {
      const { status, body } = await board.move({ date, stops, ...target });
      expect([status, body.code]).toEqual([409, 'stops_changed']);
      expect(Object.keys(body.errors).sort()).toEqual([ids[0], ids[1]].sort());
      const { address } = await rowOf(t, ids[0]);
      expect(body.errors[ids[0]]).toBe(`${address} is now completed.`);
      expect(body.errors[ids[1]]).toBe(`${address} is now with Pat Example.`);
      expect(body.message).toContain('Nothing was moved.');
    }
    expect(await states()).toEqual(before);
  });

  it.each([{ unassign: true }, { newDate: tomorrow }, { driverId: '' }])(
    'moves nothing when a part of it fails: %o',
    async (target) => {
      const stops = await board.chosen(date, ids);
      const before = await states();
      // The last statement of the transaction fails, as if the process died there.
      await sql`ALTER TABLE bulk_actions ADD CHECK (false) NOT VALID`.execute(t.db);
      t.services.log.error = () => {};
      const to = 'driverId' in target ? { driverId: second.id } : target;
      expect((await board.move({ date, stops, ...to })).status).toBe(500);
      expect(await states()).toEqual(before);
      const { rows } =
        await sql`SELECT 1 FROM audit_log WHERE "at" >= ${t.services.clock()} AND "action" <> 'assigned' AND "subject" = 'pickup'`.execute(
          t.db,
        );
      expect(rows).toHaveLength(0);
    },
  );

  it('lets one of two dispatchers win, and names the stops to the other', async () => {
    const other = boardOf(t, await makeAdmin(t));
    const stops = await board.chosen(date, ids);
    const results = await Promise.all([
      board.move({ date, stops, driverId: second.id }),
      other.move({ date, stops: stops.slice(1), unassign: true }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = results.find(({ status }) => status === 409);
    expect(Object.keys(loser?.body.errors).sort()).toEqual(ids.slice(1).sort());
    const drivers = new Set((await states()).filter(({ id }) => id !== ids[0]).map(({ driverId }) => driverId));
    expect(drivers.size).toBe(1);
  });

  it('returns 409 for a stop that is held until it is paid', async () => {
    await board.move({ date, stops: await board.chosen(date, [ids[0]]), unassign: true });
    const stops = await board.chosen(date, [ids[0]]);
    await hold(ids[0]);
    expect(await board.move({ date, stops, driverId: first.id })).toMatchObject({
      status: 409,
      body: { code: 'not_paid' },
    });
  });

  it('moves no stop when a plan has another one on the new date', async () => {
    const subscriptionId = randomUUID();
    const plan = {
      id: subscriptionId,
      customerId: customer.id,
      stripeSubscriptionId: 'sim_sub_x',
      status: 'active',
    } as const;
    await t.db
      .insertInto('subscriptions')
      .values({ ...plan, packageType: 'basic', pricePerMonth: '35.00' })
      .execute();
    const ofPlan = { subscriptionId, serviceType: 'subscription' } as const;
    const taken = await bookAt(t, customer.token, south, { scheduledDate: tomorrow });
    await t.db
      .updateTable('pickups')
      .set({ ...ofPlan, occurrenceDate: tomorrow })
      .where('id', '=', taken)
      .execute();
    await t.db
      .updateTable('pickups')
      .set({ ...ofPlan, occurrenceDate: date })
      .where('id', '=', ids[2])
      .execute();
    const before = await states();
    const { status, body } = await board.move({ date, stops: await board.chosen(date, ids), newDate: tomorrow });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([409, 'day_taken', [ids[2]]]);
    expect(body.errors[ids[2]]).toContain('This subscription already has a pickup on Thu, Nov 26.');
    expect(await states()).toEqual(before);
  });
});

describe('POST /api/admin/board/undo', () => {
  it("refuses strangers, other roles and other dispatchers' actions", async () => {
    const { body } = await board.move({ date, stops: await board.chosen(date, ids), unassign: true });
    const actionId = body.action.id;
    const post = (token?: string) => t.call('POST', '/api/admin/board/undo', { token, body: { actionId } });
    expect((await post()).status).toBe(401);
    expect((await post(first.token)).status).toBe(403);
    expect((await boardOf(t, await makeAdmin(t)).undo(actionId)).status).toBe(404);
    expect((await board.undo(randomUUID())).status).toBe(404);
    expect((await board.undo('x')).status).toBe(400);
    expect((await board.read(date)).lastAction).toMatchObject({ id: actionId, summary: '4 stops unassigned' });
  });

  it.each([
    ['an unassignment', { unassign: true }],
    ['a new date', { newDate: tomorrow }],
    ['another position', { position: 1 }],
    ['another driver', {}],
  ])('restores drivers, dates, positions and pins after %s', async (_, target) => {
    const pinned = await board.chosen(date, [ids[2]]);
    await board.move({ date, stops: pinned, driverId: first.id, position: 2 });
    const before = await states();
    const stops = await board.chosen(date, [ids[3], ids[2]]);
    const driver = 'position' in target ? first : second;
    const to = 'unassign' in target || 'newDate' in target ? target : { ...target, driverId: driver.id };
    const { body } = await board.move({ date, stops, ...to });
    expect(await states()).not.toEqual(before);
    expect(await board.undo(body.action.id)).toMatchObject({ status: 200, body: { undoneStops: 2, left: [] } });
    const arrivals = (rows: Awaited<ReturnType<typeof states>>) =>
      rows.map(({ estimatedArrival }) => Math.round((estimatedArrival?.getTime() ?? 0) / 60_000));
    const after = await states();
    expect(arrivals(after)).toEqual(arrivals(before));
    const plain = (rows: typeof before) => rows.map((row) => ({ ...row, estimatedArrival: null }));
    expect(plain(after)).toEqual(plain(before));
    expect((await board.read(date)).lastAction).toBeNull();
    expect((await board.undo(body.action.id)).body).toMatchObject({ code: 'undo_expired' });
    // An undone move sends no email.
    await dueNow();
    await t.runJobs();
    expect((await t.mails()).filter(({ subject }) => subject.includes('is now on Thu'))).toHaveLength(0);
    const query = { subject: 'user', id: admin.id };
    const { body: trail } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
    expect(trail.map(({ action }: { action: string }) => action)).toContain('bulk_undone');
  });

  it('leaves changed stops and names them; returns 409 when all changed', async () => {
    const { body } = await board.move({ date, stops: await board.chosen(date, ids), driverId: second.id });
    await complete(ids[0]);
    const undone = await board.undo(body.action.id);
    const { address } = await rowOf(t, ids[0]);
    expect(undone.body).toEqual({ undoneStops: 3, left: [{ id: ids[0], address, change: 'is now completed' }] });
    expect(await rowOf(t, ids[0])).toMatchObject({ driverId: second.id, status: 'completed' });
    const again = await board.move({ date, stops: await board.chosen(date, [ids[1]]), unassign: true });
    await t.call('POST', `/api/admin/pickups/${ids[1]}/assign`, { token: admin.token, body: { driverId: second.id } });
    expect(await board.undo(again.body.action.id)).toMatchObject({ status: 409, body: { code: 'stops_changed' } });
  });

  it('leaves a stop that is held now, and restores the others', async () => {
    const { body } = await board.move({ date, stops: await board.chosen(date, ids), unassign: true });
    await hold(ids[0]);
    const { address } = await rowOf(t, ids[0]);
    expect(await board.undo(body.action.id)).toMatchObject({
      status: 200,
      body: { undoneStops: 3, left: [{ id: ids[0], address, change: 'is held until it is paid' }] },
    });
    expect(await board.idsOf(date, first)).toEqual(ids.slice(1));
  });

  it('numbers no stop that has left the route in the meantime', async () => {
    const { routeId } = await rowOf(t, ids[0]);
    await board.move({ date, stops: await board.chosen(date, [ids[0]]), unassign: true });
    await restorePlaces(t.db, routeId ?? '', ids, []);
    expect(await rowOf(t, ids[0])).toMatchObject({ status: 'pending', routeId: null, routeOrder: null });
  });

  it('is possible for two minutes, and only for the last action', async () => {
    const older = await board.move({ date, stops: await board.chosen(date, [ids[0]]), unassign: true });
    const newer = await board.move({ date, stops: await board.chosen(date, [ids[1]]), unassign: true });
    expect((await board.undo(older.body.action.id)).body).toMatchObject({ code: 'undo_expired' });
    t.setNow(new Date(instantOf(date, '06:00').getTime() + 121_000));
    expect((await board.read(date)).lastAction).toBeNull();
    expect(await board.undo(newer.body.action.id)).toMatchObject({ status: 409, body: { code: 'undo_expired' } });
  });

  it('is forgotten after a day, and not before', async () => {
    const { body } = await board.move({ date, stops: await board.chosen(date, [ids[0]]), unassign: true });
    await sweepBulkActions(t.services);
    expect((await board.undo(body.action.id)).status).toBe(200);
    t.setNow(instantOf(tomorrow, '06:01'));
    await sweepBulkActions(t.services);
    expect(await t.db.selectFrom('bulk_actions').select('id').execute()).toEqual([]);
  });
});
