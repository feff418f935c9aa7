import type { Selectable } from 'kysely';
import { v7 as newId } from 'uuid';
import { type PhotoMoment, photoField } from '../../contract/photos.ts';
import type { PickupPhotosTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';

/** Finds a pickup's photo, with the people who may see it. */
export async function findPhoto(db: Db, pickupId: string, moment: PhotoMoment) {
  return await db
    .selectFrom('pickup_photos')
    .innerJoin('pickups', 'pickups.id', 'pickup_photos.pickupId')
    .select(['pickup_photos.storageKey', 'pickup_photos.contentType', 'pickup_photos.takenBy'])
    .select(['pickups.customerId', 'pickups.driverId'])
    .select(`pickups.${photoField(moment)} as url`)
    .where('pickup_photos.pickupId', '=', pickupId)
    .where('pickup_photos.moment', '=', moment)
    .executeTakeFirst();
}

export async function listPhotosOf(db: Db, pickupId: string): Promise<{ moment: PhotoMoment; takenAt: Date }[]> {
  return await db
    .selectFrom('pickup_photos')
    .select(['moment', 'createdAt as takenAt'])
    .where('pickupId', '=', pickupId)
    .orderBy('createdAt')
    .execute();
}

/**
 * Saves a photo's row and returns the updated pickup and the storage key of the replaced photo. The caller has locked
 * the pickup.
 */
export async function savePhoto(
  trx: Db,
  photo: Omit<Selectable<PickupPhotosTable>, 'id' | 'createdAt'>,
  { url, now }: { url: string; now: Date },
): Promise<{ pickup: PickupRow; replacedKey: string | undefined }> {
  const { pickupId, moment, ...rest } = photo;
  const before = await trx
    .selectFrom('pickup_photos')
    .select('storageKey')
    .where('pickupId', '=', pickupId)
    .where('moment', '=', moment)
    .executeTakeFirst();
  await trx
    .insertInto('pickup_photos')
    .values({ id: newId(), ...photo, createdAt: now })
    .onConflict((conflict) => conflict.columns(['pickupId', 'moment']).doUpdateSet({ ...rest, createdAt: now }))
    .execute();
  const pickup = await trx
    .updateTable('pickups')
    .set({ [photoField(moment)]: url, updatedAt: now })
    .where('id', '=', pickupId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { pickup, replacedKey: before?.storageKey };
}

/** Returns true if a row names the file: a pickup's photo, or a disposal visit's ticket. */
export async function isPhotoInUse(db: Db, storageKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('pickup_photos')
    .select('id')
    .where('storageKey', '=', storageKey)
    .union(db.selectFrom('disposal_visits').select('id').where('ticketKey', '=', storageKey))
    .executeTakeFirst();
  return found !== undefined;
}
