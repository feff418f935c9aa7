import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { deleteOldIdempotencyKeys } from './idempotency.store.ts';

/** How long a repeated request with the same Idempotency-Key is recognised: a phone may be without signal for two weeks. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

export function pickupJobs(services: Services) {
  return {
    'sweep-idempotency-keys': async () => {
      await deleteOldIdempotencyKeys(services.db, new Date(services.clock().getTime() - keptMs));
    },
  } satisfies Partial<JobHandlers>;
}
