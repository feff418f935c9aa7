import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { finishDeletion } from './delete-account.ts';

export function myDataJobs(services: Services) {
  return {
    'finish-deletion': async ({ userId }) => await finishDeletion(services, userId),
  } satisfies Partial<JobHandlers>;
}
