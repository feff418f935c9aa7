import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BucketError, type BucketSettings, S3Bucket } from '../../external/bucket/s3-bucket.ts';
import { BackupError } from '../backup-error.ts';
import { explained } from '../part-file.ts';
import { usualWaitLimit, type WaitLimit } from '../wait-limit.ts';
import { bucketPrefix } from './copy-to-bucket.ts';
import { madeAt } from './nightly-rules.ts';

const open = (settings: BucketSettings) => new S3Bucket(settings, { timeoutMs: usualWaitLimit.limitMs });

/** Lists the names of the copies of nightly backups in the bucket, the oldest first. Throws a BackupError. */
export async function listCopies(settings: BucketSettings): Promise<string[]> {
  const keys = await open(settings).list(bucketPrefix).catch(rethrow);
  return keys.map((key) => key.slice(bucketPrefix.length)).filter((name) => madeAt(name));
}

/**
 * Writes a copy from the bucket into a folder. Returns the path of the file, which is there only when it is complete.
 * Throws a BackupError when the bucket doesn't have it or doesn't respond, and when the file can't be written.
 */
export async function fetchCopy(
  settings: BucketSettings,
  { name, dir }: { name: string; dir: string },
  { signal }: WaitLimit,
): Promise<string> {
  const file = join(dir, name);
  const part = `${file}.part`;
  if (!madeAt(name)) throw new BackupError(`${name} is not the name of a nightly backup.`);
  try {
    const content = open(settings).read(`${bucketPrefix}${name}`);
    await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
    await rename(part, file);
    return file;
  } catch (error) {
    await rm(part, { force: true });
    signal?.throwIfAborted();
    return rethrow(explained(error as Error, file));
  }
}

function rethrow(error: unknown): never {
  throw error instanceof BucketError
    ? new BackupError(`It was not fetched: ${error.message}.`, { cause: error })
    : error;
}
