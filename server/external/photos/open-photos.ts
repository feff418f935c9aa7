import { join } from 'node:path';
import { filePhotos } from './file-photos.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { type S3Bucket, s3Photos } from './s3-photos.ts';

/** The storage of the settings: a bucket, or a folder in DATA_DIR. */
export function openPhotos(settings: { photoBucket: S3Bucket | undefined; dataDir: string }): PhotoStorage {
  return settings.photoBucket ? s3Photos(settings.photoBucket) : filePhotos(join(settings.dataDir, 'photos'));
}
