import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { assign, rowOf } from '../../../tests/support/pickups/stops.ts';
import { boardOf } from '../../../tests/support/routing/board.ts';
import { bookAt, eastOf, south } from '../../../tests/support/routing/located-stops.ts';

const date = '2026-11-25';

let t: TestApp;
let admin: Person;
let customer: Person;
let sick: Person;
let other: Person;
let board: ReturnType<typeof boardOf>;
/** Stops along a street, in the order of the sick driver's route. */
let ids: string[];
beforeEach(async () => {
  t = await startTestApp();
  t.setNow(instantOf(date, '06:00'));
  admin = await makeAdmin(t);
  board = boardOf(t, admin);
  sick = await makeDriver(t);
  other = await makeDriver(t);
  customer = await makeCustomer(t);
  ids = [];
  for (const spot of [0, 1, 2, 3]) ids.push(await bookAt(t, customer.token, eastOf(south, spot)));
  for (const id of ids) await assign(t, admin, id, sick);
  await optimize();
  ids = await board.idsOf(date, sick);
  return async () => await t.close();
});

const optimize = async (body: Record<string, unknown> = {}) =>
  (await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body })).body;
const setShift = (driver: { id: string }, body: unknown, token: string | undefined = admin.token) =>
  t.call('PUT', `/api/admin/drivers/${driver.id}/shift`, { token, body });
const historyOf = async (driver: Person) => {
  const query = { subject: 'user', id: driver.id };
  const { body } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
  return body.filter(({ action }: { action: string }) => action === 'shift_changed');
};

describe('PUT /api/admin/drivers/:id/shift', () => {
  const hours = { start: '06:30', end: '12:00' };

  it('refuses strangers, other roles, unknown drivers and impossible hours', async () => {
    expect((await setShift(sick, hours, '')).status).toBe(401);
    expect((await setShift(sick, hours, sick.token)).status).toBe(403);
    expect((await setShift({ id: randomUUID() }, hours)).status).toBe(404);
    expect((await setShift(customer, hours)).status).toBe(404);
    expect((await setShift(sick, { start: '07:00', end: '07:00' })).status).toBe(400);
    expect((await setShift(sick, { start: '7', end: '15:00' })).body).toMatchObject({
      errors: { start: 'Please enter a time such as 07:00' },
    });
  });

  it('sets the usual hours: routes start then, and the trail says so', async () => {
    expect(await setShift(sick, hours)).toMatchObject({ status: 200, body: { ...hours, isOff: false } });
    await setShift(sick, hours);
    expect(await board.columnOf(date, sick)).toMatchObject({ shift: hours });
    await optimize();
    expect((await rowOf(t, ids[0] as string)).estimatedArrival).toEqual(instantOf(date, '06:30'));
    expect((await rowOf(t, ids[0] as string)).pickupWindow).toBe('6:30 AM – 8:30 AM');
    expect(await historyOf(sick)).toMatchObject([
      { details: { from: '6:30 AM – 12:00 PM', to: '6:30 AM – 12:00 PM' } },
      { details: { from: '7:00 AM – 3:00 PM', to: '6:30 AM – 12:00 PM' } },
    ]);
  });
});

