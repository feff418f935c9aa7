import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { geocodeAddress } from '../../addresses/geocode-address.ts';
import type { Located } from '../../addresses/geocode-rules.ts';
import { findKnown, forgetOldPlaces } from '../../addresses/locate-address.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { listUnplacedAddresses, setCoordinates } from './places.store.ts';

/**
 * Geocodes an address, unless its place is already known, and gives this place to the open pickups at the address that
 * have no better one. `alsoPlace` does the same for other rows at the address, in the same transaction. Throws the
 * GeocoderError when the geocoder fails, so that the job runs again.
 */
export async function geocodePickups(
  services: Pick<Services, 'db' | 'clock' | 'geocoder'>,
  address: string,
  alsoPlace?: (trx: Db, place: Located) => Promise<void>,
): Promise<void> {
  await geocodeAddress(services, address, async (trx, place) => {
    if (place.coordinates === null) return;
    await setCoordinates(trx, address, place, services.clock());
    await alsoPlace?.(trx, place);
  });
}

/** About as many as a rate-limited geocoder can answer within an hour besides its other work. */
const maxQuestions = 500;
const pageSize = 500;

/**
 * Enqueues a geocoder job for each address of open pickups that has no better place than its ZIP code, because the
 * geocoder failed for a whole day or was off. Doesn't retry an address that the geocoder doesn't know. Also deletes
 * places that are too old to be stored.
 */
export async function sweepPlaces(services: Services): Promise<void> {
  const { db, clock, jobs, geocoder } = services;
  await forgetOldPlaces(services);
  if (!geocoder) return;
  // Yesterday's stops may still be served today.
  const fromDay = addDays(dateKeyOf(clock()), -1);
  let questions = 0;
  for (let after = '', isMore = true; isMore && questions < maxQuestions; ) {
    const addresses = await listUnplacedAddresses(db, { fromDay, after, limit: pageSize });
    const known = await findKnown(services, db, addresses);
    for (const [index, address] of addresses.entries()) {
      const found = known[index];
      const isBest = found?.isFinal && (found.place === null || found.place.precision === 'area');
      if (isBest || questions >= maxQuestions) continue;
      await jobs.enqueue(db, 'geocode-address', { address });
      questions += 1;
    }
    isMore = addresses.length === pageSize;
    after = addresses.at(-1) ?? '';
  }
}
