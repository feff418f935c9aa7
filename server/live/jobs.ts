import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { messageNextCustomers } from './message-next-customers.ts';
import { sweepLinks } from './sweep-links.ts';

export function liveJobs(services: Services) {
  return {
    'message-next-customers': async (job) => await messageNextCustomers(services, job),
    'sweep-live-links': async () => await sweepLinks(services),
  } satisfies Partial<JobHandlers>;
}
