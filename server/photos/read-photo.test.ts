import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { photoUrl } from '../../contract/photos.ts';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import { jpeg, png } from '../../tests/support/browser/pictures.ts';
import { PhotoApp } from '../../tests/support/pickups/photos.ts';
import { assign } from '../../tests/support/pickups/stops.ts';
import { cleanPhoto } from './clean-photo.ts';

let app: PhotoApp;
const monday = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  app = await PhotoApp.start(monday);
});
afterAll(async () => await app.t.close());
beforeEach(async () => await app.reset(monday));

describe('GET /api/pickups/:id/photos/:moment', () => {
  it('is for the customer, the driver and admins, and for nobody else', async () => {
    const id = await app.stop();
    const { body } = await app.send(id);
    const url = body.beforePhotoUrl;
    expect((await app.load(url, undefined)).status).toBe(401);
    for (const { token } of [await makeCustomer(app.t), app.other]) {
      expect((await app.load(url, token)).status).toBe(404);
    }
    for (const { token } of [app.customer, app.driver, app.admin])
      expect((await app.load(url, token)).bytes).toEqual((await cleanPhoto(jpeg)).bytes);
    expect((await app.load(photoUrl(id, 'after', 'x'), app.admin.token)).status).toBe(404);
    expect((await app.load(photoUrl(randomUUID(), 'before', 'x'), app.admin.token)).status).toBe(404);
  });

  it("stays readable for the driver who took it after a reassignment, until that driver's role changes", async () => {
    const id = await app.stop();
    const { body } = await app.send(id);
    await assign(app.t, app.admin, id, app.other);
    for (const { token } of [app.driver, app.other])
      expect((await app.load(body.beforePhotoUrl, token)).status).toBe(200);
    await app.t.call('PATCH', `/api/admin/users/${app.driver.id}/role`, {
      token: app.admin.token,
      body: { role: 'customer' },
    });
    expect((await app.load(body.beforePhotoUrl, app.driver.token)).status).toBe(404);
    const replaced = await app.send(id, png, { token: app.other.token });
    expect(replaced.status).toBe(200);
    expect((await app.load(replaced.body.beforePhotoUrl, app.customer.token)).bytes).toEqual(
      (await cleanPhoto(png)).bytes,
    );
  });

  it('is never executed, cached privately, and immutable only under its versioned address', async () => {
    const id = await app.stop();
    const { body } = await app.send(id);
    const { headers } = await app.load(body.beforePhotoUrl, app.customer.token);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String((await cleanPhoto(jpeg)).bytes.length),
      'content-disposition': 'inline; filename="photo.jpeg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
    });
    for (const query of ['', '?v=', '?v=old']) {
      const url = `/api/pickups/${id}/photos/before${query}`;
      expect((await app.load(url, app.customer.token)).headers['cache-control']).toBe('private, no-cache');
    }
    expect((await app.load(`/api/pickups/${id}/photos/before?v=${'x'.repeat(101)}`, app.customer.token)).status).toBe(
      400,
    );
    const again = await app.load(body.beforePhotoUrl, app.customer.token, { 'if-none-match': String(headers.etag) });
    expect(again).toMatchObject({ status: 304 });
    expect(again.bytes.length).toBe(0);
    const stranger = await app.load(body.beforePhotoUrl, (await makeCustomer(app.t)).token, {
      'if-none-match': String(headers.etag),
    });
    expect(stranger.status).toBe(404);
  });

  it('returns 404 and logs an error when its file is lost', async () => {
    const id = await app.stop();
    const { body } = await app.send(id);
    const [name = ''] = await app.keysOf(id);
    await app.files.remove(`2026-11/${name}`);
    expect((await app.load(body.beforePhotoUrl, app.customer.token)).status).toBe(404);
    expect(app.warnings).toBe(1);
  });

  it('has its address in every response with the pickup', async () => {
    const id = await app.stop();
    const { body } = await app.send(id);
    await app.complete(id);
    const lists = [
      await app.t.call('GET', '/api/pickups', { token: app.customer.token }),
      await app.t.call('GET', '/api/pickups', { token: app.driver.token }),
      await app.t.call('GET', '/api/admin/pickups', { token: app.admin.token, query: { status: 'completed' } }),
    ];
    const expected = expect.objectContaining({ id, beforePhotoUrl: body.beforePhotoUrl });
    for (const list of lists) expect(list.body).toContainEqual(expected);
    const route = await app.t.call('GET', '/api/driver/route', { token: app.driver.token });
    expect(route.body['2026-11-23'].pickups[0]).toMatchObject({ id, beforePhotoUrl: body.beforePhotoUrl });
  });
});
