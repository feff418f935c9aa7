import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { jpeg } from '../../tests/support/browser/pictures.ts';
import { makeStop, rowOf } from '../../tests/support/pickups/stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
/** A Monday, 08:00 in New York. */
const monday = new Date('2026-11-23T13:00:00Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  admin = await makeAdmin(t);
  customer = await makeCustomer(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  driver = await makeDriver(t);
  await staySignedIn(t);
});

const stop = () => makeStop(t, { customer, admin, driver });
const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);
const complete = async (minutes: number, ...pickupIds: string[]) => {
  t.setNow(later(minutes));
  const { status } = await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds } });
  expect(status).toBe(200);
};
const incomplete = (id: string, body: object = {}) =>
  t.call('POST', `/api/driver/pickups/${id}/incomplete`, {
    token: driver.token,
    body: { reason: 'no-access', ...body },
  });
const minutesOf = async (id: string) => (await rowOf(t, id)).actualDuration;

describe("a stop's actualDuration", () => {
  it('is the minutes since the previous press on the route, whatever that press was', async () => {
    const [first, second, missed, third] = [await stop(), await stop(), await stop(), await stop()];
    await complete(0, first);
    await complete(11, second);
    t.setNow(later(20));
    expect((await incomplete(missed)).status).toBe(200);
    await complete(24, third);
    expect(await minutesOf(first)).toBeNull();
    expect(await minutesOf(second)).toBe(11);
    expect(await minutesOf(third)).toBe(4);
    const { body } = await t.call('GET', '/api/driver/route', { token: driver.token });
    expect(body['2026-11-23'].pickups.map((one: { actualDuration: number | null }) => one.actualDuration)).toEqual(
      expect.arrayContaining([11, 4, null]),
    );
  });

  it("is unknown after a break, for stops completed together, and for a dispatcher's completion", async () => {
    const [first, late, one, other, desks] = [await stop(), await stop(), await stop(), await stop(), await stop()];
    await complete(0, first);
    await complete(121, late);
    await complete(130, one, other);
    await t.call('PATCH', `/api/admin/complete-pickup/${desks}`, { token: admin.token });
    for (const id of [late, one, other, desks]) expect(await minutesOf(id)).toBeNull();
  });

  it('uses the time of the press, and is cleared by an undo', async () => {
    const [first, second] = [await stop(), await stop()];
    await complete(0, first);
    t.setNow(later(300));
    const body = { pickupIds: [second], pressedAt: later(7).toISOString(), sentAt: later(300).toISOString() };
    await t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body });
    expect(await minutesOf(second)).toBe(7);
    const undo = { pressedAt: later(8).toISOString(), sentAt: later(300).toISOString() };
    const path = `/api/driver/pickups/${second}/undo`;
    expect((await t.call('POST', path, { token: driver.token, body: undo })).status).toBe(200);
    expect(await rowOf(t, second)).toMatchObject({ status: 'assigned', actualDuration: null });
  });
});

describe('INCOMPLETE_PHOTO=required', () => {
  const required = async (work: () => Promise<void>) => {
    const { settings } = t.services;
    Object.assign(t.services, { settings: { ...settings, incompletePhoto: 'required' } });
    await work().finally(() => Object.assign(t.services, { settings }));
  };

  it('refuses an incomplete without a photo, and accepts one whose photo exists or follows', async () => {
    const [bare, follows, there] = [await stop(), await stop(), await stop()];
    await required(async () => {
      const message = 'Please take a photo of what you found.';
      expect(await incomplete(bare)).toMatchObject({
        ...{ status: 400, body: { message, code: 'photo_required', errors: { photo: message } } },
      });
      expect((await rowOf(t, bare)).status).toBe('assigned');
      expect((await incomplete(bare, { photoFollows: 'soon' })).status).toBe(400);
      expect((await incomplete(follows, { photoFollows: true })).status).toBe(200);
      const sent = await t.app.inject({
        ...{ method: 'POST', url: `/api/driver/pickups/${there}/photos/before`, payload: Buffer.from(jpeg) },
        headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${driver.token}` },
      });
      expect(sent.statusCode).toBe(200);
      expect((await incomplete(there)).status).toBe(200);
      // A repeated request counts as the same press.
      expect((await incomplete(follows)).status).toBe(200);
    });
  });

  it('still refuses a stranger, a wrong role, an unknown stop and a cancelled one', async () => {
    const id = await stop();
    await t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token });
    await required(async () => {
      const body = { reason: 'no-access', photoFollows: true };
      expect((await t.call('POST', `/api/driver/pickups/${id}/incomplete`, { body })).status).toBe(401);
      const asCustomer = { token: customer.token, body };
      expect((await t.call('POST', `/api/driver/pickups/${id}/incomplete`, asCustomer)).status).toBe(403);
      expect((await incomplete(randomUUID(), { photoFollows: true })).status).toBe(404);
      expect((await incomplete(id, { photoFollows: true })).status).toBe(409);
    });
  });

  it('is off by default', async () => expect((await incomplete(await stop())).status).toBe(200));
});