describe('PUT /api/admin/drivers/:id/days/:date', () => {
  it('refuses strangers, other roles, unknown drivers, past dates and half a shift', async () => {
    const put = (path: string, body: unknown, token: string | undefined = admin.token) =>
      t.call('PUT', `/api/admin/drivers/${path}`, { token, body });
    expect((await put(`${sick.id}/days/${date}`, { isOff: true }, '')).status).toBe(401);
    expect((await put(`${sick.id}/days/${date}`, { isOff: true }, sick.token)).status).toBe(403);
    expect((await put(`${randomUUID()}/days/${date}`, { isOff: true })).status).toBe(404);
    expect((await put(`${sick.id}/days/tomorrow`, { isOff: true })).status).toBe(404);
    expect(await put(`${sick.id}/days/2026-11-24`, { isOff: true })).toMatchObject({
      status: 409,
      body: { code: 'past_date' },
    });
    expect(await put(`${sick.id}/days/${date}`, { start: '07:00' })).toMatchObject({
      status: 400,
      body: { errors: { end: 'Please enter when the shift starts and ends.' } },
    });
    expect((await put(`${sick.id}/days/${date}`, { start: '15:00', end: '07:00' })).status).toBe(400);
    expect((await put(`${sick.id}/days/${date}`, { isOff: true, openStops: 'burn' })).status).toBe(400);
  });

  it("unassigns a sick driver's stops, and undo restores stops, order and shift", async () => {
    const { status, body } = await board.setDay(sick, date, { isOff: true, openStops: 'unassign' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ movedStops: 4, unassigned: [] },
      shift: { isOff: true, isException: true },
      action: { summary: 'Pat Example is off on Wed, Nov 25, 4 stops moved' },
      loads: [{ before: { totalStops: 4 }, after: { totalStops: 0, overMinutes: 0 } }],
    });
    expect((await board.read(date)).unassigned).toHaveLength(4);
    await t.runJobs();
    const { body: heard } = await t.call('GET', '/api/notifications', { token: sick.token });
    expect(heard.notifications).toContainEqual(
      expect.objectContaining({
        title: 'Stops moved',
        message: '4 stops on Wed, Nov 25 are no longer on your route.',
      }),
    );
    expect(await historyOf(sick)).toMatchObject([
      { details: { day: 'Wed, Nov 25', from: '7:00 AM – 3:00 PM', to: 'a day off' } },
    ]);
    expect((await board.undo(body.action.id)).body).toEqual({ undoneStops: 4, left: [] });
    expect(await board.columnOf(date, sick)).toMatchObject({ shift: { isOff: false, isException: false } });
    expect(await board.idsOf(date, sick)).toEqual(ids);
  });

  it("gives a sick driver's stops to the others, and names stops that fit nowhere", async () => {
    // In 20 minutes, two stops on a street fit, and four don't.
    await setShift(other, { start: '07:00', end: '07:20' });
    const { body } = await board.setDay(sick, date, { isOff: true, openStops: 'replan' });
    const taken = await board.idsOf(date, other);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThan(4);
    expect(body.unassigned).toHaveLength(4 - taken.length);
    expect(body.unassigned[0]).toMatchObject({ reason: "It doesn't fit into any shift." });
    expect(body.loads.every(({ after }: { after: { overMinutes: number } }) => after.overMinutes === 0)).toBe(true);
    expect(await board.idsOf(date, sick)).toEqual([]);
    expect((await board.undo(body.action.id)).body).toEqual({ undoneStops: 4, left: [] });
    expect(await board.idsOf(date, sick)).toEqual(ids);
    expect(await board.idsOf(date, other)).toEqual([]);
  });

  it("keeps the stops and reports the overload, or takes only stops that don't fit into a shorter shift", async () => {
    const kept = await board.setDay(sick, date, { isOff: true });
    expect(kept.body).toMatchObject({
      movedStops: 0,
      loads: [{ before: { overMinutes: 0 }, after: { totalStops: 4 } }],
    });
    expect(kept.body.loads[0].after.overMinutes).toBeGreaterThan(0);
    expect((await board.read(date)).totals.driversOver).toBe(1);
    const { body } = await board.setDay(sick, date, { start: '07:00', end: '07:20', openStops: 'unassign' });
    expect(body.movedStops).toBeGreaterThan(0);
    expect(body.movedStops).toBeLessThan(4);
    expect(body.loads).toMatchObject([{ after: { overMinutes: 0 } }]);
    expect((await board.undo(body.action.id)).body.undoneStops).toBe(body.movedStops);
    expect(await board.columnOf(date, sick)).toMatchObject({ shift: { isOff: true } });
    const path = `/api/admin/drivers/${sick.id}/days/${date}`;
    expect((await t.call('DELETE', path)).status).toBe(401);
    expect((await t.call('DELETE', path, { token: sick.token })).status).toBe(403);
    expect(
      (await t.call('DELETE', `/api/admin/drivers/${randomUUID()}/days/${date}`, { token: admin.token })).status,
    ).toBe(404);
    const back = { start: '07:00', end: '15:00', isOff: false, isException: false };
    expect((await t.call('DELETE', path, { token: admin.token })).body).toEqual(back);
    expect((await t.call('DELETE', path, { token: admin.token })).body).toEqual(back);
  });

  it('undoes no shift that was set again since', async () => {
    const { body } = await board.setDay(sick, date, { isOff: true });
    const newer = { start: '08:00', end: '12:00' };
    await boardOf(t, await makeAdmin(t)).setDay(sick, date, newer);
    expect(await board.undo(body.action.id)).toMatchObject({
      status: 409,
      body: { code: 'stops_changed', message: "The driver's hours have changed. Nothing was undone." },
    });
    expect(await board.columnOf(date, sick)).toMatchObject({ shift: newer });
  });

  it('restores arrivals with undo, and with the end of the exception', async () => {
    const arrival = async () => (await rowOf(t, ids[0] as string)).estimatedArrival;
    const usual = await arrival();
    await board.setDay(sick, '2026-11-26', { isOff: true });
    await board.setDay(other, date, { isOff: true });
    const { body } = await board.setDay(sick, date, { start: '10:00', end: '15:00' });
    expect(await arrival()).toEqual(instantOf(date, '10:00'));
    await board.undo(body.action.id);
    expect(await arrival()).toEqual(usual);
    await board.setDay(sick, date, { start: '10:00', end: '15:00' });
    await t.call('DELETE', `/api/admin/drivers/${sick.id}/days/${date}`, { token: admin.token });
    expect(await arrival()).toEqual(usual);
    // The exceptions of another driver and of another date stay.
    expect(await board.columnOf(date, other)).toMatchObject({ shift: { isOff: true } });
    expect(await board.columnOf('2026-11-26', sick)).toMatchObject({ shift: { isOff: true } });
  });

  it('keeps the promised windows of stops that stay with their driver on the day itself', async () => {
    const windows = () => Promise.all(ids.map(async (id) => (await rowOf(t, id)).pickupWindow));
    const promised = await windows();
    await board.setDay(sick, date, { start: '10:00', end: '15:00' });
    expect(await windows()).toEqual(promised);
    const loose = await bookAt(t, customer.token, south);
    await board.move({ date, stops: await board.chosen(date, [loose]), driverId: sick.id, position: 1 });
    expect(await windows()).toEqual(promised);
    expect((await rowOf(t, loose)).pickupWindow).toBe('10:00 AM – 12:00 PM');
  });

  it('keeps pinned stops in a shorter shift', async () => {
    const last = ids[3] as string;
    await board.move({ date, stops: await board.chosen(date, [last]), driverId: sick.id, position: 4 });
    await board.setDay(sick, date, { start: '07:00', end: '07:10', openStops: 'unassign' });
    expect(await board.idsOf(date, sick)).toContain(last);
  });
});

