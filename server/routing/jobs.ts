import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sweepBulkActions } from './board/sweep-bulk-actions.ts';
import { putFirst } from './day/put-first.ts';
import { refreshArrivals } from './day/refresh-arrivals.ts';
import { geocodePlaces, sweepAllPlaces } from './geocode-places.ts';

export function routingJobs(services: Services) {
  return {
    'refresh-arrivals': async (payload) => await refreshArrivals(services, payload),
    'put-first': async (payload) => await putFirst(services, payload),
    'geocode-address': async ({ address }) => await geocodePlaces(services, address),
    'sweep-places': async () => await sweepAllPlaces(services),
    'sweep-bulk-actions': async () => await sweepBulkActions(services),
  } satisfies Partial<JobHandlers>;
}
