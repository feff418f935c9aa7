import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
<<<<<<< HEAD
import { sendRescheduled } from './dispatch/send-rescheduled.ts';
=======
import { notifyCompleted } from './changes/done-notices.ts';
>>>>>>> w/moves
import { geocodePickups, sweepPlaces } from './places/geocode-pickups.ts';

export function pickupJobs(services: Services) {
  return {
    'geocode-address': async ({ address }) => await geocodePickups(services, address),
<<<<<<< HEAD
    'send-rescheduled': async (payload) => await sendRescheduled(services, payload),
=======
    'notify-completed': async (completion, jobId) => await notifyCompleted(services, jobId, completion),
>>>>>>> w/moves
    'sweep-places': async () => await sweepPlaces(services),
  } satisfies Partial<JobHandlers>;
}
