import type { Place } from '../../contract/values/places.ts';
import { inTransaction } from '../database/transaction.ts';
import { GeocoderError } from '../external/geocoding/geocoder.ts';
import { zipCentroid } from '../external/geocoding/zip-centroids.ts';
import { placePickups } from '../pickups/places/place-pickups.ts';
import type { Services } from '../services.ts';
import { addressKeyOf, chooseAnswer, type PlaceSource, questionOf, zipOf } from './geocode-rules.ts';
import { areaOf, findKnown, locatedAt } from './locate-address.ts';
import { savePlace } from './places.store.ts';

type GeocodeServices = Pick<Services, 'db' | 'clock' | 'geocoder'>;

/**
 * Asks where an address is, unless that is known by now, and tells the open pickups there. When the geocoder cannot say, they
 * get the middle of their ZIP code and the job is to run again: throws the GeocoderError.
 */
export async function geocodeAddress(services: GeocodeServices, address: string): Promise<void> {
  const { db, geocoder, clock } = services;
  const [known] = await findKnown(services, db, [address]);
  if (!known) return;
  if (known.isSettled || !geocoder) {
    return await inTransaction(db, (trx) => placePickups(trx, address, locatedAt(known.place), clock()));
  }
  try {
    const answers = await geocoder.find(questionOf(address));
    const zip = zipOf(address);
    const place = chooseAnswer(answers, geocoder.source, zip ? await zipCentroid(zip) : undefined);
    await keep(services, address, { place, source: place?.source ?? null, lastError: null });
  } catch (error) {
    if (!(error instanceof GeocoderError)) throw error;
    const area = await areaOf(address);
    await keep(services, address, { place: area, source: area && 'zip', lastError: error.message });
    throw error;
  }
}

async function keep(
  { db, clock }: GeocodeServices,
  address: string,
  told: { place: Place | null; source: PlaceSource | null; lastError: string | null },
): Promise<void> {
  const { place, source, lastError } = told;
  const now = clock();
  await inTransaction(db, async (trx) => {
    await savePlace(trx, {
      ...{ addressKey: addressKeyOf(address), address, zipCode: zipOf(address), source, lastError, now },
      ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
      precision: place?.precision ?? null,
    });
    await placePickups(trx, address, locatedAt(place), now);
  });
}
