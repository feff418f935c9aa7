import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { deleteOldKeys } from './idempotency.store.ts';

/** How long a key is recognized. A phone may be offline for two weeks. */
const keyLifetimeMs = 30 * 24 * 60 * 60 * 1000;

export function idempotencyJobs(services: Services) {
  return {
    'sweep-idempotency-keys': async () => {
      await deleteOldKeys(services.db, new Date(services.clock().getTime() - keyLifetimeMs));
    },
  } satisfies Partial<JobHandlers>;
}
