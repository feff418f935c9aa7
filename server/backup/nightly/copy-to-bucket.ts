import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BucketSettings, S3Bucket } from '../../external/bucket/s3-bucket.ts';
import { BackupError } from '../backup-error.ts';
import type { BackupTask } from './backup-task.ts';
import { expiredOf } from './nightly-rules.ts';

/** Where the copies are in the bucket. */
export const bucketPrefix = 'backups/';

/** What a bucket takes in one request. */
const mostBytes = 5 * 1024 ** 3;

type Copy = Pick<BackupTask, 'dir' | 'name' | 'limitMs' | 'copyPausesMs'> & { bucket: BucketSettings };

/**
 * Copies a nightly backup to the bucket and deletes the copies there that are no longer kept. Tries again after the
 * given pauses. Throws a BackupError with the reason of the last attempt.
 */
export async function copyToBucket(
  { dir, name, bucket: settings, limitMs, copyPausesMs }: Copy,
  signal: AbortSignal,
): Promise<void> {
  const bucket = new S3Bucket(settings, { timeoutMs: limitMs });
  for (const pauseMs of [...copyPausesMs, undefined]) {
    try {
      await sendFile(bucket, join(dir, name), `${bucketPrefix}${name}`);
      const names = (await bucket.list(bucketPrefix)).map((key) => key.slice(bucketPrefix.length));
      for (const expired of expiredOf(names, name)) await bucket.remove(`${bucketPrefix}${expired}`);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BackupError) throw error;
      if (pauseMs === undefined)
        throw new BackupError(`It was not copied: ${(error as Error).message}.`, { cause: error });
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

async function sendFile(bucket: S3Bucket, path: string, key: string): Promise<void> {
  const { size: bytes } = await stat(path);
  if (bytes > mostBytes) throw new BackupError('It was not copied: a bucket takes at most 5 GB in one request.');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const body = { chunks: createReadStream(path), bytes, sha256: hash.digest('hex') };
  await bucket.put(key, body, 'application/octet-stream');
}
