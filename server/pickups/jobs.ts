import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { notifyCompleted } from './changes/done-notices.ts';

export function pickupJobs(services: Services) {
  return {
    'notify-completed': async (completion, jobId) => await notifyCompleted(services, jobId, completion),
  } satisfies Partial<JobHandlers>;
}
