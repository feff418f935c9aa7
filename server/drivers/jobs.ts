import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { countDay, sweepDays } from './count-day.ts';

export function driverJobs(services: Services) {
  return {
    'count-driver-day': async (day) => await countDay(services, day),
    'sweep-driver-days': async () => await sweepDays(services),
  } satisfies Partial<JobHandlers>;
}
