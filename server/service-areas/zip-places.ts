import type { ZipPlace } from '../../contract/service-areas.ts';
import { milesBetween } from '../addresses/geocode-rules.ts';
import { listZipCentroids } from '../external/geocoding/zip-centroids.ts';

/** Philadelphia's City Hall. */
const middle = { latitude: 39.9526, longitude: -75.1635 };
/** Radius that covers Philadelphia and its suburbs. */
const farthestMiles = 25;

let places: Promise<ZipPlace[]> | undefined;

/** Returns the ZIP codes around Philadelphia, each with its centroid. Reads the list once, because it never changes. */
export async function listZipPlaces(): Promise<ZipPlace[]> {
  places ??= listZipCentroids((place) => milesBetween(place, middle) <= farthestMiles).catch((error: unknown) => {
    places = undefined;
    throw error;
  });
  return await places;
}
