import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { measureServiceTimes } from './measure-service-times.ts';

export function serviceTimesJobs(services: Services) {
  return {
    'measure-service-times': async () => await measureServiceTimes(services),
  } satisfies Partial<JobHandlers>;
}
