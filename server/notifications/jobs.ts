import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { notifyPerson } from './notify-person.ts';

export function notificationJobs(services: Services) {
  return {
    'notify-person': async (notification, jobId) => await notifyPerson(services, jobId, notification),
  } satisfies Partial<JobHandlers>;
}
