import type { Place } from '../../contract/values/places.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { GeocoderError } from '../external/geocoding/geocoder.ts';
import { zipCentroid } from '../external/geocoding/zip-centroids.ts';
import type { Services } from '../services.ts';
import {
  addressKeyOf,
  choosePlace,
  fullAddressOf,
  type Located,
  type PlaceSource,
  questionOf,
  zipOf,
} from './geocode-rules.ts';
import { areaOf, findKnown, locatedAt } from './locate-address.ts';
import { savePlace } from './places.store.ts';

type GeocodeServices = Pick<Services, 'db' | 'clock' | 'geocoder'>;

/** Receives the located address, in the transaction that saves it. */
type UsePlace = (trx: Db, place: Located) => Promise<void>;

/**
 * Geocodes an address, unless its place is final or no geocoder is set up, and passes the place to `usePlace`. When the
 * geocoder fails, `usePlace` gets the center of the ZIP code, and the GeocoderError is rethrown so that the job runs
 * again.
 */
export async function geocodeAddress(services: GeocodeServices, address: string, usePlace: UsePlace): Promise<void> {
  const { db, geocoder } = services;
  const [known] = await findKnown(services, db, [address]);
  if (!known) return;
  if (known.isFinal || !geocoder) return await inTransaction(db, (trx) => usePlace(trx, locatedAt(known)));
  try {
    const places = await geocoder.find(questionOf(address));
    const zip = zipOf(address);
    const place = choosePlace(places, geocoder.source, zip ? await zipCentroid(zip) : undefined);
    const matched = (place && 'fullAddress' in place && place.fullAddress) || null;
    await save(services, address, { place, matched, source: place?.source ?? null, lastError: null }, usePlace);
  } catch (error) {
    if (!(error instanceof GeocoderError)) throw error;
    const area = await areaOf(address);
    await save(
      services,
      address,
      { place: area, matched: null, source: area && 'zip', lastError: error.message },
      usePlace,
    );
    throw error;
  }
}

async function save(
  { db, clock }: GeocodeServices,
  address: string,
  found: { place: Place | null; matched: string | null; source: PlaceSource | null; lastError: string | null },
  usePlace: UsePlace,
): Promise<void> {
  const { place, matched, source, lastError } = found;
  await inTransaction(db, async (trx) => {
    await savePlace(trx, {
      ...{ addressKey: addressKeyOf(address), address, zipCode: zipOf(address), source, lastError, now: clock() },
      ...{ latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
      ...{ precision: place?.precision ?? null, fullAddress: matched },
    });
    await usePlace(trx, locatedAt({ place, fullAddress: fullAddressOf(address, matched) }));
  });
}
