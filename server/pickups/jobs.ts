import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { geocodePickups, sweepPlaces } from './places/geocode-pickups.ts';

export function pickupJobs(services: Services) {
  return {
    'geocode-address': async ({ address }) => await geocodePickups(services, address),
    'sweep-places': async () => await sweepPlaces(services),
  } satisfies Partial<JobHandlers>;
}
