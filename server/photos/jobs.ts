import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { deleteUnusedPhoto } from './photo-files.ts';

export function photoJobs(services: Services) {
  return {
    'delete-unused-photo': async ({ storageKey }) => await deleteUnusedPhoto(services, storageKey),
  } satisfies Partial<JobHandlers>;
}
