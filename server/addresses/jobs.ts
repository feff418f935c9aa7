import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { geocodeAddress } from './geocode-address.ts';
import { sweepPlaces } from './sweep-places.ts';

export function addressJobs(services: Services) {
  return {
    'geocode-address': async ({ address }) => await geocodeAddress(services, address),
    'sweep-places': async () => await sweepPlaces(services),
  } satisfies Partial<JobHandlers>;
}
