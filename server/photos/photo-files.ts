import { randomUUID } from 'node:crypto';
import type { PhotoType } from '../../contract/photos.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import { type Caller, limitPerHour } from '../rate-limits/limit-attempts.ts';
import type { Services } from '../services.ts';
import type { CleanPhoto } from './clean-photo.ts';
import { isPhotoInUse } from './photos.store.ts';
import { orUnavailable } from './unavailable.ts';

/** A photo that has no row after this time is from a broken upload and is deleted. */
const unusedAfterSeconds = 60 * 60;
/** A replaced photo is deleted after this time, because someone may still be loading it. */
const replacedAfterSeconds = 60;

const endings: Record<PhotoType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Limits the photos per hour, because each costs CPU and a file. The limit allows for a phone that was offline and
 * sends a whole day's photos together. Throws 429 `too_many_photos`.
 */
export async function limitPhotos(services: Services, driver: Caller): Promise<void> {
  const { photos, perAddress } = services.settings.ceilings;
  const message = 'You have sent too many photos. Please try again in a few minutes.';
  await limitPerHour(
    services,
    { name: 'photo', perPerson: photos, perAddress, message, code: 'too_many_photos' },
    driver,
  );
}

/**
 * Saves a file under a new key in a folder per month, and returns the key. If no row names the file an hour later, it
 * is deleted. Keys are never reused, so deleting one can't delete another photo. Throws 503 when the file can't be
 * saved now.
 */
export async function storePhoto(services: Services, name: string, photo: CleanPhoto): Promise<string> {
  const month = dateKeyOf(services.clock()).slice(0, 7);
  const storageKey = `${month}/${name}-${randomUUID()}.${endings[photo.type]}`;
  await services.jobs.enqueue(services.db, 'delete-unused-photo', { storageKey }, { afterSeconds: unusedAfterSeconds });
  await orUnavailable(services, () => services.photos.put(storageKey, photo.bytes, photo.type));
  return storageKey;
}

/** Enqueues the deletion of a file that no row names any more. */
export async function deleteReplaced({ jobs }: Pick<Services, 'jobs'>, trx: Db, storageKey: string): Promise<void> {
  await jobs.enqueue(trx, 'delete-unused-photo', { storageKey }, { afterSeconds: replacedAfterSeconds });
}

/** Returns the type of a stored photo. */
export function photoTypeOf(storageKey: string): PhotoType {
  const types = Object.keys(endings) as PhotoType[];
  return types.find((type) => storageKey.endsWith(`.${endings[type]}`)) ?? 'image/jpeg';
}

/** Deletes a photo's file if no row names it: the photo was replaced, or its upload was never finished. */
export async function deleteUnusedPhoto(services: Pick<Services, 'db' | 'photos'>, storageKey: string): Promise<void> {
  if (!(await isPhotoInUse(services.db, storageKey))) await services.photos.remove(storageKey);
}
