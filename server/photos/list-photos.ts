import type { PhotoMoment } from '../../contract/photos.ts';
import type { Db } from '../database/transaction.ts';
import { listPhotosOf } from './store.ts';

/** When each of a pickup's photos was taken or replaced, the earliest first. Their addresses are in the pickup. */
export async function listPhotos(db: Db, pickupId: string): Promise<{ moment: PhotoMoment; takenAt: Date }[]> {
  return await listPhotosOf(db, pickupId);
}
