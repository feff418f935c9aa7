import type { PhotoMoment } from '../../contract/photos.ts';
import type { Db } from '../database/transaction.ts';
import { listPhotosOf } from './photos.store.ts';

/** Lists when each of a pickup's photos was taken or replaced, earliest first. The photos' URLs are in the pickup. */
export async function listPhotos(db: Db, pickupId: string): Promise<{ moment: PhotoMoment; takenAt: Date }[]> {
  return await listPhotosOf(db, pickupId);
}
