import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import { presentPickup } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { finishCard, startCard } from './billing/update-card.ts';
import { cancelRoutes } from './cancel/routes.ts';
import { changeRoutes } from './change/routes.ts';
import { getPlanCredit } from './credits/get-plan-credit.ts';
import { holdRoutes } from './hold/routes.ts';
import { cancelSubscription } from './manage/cancel-subscription.ts';
import { countSubscribers, listRecentPickups, listSubscribers } from './manage/list-subscriptions.ts';
import { rescheduleSubscription } from './manage/reschedule-subscription.ts';
import { updateSubscription } from './manage/update-subscription.ts';
import { readOwnPlan, readSubscriberPlan } from './plan-page/read-plan.ts';
import { listPreferredTimes } from './preferred-times.ts';
import { presentAdminSubscription, presentSubscription } from './present-subscription.ts';
import { confirmSubscription } from './subscribe/confirm-subscription.ts';
import { createSubscription } from './subscribe/create-subscription.ts';
import { findLatestSubscription } from './subscriptions.store.ts';

export function subscriptionRoutes(services: Services) {
  return {
    ...changeRoutes(services),
    getSubscription: async ({ actor }) => {
      const subscription = await findLatestSubscription(services.db, actor.id);
      return subscription ? presentSubscription(subscription) : null;
    },
    getPlan: async ({ actor }) => await readOwnPlan(services, actor.id),
    getSubscriberPlan: async ({ params }) => await readSubscriberPlan(services, params.id),
    ...cancelRoutes(services),
    ...holdRoutes(services),
    getPlanCredit: async ({ actor }) => await getPlanCredit(services, actor.id),
    startCardUpdate: async ({ actor, request }) => await startCard(services, { id: actor.id, ip: request.ip }),
    finishCardUpdate: async ({ actor, body, request }) =>
      presentSubscription(await finishCard(services, { id: actor.id, ip: request.ip }, body)),
    listPreferredTimes: async () => await listPreferredTimes(services),
    createSubscription: async ({ actor, body, request }) =>
      await createSubscription(services, actor.id, body, request.ip),
    confirmSubscriptionPayment: async ({ actor, body }) => {
      const subscription = await confirmSubscription(services, actor.id, body);
      return {
        success: true,
        message: `Your subscription is ${subscription.status}.`,
        subscription: presentSubscription(subscription),
      };
    },
    listSubscriptions: async ({ query, request, reply }) => {
      const page = await listSubscribers(services.db, query);
      sendPageHeaders(reply, request, page);
      return page.rows.map(presentAdminSubscription);
    },
    countSubscriptions: async () => await countSubscribers(services.db),
    listSubscriptionPickups: async ({ params }) => (await listRecentPickups(services.db, params.id)).map(presentPickup),
    updateSubscription: async ({ actor, params, body }) =>
      presentAdminSubscription(await updateSubscription(services, actor.id, params.id, body)),
    cancelSubscription: async ({ actor, params }) =>
      presentAdminSubscription(await cancelSubscription(services, actor.id, params.id)),
    rescheduleSubscription: async ({ actor, params, body }) => {
      const { subscription, ...email } = await rescheduleSubscription(services, actor.id, params.id, body);
      return { ...email, subscription: presentAdminSubscription(subscription) };
    },
  } satisfies Partial<Handlers>;
}
