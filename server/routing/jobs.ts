import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { refreshArrivals } from './day/refresh-arrivals.ts';

export function routingJobs(services: Services) {
  return {
    'refresh-arrivals': async (payload) => await refreshArrivals(services, payload),
  } satisfies Partial<JobHandlers>;
}
