import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sweepExpired } from './sign-in/sweep-expired.ts';

export function accountJobs(services: Services) {
  return {
    'sweep-expired': async () => await sweepExpired(services),
  } satisfies Partial<JobHandlers>;
}
