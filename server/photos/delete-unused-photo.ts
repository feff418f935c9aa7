import type { Services } from '../services.ts';
import { isPhotoInUse } from './store.ts';

/** Deletes a file unless a pickup's photo references it: one that was replaced, or whose upload broke off. */
export async function deleteUnusedPhoto(services: Pick<Services, 'db' | 'photos'>, storageKey: string): Promise<void> {
  if (!(await isPhotoInUse(services.db, storageKey))) await services.photos.remove(storageKey);
}
