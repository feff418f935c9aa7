import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxPhotoBytes } from '../../contract/photos.ts';
import { anotherJpeg, exif, jpeg, png, webp, withSegments } from '../../tests/support/browser/pictures.ts';
import { PhotoApp } from '../../tests/support/pickups/photos.ts';
import { rowOf } from '../../tests/support/pickups/stops.ts';
import { cleanPhoto } from './clean-photo.ts';

let app: PhotoApp;
const monday = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  app = await PhotoApp.start(monday);
});
afterAll(async () => await app.t.close());
beforeEach(async () => await app.reset(monday));

describe('POST /api/driver/pickups/:id/photos/:moment', () => {
  it('returns 401 and 403 before it reads the body', async () => {
    const id = await app.stop();
    const tooMuch = Buffer.alloc(maxPhotoBytes + 1);
    expect((await app.send(id, tooMuch, { token: 'nobody' })).status).toBe(401);
    for (const { token } of [app.customer, app.admin])
      expect((await app.send(id, tooMuch, { token })).status).toBe(403);
    expect((await app.send(id, tooMuch)).status).toBe(413);
    expect(app.puts).toBe(0);
  });

  it("refuses an unknown stop, an unknown moment and another driver's stop", async () => {
    const id = await app.stop();
    expect((await app.send(randomUUID())).status).toBe(404);
    expect((await app.send('nonsense')).status).toBe(404);
    expect((await app.send(id, jpeg, { moment: 'during' })).status).toBe(404);
    expect((await app.send(id, jpeg, { token: app.other.token })).status).toBe(404);
    expect((await rowOf(app.t, id)).beforePhotoUrl).toBeNull();
    expect(app.puts).toBe(0);
  });

  it("refuses tomorrow's stop, a cancelled one, and one that was completed 17 days ago", async () => {
    const [future, cancelled, issue, done] = [await app.stop(1), await app.stop(), await app.stop(), await app.stop()];
    await app.t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: app.admin.token });
    await app.t.call('PATCH', `/api/admin/pickup-issue/${issue}`, { token: app.admin.token });
    await app.complete(done);
    expect(await app.send(future)).toMatchObject({ status: 409, body: { code: 'not_due' } });
    expect(await app.send(cancelled)).toMatchObject({
      status: 409,
      body: { message: "This stop is cancelled and can't take a photo." },
    });
    expect((await app.send(issue)).status).toBe(409);
    // First 23:59 New York time on the 16th day after, then a minute later.
    app.t.setNow(new Date('2026-12-10T04:59:00Z'));
    expect((await app.send(done)).status).toBe(200);
    app.t.setNow(new Date('2026-12-10T05:00:00Z'));
    expect(await app.send(done, png)).toMatchObject({ status: 409, body: { code: 'no_photo' } });
  });

  it('accepts a photo that a phone without signal sends days after the completion', async () => {
    const id = await app.stop();
    app.t.setNow(new Date('2026-12-07T20:00:00Z'));
    const body = { pickupIds: [id], pressedAt: '2026-11-23T15:00:00.000Z' };
    await app.t.call('POST', '/api/driver/complete-bulk', { token: app.driver.token, body });
    expect((await rowOf(app.t, id)).completedAt?.toISOString()).toBe(body.pressedAt);
    expect(await app.send(id, jpeg, { moment: 'after' })).toMatchObject({ status: 200 });
  });

  it('refuses bytes that are not a photo, whatever the Content-Type', async () => {
    const id = await app.stop();
    const page = Buffer.from('<script>alert(1)</script>');
    expect(await app.send(id, page)).toMatchObject({ status: 400, body: { code: 'not_a_photo' } });
    expect(await app.send(id, jpeg.subarray(0, 200))).toMatchObject({ status: 400, body: { code: 'damaged_photo' } });
    expect(await app.send(id, Buffer.alloc(0))).toMatchObject({ status: 400, body: { message: 'The file is empty.' } });
    for (const type of [
      'image/svg+xml',
      'image/gif',
      'text/html',
      'application/json',
      'multipart/form-data; boundary=x',
    ]) {
      expect(await app.send(id, jpeg, { type })).toMatchObject({
        status: 415,
        body: { message: 'This type of file is not accepted' },
      });
    }
    expect(await app.send(id, Buffer.alloc(maxPhotoBytes + 1))).toMatchObject({
      status: 413,
      body: { message: 'The file is too large' },
    });
    expect((await rowOf(app.t, id)).beforePhotoUrl).toBeNull();
    expect(await app.keysOf(id)).toEqual([]);
  });

  it('stops reading at the size limit, also without a Content-Length', async () => {
    const id = await app.stop();
    const address = new URL(await app.t.app.listen({ port: 0, host: '127.0.0.1' }));
    let sent = 0;
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const upload = request({
        ...{
          host: address.hostname,
          port: address.port,
          method: 'POST',
          path: `/api/driver/pickups/${id}/photos/before`,
        },
        headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${app.driver.token}` },
      });
      let isOver = false;
      const more = () => {
        while (!isOver && sent < 200 * 1024 * 1024) {
          sent += 64 * 1024;
          if (!upload.write(Buffer.alloc(64 * 1024))) return void upload.once('drain', more);
        }
      };
      upload.on('error', (error) => isOver || reject(error));
      upload.on('response', async (response) => {
        isOver = true;
        let body = '';
        for await (const chunk of response) body += chunk;
        upload.destroy();
        resolve({ status: response.statusCode, body });
      });
      more();
    });
    expect(answer).toEqual({ status: 413, body: JSON.stringify({ message: 'The file is too large' }) });
    expect(sent).toBeLessThan(4 * maxPhotoBytes);
  });

  it('accepts an image body on no other path', async () => {
    const response = await app.t.app.inject({
      method: 'POST',
      url: '/api/driver/complete-bulk',
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${app.driver.token}` },
      payload: jpeg,
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({ message: 'Please send JSON' });
  });

  it('stores one photo before and one after, without metadata', async () => {
    const id = await app.stop();
    const first = await app.send(id, withSegments(exif(1, 'N 39.9526')));
    expect(first).toMatchObject({ status: 200, body: { id, status: 'assigned', afterPhotoUrl: null } });
    expect(first.body.beforePhotoUrl).toMatch(new RegExp(`^/api/pickups/${id}/photos/before\\?v=[\\w-]{22}$`));
    const second = await app.send(id, png, { moment: 'after', type: 'image/png' });
    expect(second.body).toMatchObject({ beforePhotoUrl: first.body.beforePhotoUrl, afterPhotoUrl: expect.any(String) });
    expect((await app.load(first.body.beforePhotoUrl, app.driver.token)).bytes).toEqual((await cleanPhoto(jpeg)).bytes);
    const after = await app.load(second.body.afterPhotoUrl, app.driver.token);
    expect(after.headers['content-type']).toBe('image/png');
    expect(after.bytes).toEqual((await cleanPhoto(png)).bytes);
    const history = await app.t.call('GET', '/api/admin/history', {
      token: app.admin.token,
      query: { subject: 'pickup', id },
    });
    expect(history.body.slice(0, 2)).toMatchObject([
      { action: 'photographed', actorUsername: app.driver.username, details: { moment: 'after' } },
      { action: 'photographed', details: { moment: 'before' } },
    ]);
  });

  it('detects the type from the bytes, not from Content-Type', async () => {
    const id = await app.stop();
    const { body } = await app.send(id, webp, { type: 'image/png' });
    expect((await app.load(body.beforePhotoUrl, app.driver.token)).headers['content-type']).toBe('image/webp');
  });

  it('changes nothing when the same photo is sent again, one by one or in parallel', async () => {
    const id = await app.stop();
    const responses = await Promise.all(Array.from({ length: 10 }, () => app.send(id)));
    for (const { status } of responses) expect(status).toBe(200);
    expect(new Set(responses.map(({ body }) => body.beforePhotoUrl)).size).toBe(1);
    const before = await rowOf(app.t, id);
    const puts = app.puts;
    app.t.setNow(new Date('2026-11-23T15:00:00Z'));
    expect((await app.send(id)).status).toBe(200);
    expect(app.puts).toBe(puts);
    expect(await rowOf(app.t, id)).toEqual(before);
    const lines = await app.t.db
      .selectFrom('audit_log')
      .select('id')
      .where('subjectId', '=', id)
      .where('action', '=', 'photographed')
      .execute();
    expect(lines).toHaveLength(1);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toHaveLength(1);
    expect((await app.load(before.beforePhotoUrl ?? '', app.driver.token)).bytes).toEqual(
      (await cleanPhoto(jpeg)).bytes,
    );
  });

  it('replaces an earlier photo and deletes its file', async () => {
    const id = await app.stop();
    const first = await app.send(id);
    const responses = await Promise.all(Array.from({ length: 6 }, (_, nth) => app.send(id, anotherJpeg(nth))));
    for (const { status } of responses) expect(status).toBe(200);
    const back = await app.send(id);
    expect(back.body.beforePhotoUrl).toBe(first.body.beforePhotoUrl);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toHaveLength(1);
    expect((await app.load(back.body.beforePhotoUrl, app.driver.token)).bytes).toEqual((await cleanPhoto(jpeg)).bytes);
  });

  it('accepts a photo of a completed, an incomplete and an overdue stop', async () => {
    const [done, undone, overdue] = [await app.stop(), await app.stop(), await app.stop()];
    await app.complete(done);
    await app.t.call('POST', `/api/driver/pickups/${undone}/incomplete`, {
      token: app.driver.token,
      body: { reason: 'not-out' },
    });
    app.t.setNow(new Date('2026-11-30T14:00:00Z'));
    expect((await app.send(overdue)).status).toBe(200);
    app.t.setNow(new Date('2026-11-25T14:00:00Z'));
    for (const id of [done, undone]) expect((await app.send(id)).status).toBe(200);
  });
});

describe('photos of one driver', () => {
  it('are ten an hour at a ceiling of one, which simulated payments multiply, whatever their stop', async () => {
    const strict = await PhotoApp.start(monday, { MAX_PHOTOS: '1' });
    await strict.reset(monday);
    const stops = [await strict.stop(), await strict.stop()];
    const send = (turn: number) => strict.send(stops[turn % 2] ?? '', anotherJpeg(turn));
    for (let turn = 0; turn < 10; turn++) expect((await send(turn)).status).toBe(200);
    const refused = await send(10);
    expect(strict.puts).toBe(10);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_photos', message: 'You have sent too many photos. Please try again in a few minutes.' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // An unknown stop is still 404, and another driver can still send.
    expect((await strict.send(randomUUID())).status).toBe(404);
    await strict.reset(monday);
    expect((await strict.send(await strict.stop())).status).toBe(200);
    await strict.t.close();
  });
});
