import { join } from 'node:path';
import type { BucketSettings } from '../bucket/s3-bucket.ts';
import { filePhotos } from './file-photos.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { s3Photos } from './s3-photos.ts';

/** Opens the storage that the settings ask for: a bucket, or a folder in DATA_DIR. */
export function openPhotos(settings: { bucket: BucketSettings | undefined; dataDir: string }): PhotoStorage {
  return settings.bucket ? s3Photos(settings.bucket) : filePhotos(join(settings.dataDir, 'photos'));
}
