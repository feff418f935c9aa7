import type { Db } from '../../database/transaction.ts';
import type { PickupRow } from '../pickup-row.ts';
import { listUnplacedAddresses, setCoordinates } from './store.ts';

/** Tells the open pickups at an address where they are, as far as they do not know better: nothing replaces a door or a street. */
export async function placePickups(
  trx: Db,
  address: string,
  place: Pick<PickupRow, 'coordinates' | 'coordinatesPrecision'>,
  now: Date,
): Promise<void> {
  if (place.coordinates !== null) await setCoordinates(trx, address, place, now);
}

/**
 * Addresses of open pickups from a New York day on that know no more than their ZIP code, in the order of the alphabet
 * after `after`.
 */
export async function findUnplacedAddresses(
  db: Db,
  page: { fromDay: string; after: string; limit: number },
): Promise<string[]> {
  return await listUnplacedAddresses(db, page);
}
