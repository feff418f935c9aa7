import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { describeFailure, readBytes } from '../fetch-json.ts';
import { type PhotoStorage, PhotoStorageError, requirePhotoKey } from './photo-storage.ts';

/** A bucket of Amazon S3 or a compatible service (R2, MinIO, Garage …). */
export interface S3Bucket {
  /** Without a trailing slash. The bucket's name is part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Much larger than the largest photo (maxPhotoBytes). */
const maxResponseBytes = 16 * 1024 * 1024;
const timeoutMs = 15_000;

/** Stores photos as objects of a bucket, below `photos/`. Tests pass another timeout. */
export function s3Photos({ endpoint, bucket, ...keys }: S3Bucket, limits = { timeoutMs }): PhotoStorage {
  // No retries here: the client that sends the photo retries, and waiting would only delay it.
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 });

  async function send<T>(
    method: string,
    key: string,
    read: (response: Response) => Promise<T>,
    more: { body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<T> {
    const url = `${endpoint}/${encodeURIComponent(bucket)}/photos/${requirePhotoKey(key)}`;
    try {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      const headers = { 'x-amz-content-sha256': hash('sha256', more.body ?? ''), ...more.headers };
      const response = await client.fetch(url, {
        method,
        headers,
        ...(more.body && { body: new Uint8Array(more.body) }),
        // The signature must not go to another host.
        redirect: 'error',
        signal,
      });
      return await read(response);
    } catch (error) {
      if (error instanceof PhotoStorageError) throw error;
      throw new PhotoStorageError(`the bucket failed: ${describeFailure(error)}`, { cause: error });
    }
  }

  return {
    put: async (key, bytes, type) =>
      await send('PUT', key, expectOk, { body: Buffer.from(bytes), headers: { 'content-type': type } }),
    get: async (key) =>
      await send('GET', key, async (response) => {
        if (response.status === 404) {
          await response.body?.cancel();
          return undefined;
        }
        if (!response.ok) return await refuse(response);
        return await readBytes(response, maxResponseBytes);
      }),
    remove: async (key) =>
      await send('DELETE', key, async (response) => {
        if (response.status === 404) await response.body?.cancel();
        else await expectOk(response);
      }),
  };
}

async function expectOk(response: Response): Promise<void> {
  if (!response.ok) await refuse(response);
  await response.body?.cancel();
}

async function refuse(response: Response): Promise<never> {
  await response.body?.cancel();
  throw new PhotoStorageError(`the bucket refused with ${response.status}`);
}
