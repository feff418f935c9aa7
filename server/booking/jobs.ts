import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { holdUnpaid } from './hold-unpaid.ts';

export function bookingJobs(services: Services) {
  return {
    'hold-unpaid': async () => await holdUnpaid(services),
  } satisfies Partial<JobHandlers>;
}
