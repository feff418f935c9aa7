import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BucketServer, startBucket } from '../../../tests/support/services/bucket.ts';
import { S3Bucket } from './s3-bucket.ts';

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

const type = 'application/octet-stream';
/** A content of several pieces. */
const pieces = ['first', 'second', 'third'].map((text) => Buffer.from(text.repeat(20_000)));
const whole = Buffer.concat(pieces);
const streamed = (parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = pieces) => ({
  chunks: (async function* () {
    yield* parts;
  })(),
  bytes: whole.length,
  sha256: hash('sha256', whole),
});

describe('S3Bucket', () => {
  it('sends a stream with its length, and reads it back piece by piece', async () => {
    const bucket = new S3Bucket(server.bucket);
    await bucket.put('backups/one', streamed(), type);
    expect(server.refused).toEqual([]);
    expect(server.objects.get('/stoop-photos/backups/one')?.bytes.equals(whole)).toBe(true);
    const read: Uint8Array[] = [];
    for await (const piece of bucket.read('backups/one')) read.push(piece);
    expect(Buffer.concat(read).equals(whole)).toBe(true);
  });

  it('lists the keys of a prefix', async () => {
    const bucket = new S3Bucket(server.bucket);
    for (const key of ['backups/b', 'backups/a', 'photos/c']) await bucket.put(key, Buffer.from('x'), type);
    expect(await bucket.list('backups/')).toEqual(['backups/a', 'backups/b']);
    expect(await bucket.list('none/')).toEqual([]);
  });

  it('throws when the stream ends early, or fails', async () => {
    const bucket = new S3Bucket(server.bucket);
    await expect(bucket.put('backups/short', streamed(pieces.slice(0, 2)), type)).rejects.toThrow('the bucket failed');
    const failing = (async function* () {
      yield pieces[0] ?? Buffer.alloc(0);
      throw new Error('the disk failed');
    })();
    await expect(bucket.put('backups/failed', streamed(failing), type)).rejects.toThrow('the bucket failed');
    expect(server.objects.size).toBe(0);
  });

  it('takes as long as something moves, and ends when nothing does', async () => {
    const bucket = new S3Bucket(server.bucket, { timeoutMs: 300 });
    const slow = (async function* () {
      for (const piece of pieces) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        yield piece;
      }
    })();
    await bucket.put('backups/slow', streamed(slow), type);
    const stuck = (async function* () {
      yield pieces[0] ?? Buffer.alloc(0);
      await new Promise(() => {});
    })();
    await expect(bucket.put('backups/stuck', streamed(stuck), type)).rejects.toThrow('the bucket failed: timed out');
    server.answer = (response) => response.writeHead(200).write('half of');
    await expect(
      bucket
        .read('backups/slow')
        .next()
        .then(() => bucket.get('backups/slow')),
    ).rejects.toThrow('timed out');
  });
});
