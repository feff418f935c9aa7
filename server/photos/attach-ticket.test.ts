import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxPhotoBytes } from '../../contract/photos.ts';
import { anotherJpeg, jpeg, png } from '../../tests/support/browser/pictures.ts';
import { PhotoApp } from '../../tests/support/pickups/photos.ts';
import { makeSite, makeVisit, visitRow } from '../../tests/support/routing/truck-days.ts';

let app: PhotoApp;
let siteId: string;
const monday = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  app = await PhotoApp.start(monday);
  siteId = await makeSite(app.t);
});
afterAll(async () => await app.t.close());
beforeEach(async () => await app.reset(monday));

const planned = () => makeVisit(app.t, { driverId: app.driver.id, siteId });
const empty = async (id: string) => {
  const path = `/api/driver/disposal-visits/${id}/emptied`;
  expect((await app.t.call('POST', path, { token: app.driver.token, body: { siteId } })).status).toBe(200);
};
const emptied = async () => {
  const id = await planned();
  await empty(id);
  return id;
};
const send = async (id: string, picture: Buffer = jpeg, { token = app.driver.token, type = 'image/jpeg' } = {}) => {
  const response = await app.t.app.inject({
    method: 'POST',
    url: `/api/driver/disposal-visits/${id}/ticket`,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    payload: picture,
  });
  return { status: response.statusCode, body: response.json() };
};
const load = (id: string, token?: string) => app.load(`/api/disposal-visits/${id}/ticket`, token);

describe('POST /api/driver/disposal-visits/:id/ticket', () => {
  it("refuses a stranger, a wrong role, another driver's visit, a planned one and what is no photo", async () => {
    const id = await emptied();
    expect((await send(id, jpeg, { token: 'nobody' })).status).toBe(401);
    for (const { token } of [app.customer, app.admin]) expect((await send(id, jpeg, { token })).status).toBe(403);
    expect((await send(id, jpeg, { token: app.other.token })).status).toBe(404);
    expect((await send(randomUUID())).status).toBe(404);
    expect(await send(await planned())).toMatchObject({ status: 409, body: { code: 'no_photo' } });
    expect((await send(id, Buffer.from('no photo'))).status).toBe(400);
    expect((await send(id, Buffer.alloc(maxPhotoBytes + 1))).status).toBe(413);
    expect((await send(id, jpeg, { type: 'application/pdf' })).status).toBe(415);
    expect((await visitRow(app.t, id)).ticketKey).toBeNull();
    expect(app.puts).toBe(0);
  });

  it('saves it for the driver and the dispatcher, once however often it is sent', async () => {
    const id = await emptied();
    for (const _ of [1, 2]) expect(await send(id)).toMatchObject({ status: 200, body: { id, hasTicketPhoto: true } });
    expect(await app.keysOf(id)).toHaveLength(1);
    for (const { token } of [app.driver, app.admin]) {
      expect(await load(id, token)).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    }
    expect((await load(id)).status).toBe(401);
    expect((await load(id, app.customer.token)).status).toBe(403);
    expect((await load(id, app.other.token)).status).toBe(404);
    expect((await load(await emptied(), app.driver.token)).status).toBe(404);
  });

  it('replaces it, and deletes the files that no visit shows', async () => {
    const id = await emptied();
    await send(id, anotherJpeg(1));
    expect((await send(id, png, { type: 'image/png' })).status).toBe(200);
    expect(await app.keysOf(id)).toHaveLength(2);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toHaveLength(1);
    expect((await load(id, app.driver.token)).headers['content-type']).toBe('image/png');
    const path = `/api/driver/disposal-visits/${id}/emptied`;
    expect((await app.t.call('DELETE', path, { token: app.driver.token })).body.hasTicketPhoto).toBe(false);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toEqual([]);
  });

  it('accepts it for 16 days, and is 503 while the storage is away', async () => {
    const id = await emptied();
    app.isAway = true;
    expect((await send(id)).status).toBe(503);
    app.isAway = false;
    app.t.setNow(new Date('2026-12-10T04:59:00Z'));
    expect((await send(id)).status).toBe(200);
    app.t.setNow(new Date('2026-12-10T05:00:00Z'));
    expect(await send(id, anotherJpeg(1))).toMatchObject({ status: 409, body: { code: 'no_photo' } });
  });
});
