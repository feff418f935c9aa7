import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeStop, rowOf } from '../../../tests/support/pickups/stops.ts';
import { boardOf } from '../../../tests/support/routing/board.ts';
import { makeSite, makeVisit, visitRow, visitsOf } from '../../../tests/support/routing/truck-days.ts';
import { refreshArrivals } from '../day/refresh-arrivals.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
let siteId: string;
/** A Monday, 09:00 in New York. */
const monday = new Date('2026-11-23T14:00:00Z');
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  admin = await makeAdmin(t);
  customer = await makeCustomer(t);
  siteId = await makeSite(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const planned = (part: { date?: string; afterStops?: number } = {}) =>
  makeVisit(t, { driverId: driver.id, siteId, ...part });
const empty = (id: string, body: object = {}, token = driver.token) =>
  t.call('POST', `/api/driver/disposal-visits/${id}/emptied`, { token, body: { siteId, ...body } });
const undo = (id: string, query: Record<string, string> = {}, token = driver.token) =>
  t.call('DELETE', `/api/driver/disposal-visits/${id}/emptied`, { token, query });
const complete = async (minutes: number, ...pickupIds: string[]) => {
  t.setNow(later(minutes));
  await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
};
const stop = () => makeStop(t, { customer, admin, driver });
const trail = async (): Promise<{ action: string; details: object }[]> =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'user', id: driver.id } })).body;
const refreshes = async () =>
  await t.db
    .withSchema('pgboss')
    .selectFrom('job' as never)
    .select('data' as never)
    .where('name' as never, '=', 'refresh-arrivals' as never)
    .where('state' as never, '=', 'created' as never)
    .execute();

describe('POST /api/driver/disposal-visits/:id/emptied', () => {
  it("refuses a stranger, a wrong role, another driver's visit and an unknown site", async () => {
    const id = await planned();
    const path = `/api/driver/disposal-visits/${id}/emptied`;
    expect((await t.call('POST', path, { body: { siteId } })).status).toBe(401);
    for (const { token } of [customer, admin]) expect((await empty(id, {}, token)).status).toBe(403);
    const other = await makeDriver(t);
    expect((await empty(id, {}, other.token)).status).toBe(404);
    expect(await empty(id, { siteId: randomUUID() })).toMatchObject({ status: 404, body: { code: 'unknown_site' } });
    expect((await empty('nonsense')).status).toBe(404);
    expect(await visitRow(t, id)).toMatchObject({ emptiedAt: null, driverId: driver.id });
  });

  it('refuses a visit of a later day and a weight that no ticket has', async () => {
    expect(await empty(await planned({ date: '2026-11-24' }))).toMatchObject({
      status: 409,
      body: { code: 'not_due', message: 'This visit is on Tuesday, November 24.' },
    });
    const id = await planned();
    for (const tons of [0, -1, 0.005, 3.255, 100, '3.25']) {
      expect(await empty(id, { tons })).toMatchObject({
        status: 400,
        body: { errors: { tons: 'Please enter the tons as a number from 0.01 to 99.99' } },
      });
    }
    expect((await empty(id, { siteId: 'nonsense' })).status).toBe(400);
    expect((await visitRow(t, id)).emptiedAt).toBeNull();
  });

  it('records when the driver pressed, where that was among the stops and what was on board', async () => {
    const id = await planned({ afterStops: 9 });
    const [one, two, afterwards] = [await stop(), await stop(), await stop()];
    await complete(1, one);
    await complete(5, two);
    await t.call('PATCH', `/api/driver/pickups/${two}/bags`, { token: driver.token, body: { bags: 12 } });
    await complete(20, afterwards);
    t.setNow(later(300));
    await t.runJobs();
    // The phone's clock is an hour slow.
    const response = await empty(id, { pressedAt: later(-50).toISOString(), sentAt: later(240).toISOString() });
    const { bagCount } = await rowOf(t, one);
    expect(response).toMatchObject({
      status: 200,
      body: {
        ...{ id, siteId, siteName: 'South Transfer Station', afterStops: 2, bags: bagCount + 12 },
        ...{ emptiedAt: later(10).toISOString(), tons: null, hasTicketPhoto: false },
      },
    });
    expect(await refreshes()).toMatchObject([{ data: { driverId: driver.id, day: '2026-11-23' } }]);
    const { body } = await t.call('GET', '/api/driver/route', { token: driver.token });
    expect(body['2026-11-23'].disposalVisits).toEqual([response.body]);
  });

  it('is what the board waits for after the last stop', async () => {
    const id = await planned();
    const only = await stop();
    await complete(1, only);
    await t.call('PATCH', `/api/driver/pickups/${only}/bags`, { token: driver.token, body: { bags: 12 } });
    await t.db.deleteFrom('disposal_visits').where('id', '=', id).execute();
    const load = async () => await boardOf(t, admin).columnOf('2026-11-23', driver);
    expect(await load()).toMatchObject({ openStops: 0, bags: 12, fullestBags: 12, leftBags: 12 });
    t.setNow(later(5));
    await empty(id);
    expect(await load()).toMatchObject({ bags: 12, fullestBags: 12, leftBags: 0 });
    t.setNow(later(24 * 60));
    await t.db.deleteFrom('disposal_visits').where('id', '=', id).execute();
    expect(await load()).toMatchObject({ leftBags: 0 });
  });

  it('counts only bags loaded since the last visit', async () => {
    const [first, second] = [await planned(), await planned()];
    const [yesterdays, one, two] = [await stop(), await stop(), await stop()];
    await complete(1, yesterdays, one);
    const dayBefore = { completedAt: later(-24 * 60), settledAt: later(-24 * 60), scheduledDate: later(-24 * 60) };
    await t.db.updateTable('pickups').set(dayBefore).where('id', '=', yesterdays).execute();
    t.setNow(later(2));
    const { bagCount } = await rowOf(t, one);
    expect((await empty(first)).body).toMatchObject({ afterStops: 1, bags: bagCount });
    await complete(5, two);
    t.setNow(later(6));
    expect((await empty(second)).body).toMatchObject({ afterStops: 2, bags: bagCount });
  });

  it('changes nothing when it is sent again, also at the same time, and takes the weight later', async () => {
    const id = await planned();
    const sent = await Promise.all(Array.from({ length: 6 }, () => empty(id)));
    for (const { status } of sent) expect(status).toBe(200);
    t.setNow(later(30));
    expect((await empty(id)).body.emptiedAt).toBe(monday.toISOString());
    expect((await empty(id, { tons: 3.25 })).body).toMatchObject({ tons: '3.25', emptiedAt: monday.toISOString() });
    expect((await empty(id)).body.tons).toBe('3.25');
    expect((await empty(id, { tons: 0.07 })).body.tons).toBe('0.07');
    expect((await empty(id, { tons: null })).body.tons).toBeNull();
    const lines = (await trail()).map(({ action, details }) => ({ action, details }));
    expect(lines.filter(({ action }) => action === 'emptied')).toEqual([
      { action: 'emptied', details: { site: 'South Transfer Station' } },
    ]);
    expect(lines.filter(({ action }) => action === 'ticket_changed')).toHaveLength(3);
  });

  it('makes the visit again that a new plan has removed meanwhile', async () => {
    const id = randomUUID();
    const sent = await Promise.all(Array.from({ length: 6 }, () => empty(id, { tons: 2.5 })));
    for (const { status } of sent) expect(status).toBe(200);
    expect(await visitRow(t, id)).toMatchObject({
      ...{ driverId: driver.id, siteId, date: '2026-11-23', tons: '2.50', emptiedAt: monday },
    });
    // Pressed before midnight in New York, sent after it.
    const yesterdays = randomUUID();
    await empty(yesterdays, { pressedAt: '2026-11-23T04:30:00.000Z', sentAt: monday.toISOString() });
    expect(await visitRow(t, yesterdays)).toMatchObject({ date: '2026-11-22' });
  });

  it("starts the driver's day", async () => {
    await empty(await planned());
    const starts = await t.db.selectFrom('route_starts').selectAll().where('driverId', '=', driver.id).execute();
    expect(starts).toMatchObject([{ date: '2026-11-23', startedAt: monday }]);
  });
});

