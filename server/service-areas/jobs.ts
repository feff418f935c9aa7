import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sendAreaOpen } from './send-area-open.ts';

export function serviceAreaJobs(services: Services) {
  return {
    'send-area-open': async ({ waitingId }) => await sendAreaOpen(services, waitingId),
  } satisfies Partial<JobHandlers>;
}
