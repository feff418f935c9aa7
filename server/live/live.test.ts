import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { jpeg } from '../../tests/support/browser/pictures.ts';
import { makeLiveToken } from '../../tests/support/pickups/live-links.ts';
import { makeStop, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';
import { makeLiveLink } from './make-live-link.ts';
import { liveLimit } from './read-live-day.ts';
import { sweepLinks } from './sweep-links.ts';

const today = '2026-11-20';
let t: TestApp;
let admin: Person;
let customer: Person;
let other: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '08:00'));
  [admin, customer, other] = await Promise.all([makeAdmin(t), makeCustomer(t), makeCustomer(t)]);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(today, '08:00'));
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const linkTo = (id: string) => makeLiveToken(t, id);
const read = (token: string, rest = '') => t.call('GET', `/api/live/${token}${rest}`);
const readOwn = (id: string, token: string | undefined = customer.token) =>
  t.call('GET', `/api/pickups/${id}/live`, { token });
const complete = (...pickupIds: string[]) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
/** Makes today's stops in the order of the driver's list. */
async function makeStops(...customers: Person[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, person] of customers.entries()) {
    t.setNow(instantOf(today, `08:0${index}`));
    ids.push(await makeStop(t, { customer: person, admin, driver }));
  }
  return ids;
}
const sendPhoto = async (id: string) => {
  const sent = await t.app.inject({
    ...{ method: 'POST', url: `/api/driver/pickups/${id}/photos/after`, payload: Buffer.from(jpeg) },
    headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'image/jpeg' },
  });
  expect(sent.statusCode).toBe(200);
};

describe('GET /api/live/{token}', () => {
  it('counts down the stops before it, and shows the photo by the same token', async () => {
    const [first = '', second = '', own = ''] = await makeStops(other, other, customer);
    const token = await linkTo(own);
    const planned = await read(token);
    expect(planned).toMatchObject({ status: 200, body: { state: 'planned', day: today, stopsBefore: null } });
    await complete(first);
    expect((await read(token)).body).toMatchObject({ state: 'on_route', stopsBefore: 1, area: 'S 9th St, 19147' });
    await complete(second);
    expect((await read(token)).body).toMatchObject({ state: 'next', stopsBefore: 0, photo: null });
    expect((await read(token, '/photos/after')).status).toBe(404);
    await sendPhoto(own);
    expect((await read(token, '/photos/after')).status).toBe(404);
    await complete(own);
    const { body } = await read(token);
    expect(body).toMatchObject({ state: 'done', stopsBefore: null, photo: { moment: 'after' } });
    const photo = await t.app.inject({ method: 'GET', url: `/api/live/${token}/photos/after` });
    expect(photo.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect((await read(token, '/photos/before')).status).toBe(404);
  });

  it('names nobody and no house number, and hides its address', async () => {
    const [own = ''] = await makeStops(customer);
    const { body, headers } = await read(await linkTo(own));
    expect(Object.keys(body).sort()).toEqual(
      ['area', 'completedAt', 'day', 'photo', 'pickupId', 'reason', 'state', 'stopsBefore', 'window'].sort(),
    );
    expect(JSON.stringify(body)).not.toMatch(/Pat|Example|1127/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  });

  it('says that it was moved, cancelled or could not be done', async () => {
    const [moved = '', cancelled = '', failed = ''] = await makeStops(customer, customer, customer);
    const [movedLink, cancelledLink, failedLink] = [await linkTo(moved), await linkTo(cancelled), await linkTo(failed)];
    await reschedule(t, admin, moved, 3);
    expect((await read(movedLink)).body).toMatchObject({ state: 'moved', day: addDays(today, 3) });
    // A new link is about the new day.
    expect((await read(await linkTo(moved))).body).toMatchObject({ state: 'planned', day: addDays(today, 3) });
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    expect((await read(cancelledLink)).body).toMatchObject({ state: 'cancelled' });
    const body = { reason: 'not-out' };
    await t.call('POST', `/api/driver/pickups/${failed}/incomplete`, { token: driver.token, body });
    expect((await read(failedLink)).body).toMatchObject({ state: 'not_done', reason: 'not-out' });
  });

  it('is the same 404 for a token that is unknown, has expired or was ended', async () => {
    const [expired = '', ended = ''] = await makeStops(customer, customer);
    const tokens = [await linkTo(expired), await linkTo(ended), 'x'.repeat(43)];
    const revoked = await t.call('DELETE', `/api/pickups/${ended}/live-links`, { token: customer.token });
    expect(revoked).toMatchObject({ status: 200, body: { success: true } });
    t.setNow(instantOf(addDays(today, 1), '11:59'));
    expect((await read(tokens[0] ?? '')).status).toBe(200);
    t.setNow(instantOf(addDays(today, 1), '12:00'));
    for (const token of tokens) {
      for (const rest of ['', '/events', '/photos/after']) {
        const { status, body } = await read(token, rest);
        expect({ status, body }).toEqual({
          status: 404,
          body: { message: 'This link has ended.', code: 'link_ended' },
        });
      }
    }
    expect((await read('short')).status).toBe(404);
  });

  it('stores no token, and forgets links to days that are over', async () => {
    const [own = ''] = await makeStops(customer);
    const token = await linkTo(own);
    const rows = () => t.db.selectFrom('live_links').selectAll().where('pickupId', '=', own).execute();
    expect(JSON.stringify(await rows())).not.toContain(token);
    t.setNow(instantOf(addDays(today, 1), '11:00'));
    await sweepLinks(t.services);
    expect(await rows()).toHaveLength(1);
    t.setNow(instantOf(addDays(today, 1), '12:00'));
    await sweepLinks(t.services);
    expect(await rows()).toEqual([]);
  });

  it('is 429 for an address that asks too often', async () => {
    t.setNow(instantOf(addDays(today, 2), '08:00'));
    const key = 'live:127.0.0.1';
    const windowStart = new Date(Math.floor(t.services.clock().getTime() / liveLimit.windowMs) * liveLimit.windowMs);
    await t.db.insertInto('rate_limits').values({ key, windowStart, count: liveLimit.limit }).execute();
    const refused = await read('x'.repeat(43));
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
  });
});

describe("the customer's own pickup", () => {
  it('is for its customer alone', async () => {
    const [own = ''] = await makeStops(customer);
    for (const path of [`/api/pickups/${own}/live`, `/api/pickups/${own}/live/events`]) {
      expect((await t.call('GET', path)).status).toBe(401);
      for (const { token } of [admin, driver]) expect((await t.call('GET', path, { token })).status).toBe(403);
      expect((await t.call('GET', path, { token: other.token })).status).toBe(404);
    }
    const links = `/api/pickups/${own}/live-links`;
    expect((await t.call('DELETE', links)).status).toBe(401);
    expect((await t.call('DELETE', links, { token: driver.token })).status).toBe(403);
    expect((await t.call('DELETE', links, { token: other.token })).status).toBe(404);
  });

  it('says whether there are links, which end for good', async () => {
    const [own = ''] = await makeStops(customer);
    expect((await readOwn(own)).body).toMatchObject({ state: 'planned', hasLinks: false });
    await linkTo(own);
    expect((await readOwn(own)).body.hasLinks).toBe(true);
    await t.call('DELETE', `/api/pickups/${own}/live-links`, { token: customer.token });
    expect((await readOwn(own)).body.hasLinks).toBe(false);
    expect(await makeLiveLink(t.services, await rowOf(t, own))).toBeNull();
  });
});
