import { geocodeAddress } from '../../addresses/geocode-address.ts';
import type { Services } from '../../services.ts';
import { setCoordinates } from './store.ts';

/**
 * Asks the geocoder where an address is, unless that is already known, and sets the place of the open pickups there that have no
 * better one. Throws the GeocoderError when the geocoder fails: the job is to run again.
 */
export async function geocodePickups(
  services: Pick<Services, 'db' | 'clock' | 'geocoder'>,
  address: string,
): Promise<void> {
  await geocodeAddress(services, address, async (trx, place) => {
    if (place.coordinates !== null) await setCoordinates(trx, address, place, services.clock());
  });
}
