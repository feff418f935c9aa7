import { coordinatesText, type Place } from '../../contract/values/places.ts';
import type { Db } from '../database/transaction.ts';
import { zipCentroid } from '../external/geocoding/zip-centroids.ts';
import type { Services } from '../services.ts';
import { addressKeyOf, fullAddressOf, googleForgottenBefore, isFinal, type Located, zipOf } from './geocode-rules.ts';
import { deleteGooglePlaces, findPlaces, type PlaceRow } from './places.store.ts';
import { samplePlaces } from './sample-places.ts';

/** Our knowledge of an address. `isFinal` means that another lookup would find nothing better. */
export interface KnownAddress {
  place: Place | null;
  fullAddress: string | null;
  isFinal: boolean;
}

/**
 * Returns an address's place, for the pickup that the caller's transaction makes. When only the ZIP code is known,
 * returns its center, so that route planning never waits. A job then asks a geocoder and updates every pickup at that
 * address.
 */
export async function locateAddress(
  services: Pick<Services, 'clock' | 'geocoder' | 'jobs'>,
  trx: Db,
  address: string,
): Promise<Located> {
  return locatedAt(await lookUpAddress(services, trx, address));
}

/** Returns our knowledge of an address. Unless it is final, enqueues a job that asks the geocoder. */
export async function lookUpAddress(
  services: Pick<Services, 'clock' | 'geocoder' | 'jobs'>,
  trx: Db,
  address: string,
): Promise<KnownAddress> {
  const [known = unknown] = await findKnown(services, trx, [address]);
  if (!known.isFinal && services.geocoder) await services.jobs.enqueue(trx, 'geocode-address', { address });
  return known;
}

const unknown: KnownAddress = { place: null, fullAddress: null, isFinal: false };

/** Converts a place to a pickup's columns. */
export function locatedAt({ place, fullAddress }: Pick<KnownAddress, 'place' | 'fullAddress'>): Located {
  return place
    ? { coordinates: coordinatesText(place), coordinatesPrecision: place.precision, fullAddress }
    : { coordinates: null, coordinatesPrecision: null, fullAddress };
}

/** Returns our knowledge of each address, in the same order. */
export async function findKnown(
  { clock }: Pick<Services, 'clock'>,
  db: Db,
  addresses: readonly string[],
): Promise<KnownAddress[]> {
  const asked = addresses.map((address) => ({ address, key: addressKeyOf(address) }));
  const keys = [...new Set(asked.map(({ key }) => key))].filter((key) => !samplePlaces.has(key));
  const rows = new Map((await findPlaces(db, keys)).map((row) => [row.addressKey, row]));
  return await Promise.all(
    asked.map(async ({ address, key }) => {
      const sample = samplePlaces.get(key);
      const row = rows.get(key);
      const fullAddress = fullAddressOf(address, row?.fullAddress ?? null);
      if (sample) return { place: { ...sample, precision: 'address' as const }, fullAddress, isFinal: true };
      const place = (row && placeOfRow(row)) ?? (await areaOf(address));
      // A geocoder can't find text without a letter or a digit.
      return { place, fullAddress, isFinal: key === '' || (row !== undefined && isFinal(row, clock())) };
    }),
  );
}

function placeOfRow({ latitude, longitude, precision }: PlaceRow): Place | null {
  return latitude === null || longitude === null || precision === null ? null : { latitude, longitude, precision };
}

/** Returns the center of the address's ZIP code, or null. */
export async function areaOf(address: string): Promise<Place | null> {
  const zip = zipOf(address);
  const middle = zip && (await zipCentroid(zip));
  return middle ? { ...middle, precision: 'area' } : null;
}

/** Deletes the places that Google's terms no longer let us store. */
export async function forgetOldPlaces({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteGooglePlaces(db, googleForgottenBefore(clock()));
}
