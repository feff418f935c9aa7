import { join } from 'node:path';
import { filePhotos } from './file-photos.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { type S3Bucket, s3Photos } from './s3-photos.ts';

/** Opens the storage that the settings ask for: a bucket, or a folder in DATA_DIR. */
export function openPhotos(settings: { photoBucket: S3Bucket | undefined; dataDir: string }): PhotoStorage {
  return settings.photoBucket ? s3Photos(settings.photoBucket) : filePhotos(join(settings.dataDir, 'photos'));
}
