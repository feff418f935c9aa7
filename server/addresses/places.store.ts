import { type Selectable, sql } from 'kysely';
import type { PlacesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of the table `places`: where each normalized address is. */

const columns = [
  'addressKey',
  'fullAddress',
  'latitude',
  'longitude',
  'source',
  'precision',
  'lastError',
  'updatedAt',
] as const;

export type PlaceRow = Pick<Selectable<PlacesTable>, (typeof columns)[number]>;

export async function findPlaces(db: Db, addressKeys: readonly string[]): Promise<PlaceRow[]> {
  if (addressKeys.length === 0) return [];
  return await db.selectFrom('places').select(columns).where('addressKey', 'in', addressKeys).execute();
}

/** Saves a geocoder's result, in place of an earlier one. */
export async function savePlace(
  db: Db,
  place: Omit<PlaceRow, 'updatedAt'> & { address: string; zipCode: string | null; now: Date },
): Promise<void> {
  const { now, ...found } = place;
  const { addressKey: _key, ...change } = found;
  await db
    .insertInto('places')
    .values({ ...found, attempts: 1, createdAt: now, updatedAt: now })
    .onConflict((conflict) =>
      conflict.column('addressKey').doUpdateSet({ ...change, attempts: sql`places."attempts" + 1`, updatedAt: now }),
    )
    .execute();
}

/** Deletes Google's places that were saved before an instant. */
export async function deleteGooglePlaces(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('places').where('source', '=', 'google').where('updatedAt', '<', before).execute();
}