describe('Optimize', () => {
  it('plans exactly the chosen date, and names the next one when nothing is left there', async () => {
    const later = await bookAt(t, customer.token, south, { scheduledDate: '2026-11-27' });
    const call = (body: unknown) => t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body });
    expect(await call({ date: '2026-11-26' })).toMatchObject({
      status: 422,
      body: {
        message:
          'There are no package stops left to plan on Thursday, November 26. The next date with stops is Friday, November 27.',
      },
    });
    expect(await call({ date: '2026-11-28' })).toMatchObject({ status: 422 });
    expect(await call({ date: '2026-11-24' })).toMatchObject({
      status: 400,
      body: { errors: { date: 'That date has passed.' } },
    });
    expect(await call({ date: 'soon' })).toMatchObject({ status: 400 });
    expect(await call({ date: '2026-11-27' })).toMatchObject({
      status: 200,
      body: { date: '2026-11-27', totalStops: 1 },
    });
    expect((await rowOf(t, later)).status).toBe('assigned');
  });

  it('gives no stops to a driver who is off, and lists stops that fit into no shift', async () => {
    await board.setDay(sick, date, { isOff: true, openStops: 'unassign' });
    await setShift(other, { start: '07:00', end: '07:20' });
    const body = await optimize({ date });
    expect(await board.idsOf(date, sick)).toEqual([]);
    const taken = await board.idsOf(date, other);
    expect(taken.length).toBeGreaterThan(0);
    expect(body.unassigned.map(({ id }: { id: string }) => id).sort()).toEqual(
      ids.filter((id) => !taken.includes(id)).sort(),
    );
    expect(body.overloads).toEqual([]);
    // Pressing again changes nothing.
    const again = await optimize({ date });
    expect(await board.idsOf(date, other)).toEqual(taken);
    expect(again.unassigned).toEqual(body.unassigned);
  });

  it("says when a driver's own stops take longer than the shift", async () => {
    await setShift(sick, { start: '07:00', end: '07:10' });
    const body = await optimize({ date });
    expect(body.overloads).toMatchObject([{ driverId: sick.id, driverName: 'Pat Example' }]);
    const { overMinutes } = (await board.columnOf(date, sick)) as unknown as { overMinutes: number };
    expect(body.overloads[0].overMinutes).toBe(overMinutes);
    expect(body.unassigned).toEqual([]);
  });

  it('moves assigned stops only when asked, and never those of a route under way or pinned ones', async () => {
    await optimize({ date });
    expect(await board.idsOf(date, other)).toEqual([]);
    await board.move({ date, stops: await board.chosen(date, [ids[0] as string]), driverId: sick.id, position: 1 });
    await optimize({ date, includeAssigned: true });
    const [mine, theirs] = [await board.idsOf(date, sick), await board.idsOf(date, other)];
    expect([mine.length, theirs.length]).toEqual([2, 2]);
    expect(mine[0]).toBe(ids[0]);
    await optimize({ date, includeAssigned: true });
    expect([await board.idsOf(date, sick), await board.idsOf(date, other)]).toEqual([mine, theirs]);
    // One driver has already begun. The replanning moves only stops of routes that have not begun.
    await t.call('POST', '/api/driver/complete-bulk', { token: other.token, body: { pickupIds: [theirs[0]] } });
    const third = await makeDriver(t);
    await optimize({ date, includeAssigned: true });
    expect(await board.idsOf(date, other)).toEqual(theirs);
    expect((await board.idsOf(date, third)).every((id) => mine.includes(id))).toBe(true);
  });

  it('still plans in the evening, and says that the routes end after the shift', async () => {
    t.setNow(instantOf(date, '18:00'));
    const late = await bookAt(t, customer.token, south, { scheduledDate: date });
    const body = await optimize({ date });
    expect((await rowOf(t, late)).status).toBe('assigned');
    expect(body.overloads.length).toBeGreaterThan(0);
  });
});
