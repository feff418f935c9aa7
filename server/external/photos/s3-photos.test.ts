import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../../../tests/support/browser/pictures.ts';
import { type BucketServer, startBucket } from '../../../tests/support/services/bucket.ts';
import { PhotoStorageError } from './photo-storage.ts';
import { s3Photos } from './s3-photos.ts';

let server: BucketServer;
beforeAll(async () => {
  server = await startBucket();
});
afterAll(async () => await server.close());
beforeEach(() => {
  server.answer = undefined;
  server.objects.clear();
  server.refused.length = 0;
});

const key = '2026-11/7-before-1.jpg';
const path = `/stoop-photos/photos/${key}`;

describe('s3Photos', () => {
  it('stores, returns and deletes a photo', async () => {
    const photos = s3Photos(server.bucket);
    expect(await photos.get(key)).toBeUndefined();
    await photos.put(key, jpeg, 'image/jpeg');
    expect(server.objects.get(path)).toEqual({ bytes: jpeg, type: 'image/jpeg' });
    expect(Buffer.from((await photos.get(key)) ?? []).equals(jpeg)).toBe(true);
    await photos.remove(key);
    expect(server.objects.size).toBe(0);
    await photos.remove(key);
    expect(server.refused).toEqual([]);
  });

  it('supports an endpoint with a path', async () => {
    const photos = s3Photos({ ...server.bucket, endpoint: `${server.bucket.endpoint}/storage/v1` });
    await photos.put(key, jpeg, 'image/jpeg');
    expect([...server.objects.keys()]).toEqual([`/storage/v1${path}`]);
  });

  it.each([
    [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
    [{ accessKeyId: 'AKIAOTHER' }, 'InvalidAccessKeyId'],
    [{ region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ])('throws on wrong keys (%o) without naming them', async (change, code) => {
    const photos = s3Photos({ ...server.bucket, ...change });
    const error = await photos.put(key, jpeg, 'image/jpeg').catch((failure) => failure);
    expect(error).toBeInstanceOf(PhotoStorageError);
    expect(error.message).toBe('the bucket refused with 403');
    expect(server.refused).toEqual([code]);
    await expect(photos.get(key)).rejects.toThrow('the bucket refused with 403');
    await expect(photos.remove(key)).rejects.toThrow('the bucket refused with 403');
  });

  it.each([500, 503, 429, 301])('throws a PhotoStorageError on status %i, without a retry', async (status) => {
    let requests = 0;
    server.answer = (response) => {
      requests += 1;
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<Error/>');
    };
    const photos = s3Photos(server.bucket);
    for (const work of [() => photos.put(key, jpeg, 'image/jpeg'), () => photos.get(key), () => photos.remove(key)]) {
      requests = 0;
      await expect(work()).rejects.toBeInstanceOf(PhotoStorageError);
      expect(requests).toBe(1);
    }
  });

  it('throws a PhotoStorageError on timeouts and broken connections', async () => {
    const photos = s3Photos(server.bucket, { timeoutMs: 200 });
    server.answer = () => {};
    await expect(photos.put(key, jpeg, 'image/jpeg')).rejects.toThrow('the bucket failed: timed out');
    server.answer = (response) => response.writeHead(200).write('half of');
    await expect(photos.get(key)).rejects.toThrow('the bucket failed: timed out');
    server.answer = (response) => response.destroy();
    await expect(photos.get(key)).rejects.toBeInstanceOf(PhotoStorageError);
    const nowhere = s3Photos({ ...server.bucket, endpoint: 'http://127.0.0.1:9' });
    await expect(nowhere.get(key)).rejects.toBeInstanceOf(PhotoStorageError);
  });

  it('stops reading an endless response', async () => {
    server.answer = (response) => {
      const more = () => {
        while (response.write(Buffer.alloc(256 * 1024)));
      };
      response.writeHead(200).on('drain', more);
      more();
    };
    await expect(s3Photos(server.bucket).get(key)).rejects.toThrow('the response was too large');
  });

  it.each(['../../etc/passwd', '/etc/passwd', '2026-11/../x.jpg', '2026-11/a/b.jpg', ''])(
    'never requests %s',
    async (odd) => {
      await expect(s3Photos(server.bucket).get(odd)).rejects.toThrow('not a photo key');
    },
  );
});
