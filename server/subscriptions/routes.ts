import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { presentSubscription } from './present-subscription.ts';
import { findLatestSubscription } from './store.ts';

export function subscriptionRoutes(services: Services) {
  return {
    getSubscription: async ({ actor }) => {
      const subscription = await findLatestSubscription(services.db, actor.id);
      return subscription ? presentSubscription(subscription) : null;
    },
  } satisfies Partial<Handlers>;
}
