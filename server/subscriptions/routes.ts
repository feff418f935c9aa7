import type { z } from 'zod/mini';
import type { cancelPlan as cancelPlanEndpoint } from '../../contract/plan/cancel.ts';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import { presentPickup } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { finishCard, startCard } from './billing/update-card.ts';
import { cancelPlan } from './cancel/cancel-plan.ts';
import { endPlan, previewEnd } from './cancel/end-plan.ts';
import { previewCancel } from './cancel/preview-cancel.ts';
import { undoCancel } from './cancel/undo-cancel.ts';
import { cancelSubscription } from './manage/cancel-subscription.ts';
import { countSubscribers, listRecentPickups, listSubscribers } from './manage/list-subscriptions.ts';
import { rescheduleSubscription } from './manage/reschedule-subscription.ts';
import { requireAdminSubscription, updateSubscription } from './manage/update-subscription.ts';
import { readOwnPlan, readSubscriberPlan } from './plan-page/read-plan.ts';
import { presentAdminSubscription, presentSubscription } from './present-subscription.ts';
import { requireLive } from './require-live.ts';
import { findLatestSubscription } from './store.ts';
import { confirmSubscription } from './subscribe/confirm-subscription.ts';
import { createSubscription } from './subscribe/create-subscription.ts';

export function subscriptionRoutes(services: Services) {
  const ownPlan = async (customerId: string) => (await requireLive(services.db, customerId)).id;
  return {
    getSubscription: async ({ actor }) => {
      const subscription = await findLatestSubscription(services.db, actor.id);
      return subscription ? presentSubscription(subscription) : null;
    },
    getPlan: async ({ actor }) => await readOwnPlan(services, actor.id),
    getSubscriberPlan: async ({ params }) => await readSubscriberPlan(services, params.id),
    startCardUpdate: async ({ actor, request }) => await startCard(services, { id: actor.id, ip: request.ip }),
    finishCardUpdate: async ({ actor, body, request }) =>
      presentSubscription(await finishCard(services, { id: actor.id, ip: request.ip }, body)),
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
    previewPlanCancel: async ({ actor }) => await previewCancel(services, await ownPlan(actor.id)),
    cancelPlan: async ({ actor, body }) =>
      presentSubscription(await cancelPlan(services, cancelRequest(await ownPlan(actor.id), actor.id, body))),
    undoPlanCancel: async ({ actor }) => {
      const request = { subscriptionId: await ownPlan(actor.id), actorId: actor.id };
      return presentSubscription(await undoCancel(services, request));
    },
    previewSubscriberCancel: async ({ params }) => await previewCancel(services, params.id),
    cancelSubscriberPlan: async ({ actor, params, body }) => {
      await cancelPlan(services, cancelRequest(params.id, actor.id, body));
      return presentAdminSubscription(await requireAdminSubscription(services.db, params.id));
    },
    undoSubscriberCancel: async ({ actor, params }) => {
      await undoCancel(services, { subscriptionId: params.id, actorId: actor.id });
      return presentAdminSubscription(await requireAdminSubscription(services.db, params.id));
    },
    previewSubscriberEnd: async ({ params }) => await previewEnd(services, params.id),
    endSubscriberPlan: async ({ actor, params, body }) => {
      await endPlan(services, { subscriptionId: params.id, actorId: actor.id, expectedRefund: body.expectedRefund });
      return presentAdminSubscription(await requireAdminSubscription(services.db, params.id));
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

function cancelRequest(
  subscriptionId: string,
  actorId: string,
  { expectedEnd, reason }: z.output<(typeof cancelPlanEndpoint)['body']>,
) {
  return { subscriptionId, actorId, expectedEnd: expectedEnd ? new Date(expectedEnd) : null, reason: reason || null };
}
