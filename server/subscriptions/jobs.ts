import type { JobHandlers } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { sweepSubscriptions } from './sweep-subscriptions.ts';
import { syncSubscription } from './sync-subscription.ts';

export function subscriptionJobs(services: Services) {
  return {
    'sync-subscription': async ({ subscriptionId }) => await syncSubscription(services, subscriptionId),
    'sweep-subscriptions': async () => {
      await sweepSubscriptions(services);
    },
  } satisfies Partial<JobHandlers>;
}
