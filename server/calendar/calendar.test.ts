import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookingBody, bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { makeStop, reschedule } from '../../tests/support/pickups/stops.ts';
import { feedLimit, wrongFeedLimit } from './feed.ts';
import { newFeedLimit } from './manage-feed.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-20', '08:00'));
  [admin, driver] = await Promise.all([makeAdmin(t), makeDriver(t)]);
});
afterAll(async () => await t.close());

const pathOf = (url: string) => new URL(url).pathname;
const fetchFeed = (path: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url: path, headers });
const feedCall = (method: 'GET' | 'POST' | 'DELETE', token?: string) => t.call(method, '/api/me/calendar', { token });

async function makeFeed(customer: Person): Promise<string> {
  const { status, body } = await feedCall('POST', customer.token);
  expect(status).toBe(200);
  return pathOf(body.url);
}

async function readEvents(path: string) {
  const { statusCode, body } = await fetchFeed(path);
  expect(statusCode).toBe(200);
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    sequence: Number(event.getFirstPropertyValue('sequence')),
    status: event.getFirstPropertyValue('status'),
    start: String(event.getFirstPropertyValue('dtstart')),
    summary: event.getFirstPropertyValue('summary'),
  }));
}

describe('the address of the feed', () => {
  it('is for customers', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await feedCall(method)).status).toBe(401);
      for (const { token } of [admin, driver]) expect((await feedCall(method, token)).status).toBe(403);
    }
  });

  it('is shown once, and replaced by a new one', async () => {
    const customer = await makeCustomer(t);
    expect((await feedCall('GET', customer.token)).body).toEqual({ createdAt: null });
    const first = await makeFeed(customer);
    const { body } = await feedCall('GET', customer.token);
    expect(body).toEqual({ createdAt: t.services.clock().toISOString() });
    const second = await makeFeed(customer);
    expect((await fetchFeed(first)).statusCode).toBe(404);
    expect((await fetchFeed(second)).statusCode).toBe(200);
    const others = await makeFeed(await makeCustomer(t));
    expect((await feedCall('DELETE', customer.token)).body).toEqual({ createdAt: null });
    expect((await fetchFeed(second)).statusCode).toBe(404);
    expect((await fetchFeed(others)).statusCode).toBe(200);
  });

  it('is stored as a hash', async () => {
    const customer = await makeCustomer(t);
    const token = (await makeFeed(customer)).slice('/calendar/'.length, -'.ics'.length);
    const rows = await t.db.selectFrom('calendar_feeds').selectAll().where('userId', '=', customer.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is replaced a limited number of times an hour', async () => {
    const customer = await makeCustomer(t);
    for (let made = 0; made < newFeedLimit.limit; made += 1) await makeFeed(customer);
    expect(await feedCall('POST', customer.token)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.anything() },
    });
  });

  it('stops working with the account', async () => {
    const customer = await makeCustomer(t);
    const path = await makeFeed(customer);
    const others = await makeFeed(await makeCustomer(t));
    const preview = await t.call('GET', '/api/me/deletion', { token: customer.token });
    const body = { currentPassword: customer.password, expectedRefund: preview.body.refund, expectedPickupIds: [] };
    expect((await t.call('POST', '/api/me/deletion', { token: customer.token, body })).status).toBe(200);
    expect((await fetchFeed(path)).statusCode).toBe(404);
    expect((await fetchFeed(others)).statusCode).toBe(200);
    expect(await t.db.selectFrom('calendar_feeds').select('hash').where('userId', '=', customer.id).execute()).toEqual(
      [],
    );
  });
});

describe('GET /calendar/{token}.ics', () => {
  it('grows its sequence when a route plan writes the window', async () => {
    const customer = await makeCustomer(t);
    await makeStop(t, { customer, admin, driver, daysAhead: 2 });
    const path = await makeFeed(customer);
    const [before] = await readEvents(path);
    t.setNow(instantOf('2026-11-20', '08:10'));
    const body = { includeAssigned: true };
    const planned = await t.call('POST', '/api/admin/optimize-package-route', { token: admin.token, body });
    expect(planned.status, JSON.stringify(planned.body)).toBe(200);
    const [after] = await readEvents(path);
    expect([before?.summary, after?.summary]).toEqual(['Trash pickup: bags out by 7 AM', 'Trash pickup']);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
  });

  it("has the customer's own pickups, and follows their changes with a growing sequence", async () => {
    const [customer, other] = [await makeCustomer(t), await makeCustomer(t)];
    const [id, cancelled] = [
      await makeStop(t, { customer, admin, driver, daysAhead: 1 }),
      await makeStop(t, { customer, admin, driver, daysAhead: 3 }),
    ];
    await makeStop(t, { customer: other, admin, driver });
    const path = await makeFeed(customer);
    const [before, second] = await readEvents(path);
    expect(await readEvents(path)).toHaveLength(2);
    expect(before).toMatchObject({ uid: `pickup-${id}@127.0.0.1`, status: 'CONFIRMED', start: '2026-11-21T07:00:00' });

    t.setNow(instantOf('2026-11-20', '08:20'));
    expect((await reschedule(t, admin, id, 9)).status).toBe(200);
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    const [ended, moved] = await readEvents(path);
    expect(moved).toMatchObject({ uid: before?.uid, start: '2026-11-29T07:00:00', status: 'CONFIRMED' });
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    expect(ended).toMatchObject({ uid: second?.uid, status: 'CANCELLED', summary: 'Trash pickup (cancelled)' });
    expect(ended?.sequence).toBeGreaterThan(second?.sequence ?? 0);
  });

  it('leaves out pickups of more than 60 days ago', async () => {
    const customer = await makeCustomer(t);
    await makeStop(t, { customer, admin, driver });
    const path = await makeFeed(customer);
    t.setNow(instantOf('2027-01-19', '08:00'));
    expect(await readEvents(path)).toHaveLength(1);
    t.setNow(instantOf('2027-01-20', '08:00'));
    expect(await readEvents(path)).toEqual([]);
    t.setNow(instantOf('2026-11-20', '08:30'));
    await staySignedIn(t);
  });

  it('is 304 when nothing has changed, and reveals no secret', async () => {
    const customer = await makeCustomer(t);
    await bookUnpaid(t, customer.token, { ...bookingBody(t, 2), specialInstructions: 'Gate code 4711' });
    const path = await makeFeed(customer);
    const { headers, body } = await fetchFeed(path);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(body).not.toMatch(/4711|555-0142|Pat/);
    expect(body).not.toContain(customer.email);
    const again = await fetchFeed(path, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is 404 for any other token, and 429 for an address that tries many', async () => {
    const unknown = `/calendar/${'x'.repeat(43)}.ics`;
    for (const path of [unknown, '/calendar/x.ics']) expect((await fetchFeed(path)).statusCode).toBe(404);
    for (let tried = 0; tried < wrongFeedLimit.limit; tried += 1) await fetchFeed(unknown);
    const refused = await fetchFeed(unknown);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_attempts']);
    // A valid token still works from that IP address.
    expect((await fetchFeed(await makeFeed(await makeCustomer(t)))).statusCode).toBe(200);
  });

  it('is 429 when one feed is read too often', async () => {
    const path = await makeFeed(await makeCustomer(t));
    for (let read = 0; read < feedLimit.limit; read += 1) await fetchFeed(path);
    expect((await fetchFeed(path)).statusCode).toBe(429);
  });
});
