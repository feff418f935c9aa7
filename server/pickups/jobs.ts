import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { deleteOldIdempotencyKeys } from './store.ts';

/** How long a repeated request with the same Idempotency-Key is recognised. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

export function pickupJobs(services: Services) {
  return {
    'sweep-idempotency-keys': async () => {
      await deleteOldIdempotencyKeys(services.db, new Date(services.clock().getTime() - keptMs));
    },
  } satisfies Partial<JobHandlers>;
}
