import { findKnown } from '../addresses/locate-address.ts';
import { geocodePickups, sweepPlaces } from '../pickups/places/geocode-pickups.ts';
import type { Services } from '../services.ts';
import { listSiteAddresses, setSitePlaces } from './disposal/sites.store.ts';
import { listTruckAddresses, setTruckPlaces } from './trucks/trucks.store.ts';

/** As `geocodePickups`; the disposal sites and the starts and ends of trucks at the address get the place too. */
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
 * As `sweepPlaces`, also for the addresses of sites and trucks: they stay for years, so a place that may not be stored any longer
 * is asked for again.
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
