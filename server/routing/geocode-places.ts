import { findKnown } from '../addresses/locate-address.ts';
import { geocodePickups, sweepPlaces } from '../pickups/places/geocode-pickups.ts';
import type { Services } from '../services.ts';
import { listSiteAddresses, setSitePlaces } from './disposal/sites.store.ts';
import { listTruckAddresses, setTruckPlaces } from './trucks/trucks.store.ts';

/**
 * Does what `geocodePickups` does, and also sets the place of disposal sites and of trucks' starts and ends at the
 * address.
 */
export async function geocodePlaces(
  services: Pick<Services, 'db' | 'clock' | 'geocoder'>,
  address: string,
): Promise<void> {
  await geocodePickups(services, address, async (trx, place) => {
    await setSitePlaces(trx, address, place);
    await setTruckPlaces(trx, address, place);
  });
}

/**
 * Does what `sweepPlaces` does, also for the addresses of sites and trucks. They stay for years, so an address whose
 * place may no longer be stored is geocoded again.
 */
export async function sweepAllPlaces(services: Services): Promise<void> {
  await sweepPlaces(services);
  const { db, jobs, geocoder } = services;
  if (!geocoder) return;
  const addresses = [...new Set([...(await listSiteAddresses(db)), ...(await listTruckAddresses(db))])];
  const known = await findKnown(services, db, addresses);
  for (const [index, address] of addresses.entries()) {
    if (!known[index]?.isFinal) await jobs.enqueue(db, 'geocode-address', { address });
  }
}
