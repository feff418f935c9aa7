import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { presentAdminSubscription, presentSubscription } from './present-subscription.ts';
import { rescheduleSubscription } from './reschedule-subscription.ts';
import { findLatestSubscription } from './store.ts';
import { updateSubscription } from './update-subscription.ts';

export function subscriptionRoutes(services: Services) {
  return {
    getSubscription: async ({ actor }) => {
      const subscription = await findLatestSubscription(services.db, actor.id);
      return subscription ? presentSubscription(subscription) : null;
    },
    createSubscription: async ({ actor, body }) => await createSubscription(services, actor.id, body),
    confirmSubscriptionPayment: async ({ actor, body }) => {
      const subscription = await confirmSubscription(services, actor.id, body);
      return {
        success: true,
        message: 'Your subscription is active.',
        subscription: presentSubscription(subscription),
      };
    },
    updateSubscription: async ({ params, body }) =>
      presentAdminSubscription(await updateSubscription(services, params.id, body)),
    cancelSubscription: async ({ params }) => presentAdminSubscription(await cancelSubscription(services, params.id)),
    rescheduleSubscription: async ({ params, body }) => {
      const { subscription, ...email } = await rescheduleSubscription(services, params.id, body);
      return { ...email, subscription: presentAdminSubscription(subscription) };
    },
  } satisfies Partial<Handlers>;
}
