import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { notifyAdmins, notifyPerson } from './notify.ts';

export function notificationJobs(services: Services) {
  return {
    'notify-admins': async (notice, jobId) => await notifyAdmins(services, jobId, notice),
    'notify-person': async (notification, jobId) => await notifyPerson(services, jobId, notification),
  } satisfies Partial<JobHandlers>;
}
