import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { notifyCompleted } from './changes/done-notices.ts';
import { geocodePickups, sweepPlaces } from './places/geocode-pickups.ts';

export function pickupJobs(services: Services) {
  return {
    'geocode-address': async ({ address }) => await geocodePickups(services, address),
    'notify-completed': async (completion, jobId) => await notifyCompleted(services, jobId, completion),
    'sweep-places': async () => await sweepPlaces(services),
  } satisfies Partial<JobHandlers>;
}
