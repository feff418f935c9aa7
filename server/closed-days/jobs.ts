import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { notifyClosedDays } from './notify-closed-days.ts';

export function closedDayJobs(services: Services) {
  return {
    'notify-closed-days': async ({ actionId }) => await notifyClosedDays(services, actionId),
  } satisfies Partial<JobHandlers>;
}
