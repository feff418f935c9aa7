import { addDays, dateKeyOf } from '../../contract/values/dates.ts';
import { findUnplacedAddresses } from '../pickups/places/place-pickups.ts';
import type { Services } from '../services.ts';
import { googleForgottenBefore } from './geocode-rules.ts';
import { findKnown } from './locate-address.ts';
import { forgetGooglePlaces } from './places.store.ts';

/** A rateLimited geocoder answers about this many within an hour beside its other work. */
const mostQuestions = 500;
const pageSize = 500;

/**
 * Has the addresses asked for again whose pickups are still to be driven and know no more than their ZIP code: the geocoder
 * failed for a whole day, or was switched on since. What a geocoder does not know is not asked again. Forgets what Google told
 * too long ago.
 */
export async function sweepPlaces(services: Services): Promise<void> {
  const { db, clock, jobs, geocoder } = services;
  await forgetGooglePlaces(db, googleForgottenBefore(clock()));
  if (!geocoder) return;
  // Yesterday's stops may still be driven today.
  const fromDay = addDays(dateKeyOf(clock()), -1);
  let questions = 0;
  for (let after = '', isMore = true; isMore && questions < mostQuestions; ) {
    const addresses = await findUnplacedAddresses(db, { fromDay, after, limit: pageSize });
    const known = await findKnown(services, db, addresses);
    for (const [index, address] of addresses.entries()) {
      const found = known[index];
      const isBest = found?.isSettled && (found.place === null || found.place.precision === 'area');
      if (isBest || questions >= mostQuestions) continue;
      await jobs.enqueue(db, 'geocode-address', { address });
      questions += 1;
    }
    isMore = addresses.length === pageSize;
    after = addresses.at(-1) ?? '';
  }
}
