import { BucketError, type BucketSettings, S3Bucket } from '../bucket/s3-bucket.ts';
import { type PhotoStorage, PhotoStorageError, requirePhotoKey } from './photo-storage.ts';

/** Stores photos as objects of a bucket, below `photos/`. Tests pass another timeout. */
export function s3Photos(settings: BucketSettings, limits?: { timeoutMs: number }): PhotoStorage {
  const bucket = new S3Bucket(settings, limits);
  const keyOf = (key: string) => `photos/${requirePhotoKey(key)}`;
  return {
    put: async (key, bytes, type) => await orStorageError(bucket.put(keyOf(key), Buffer.from(bytes), type)),
    get: async (key) => await orStorageError(bucket.get(keyOf(key))),
    remove: async (key) => await orStorageError(bucket.remove(keyOf(key))),
  };
}

async function orStorageError<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw error instanceof BucketError ? new PhotoStorageError(error.message, { cause: error }) : error;
  });
}