describe('DELETE /api/driver/disposal-visits/:id/emptied', () => {
  it("refuses a stranger, a wrong role and another driver's visit", async () => {
    const id = await planned();
    await empty(id);
    expect((await t.call('DELETE', `/api/driver/disposal-visits/${id}/emptied`)).status).toBe(401);
    for (const { token } of [customer, admin]) expect((await undo(id, {}, token)).status).toBe(403);
    const other = await makeDriver(t);
    expect((await undo(id, {}, other.token)).status).toBe(404);
    expect((await undo(randomUUID())).status).toBe(404);
    expect((await visitRow(t, id)).emptiedAt).toEqual(monday);
  });

  it('undoes it for two minutes from the press, and once', async () => {
    const id = await planned();
    await empty(id, { tons: 3.25 });
    t.setNow(new Date(monday.getTime() + 119_999));
    for (const _ of [1, 2])
      expect(await undo(id)).toMatchObject({ status: 200, body: { emptiedAt: null, tons: null } });
    expect((await trail()).filter(({ action }) => action === 'emptied_undone')).toHaveLength(1);
    await empty(id);
    t.setNow(new Date(monday.getTime() + 119_999 + 120_000));
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'too_late' } });
  });

  it('measures the two minutes by when the phone says that Undo was pressed', async () => {
    const id = await planned();
    await empty(id);
    t.setNow(later(60));
    const times = { pressedAt: later(1).toISOString(), sentAt: later(60).toISOString() };
    expect((await undo(id, times)).status).toBe(200);
  });
});

it('a date that is planned again keeps the planned visits of other dates', async () => {
  await planned();
  const id = await planned({ date: '2026-11-24' });
  await refreshArrivals(t.services, { driverId: driver.id, day: '2026-11-23' });
  expect(await visitsOf(t, driver.id, '2026-11-23')).toEqual([]);
  expect(await visitsOf(t, driver.id, '2026-11-24')).toMatchObject([{ id }]);
});
