import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jpeg, png, webp } from '../../tests/support/browser/pictures.ts';
import { PhotoApp } from '../../tests/support/pickups/photos.ts';
import { assign, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';
import { startBucket } from '../../tests/support/services/bucket.ts';
import { PhotoStorageError } from '../external/photos/photo-storage.ts';
import { s3Photos } from '../external/photos/s3-photos.ts';
import { cleanPhoto } from './clean-photo.ts';

let app: PhotoApp;
const monday = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  app = await PhotoApp.start(monday);
});
afterAll(async () => await app.t.close());
beforeEach(async () => await app.reset(monday));

describe('during an upload', () => {
  it.each([
    ['is reassigned', async (id: string) => await assign(app.t, app.admin, id, app.other), 404],
    ['is rescheduled', async (id: string) => void (await reschedule(app.t, app.admin, id, 2)), 409],
    [
      'is cancelled',
      async (id: string) => void (await app.t.call('DELETE', `/api/admin/pickups/${id}`, { token: app.admin.token })),
      409,
    ],
    [
      'loses its driver to another role',
      async () => {
        const body = { role: 'customer' };
        await app.t.call('PATCH', `/api/admin/users/${app.driver.id}/role`, { token: app.admin.token, body });
      },
      404,
    ],
  ])('refuses the photo and leaves no file when the stop %s', async (_what, change, status) => {
    const id = await app.stop();
    app.beforePut = async () => await change(id);
    expect((await app.send(id)).status).toBe(status);
    expect((await rowOf(app.t, id)).beforePhotoUrl).toBeNull();
    const lateWork = await app.t.db.selectFrom('late_work').select('kind').where('pickupId', '=', id).execute();
    expect(lateWork).toEqual([{ kind: 'photo' }]);
    expect(await app.keysOf(id)).toHaveLength(1);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toEqual([]);
  });

  it('returns 503 with Retry-After while the storage is unavailable, then succeeds', async () => {
    const id = await app.stop();
    app.isAway = true;
    const away = await app.send(id);
    expect(away).toMatchObject({ status: 503, body: { code: 'photos_unavailable' } });
    expect(away.headers['retry-after']).toBe('30');
    expect(app.warnings).toBe(1);
    expect((await rowOf(app.t, id)).beforePhotoUrl).toBeNull();
    app.isAway = false;
    const { body } = await app.send(id);
    app.isAway = true;
    expect(await app.load(body.beforePhotoUrl, app.customer.token)).toMatchObject({ status: 503 });
    app.isAway = false;
    expect((await app.load(body.beforePhotoUrl, app.customer.token)).bytes).toEqual((await cleanPhoto(jpeg)).bytes);
  });

  it('deletes the file when the server dies between file and row, and the next attempt succeeds', async () => {
    const id = await app.stop();
    app.beforePut = async () => {
      const dir = join(app.t.services.settings.dataDir, 'photos/2026-11');
      const key = `${id}-before-${randomUUID()}.jpg`;
      await app.files.put(`2026-11/${key}`, jpeg, 'image/jpeg');
      await writeFile(join(dir, `${key}.part`), 'half of');
      await app.t.services.jobs.enqueue(
        app.t.db,
        'delete-unused-photo',
        { storageKey: `2026-11/${key}` },
        { afterSeconds: 3600 },
      );
      throw new PhotoStorageError('killed');
    };
    expect((await app.send(id)).status).toBe(503);
    await app.t.runJobs();
    expect(await app.keysOf(id)).toHaveLength(2);
    app.beforePut = async () => {};
    expect((await app.send(id)).status).toBe(200);
    await app.runAllJobs();
    expect(await app.keysOf(id)).toHaveLength(1);
  });
});

describe('a bucket instead of files', () => {
  it('stores photos the same way', async () => {
    const server = await startBucket();
    app.files = s3Photos(server.bucket);
    const id = await app.stop();
    const first = await app.send(id);
    expect((await app.load(first.body.beforePhotoUrl, app.customer.token)).bytes).toEqual(
      (await cleanPhoto(jpeg)).bytes,
    );
    await app.send(id, png);
    await app.runAllJobs();
    expect(server.objects.size).toBe(1);
    await server.close();
    expect((await app.send(id, webp)).status).toBe(503);
    app.files = app.folder();
  });
});
