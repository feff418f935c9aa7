import type { ZipPlace } from '../../contract/service-areas.ts';
import { milesBetween } from '../addresses/geocode-rules.ts';
import { listZipCentroids } from '../external/geocoding/zip-centroids.ts';

/** City Hall. */
const middle = { latitude: 39.9526, longitude: -75.1635 };
/** Philadelphia and its suburbs. */
const farthestMiles = 25;

let places: Promise<ZipPlace[]> | undefined;

/** The ZIP codes around Philadelphia with the middle of each. Read once: the list doesn't change. */
export async function listZipPlaces(): Promise<ZipPlace[]> {
  places ??= listZipCentroids((place) => milesBetween(place, middle) <= farthestMiles).catch((error: unknown) => {
    places = undefined;
    throw error;
  });
  return await places;
}
