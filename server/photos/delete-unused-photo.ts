import type { Services } from '../services.ts';
import { isPhotoInUse } from './store.ts';

/** Deletes a photo file unless a pickup shows it, such as a replaced one or one of a broken upload. */
export async function deleteUnusedPhoto(services: Pick<Services, 'db' | 'photos'>, storageKey: string): Promise<void> {
  if (!(await isPhotoInUse(services.db, storageKey))) await services.photos.remove(storageKey);
}
