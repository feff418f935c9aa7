import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { tidyPhoto } from './tidy-photo.ts';

export function photoJobs(services: Services) {
  return {
    'tidy-photo': async ({ storageKey }) => await tidyPhoto(services, storageKey),
  } satisfies Partial<JobHandlers>;
}
