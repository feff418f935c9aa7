import type { z } from 'zod/mini';
import type { cancelPlan as cancelPlanEndpoint } from '../../../contract/plan/cancel.ts';
import type { Handlers } from '../../http/adapter.ts';
import type { Services } from '../../services.ts';
import { presentAdminSubscription, presentSubscription } from '../present-subscription.ts';
import { requireAdminSubscription, requireLive } from '../require-subscription.ts';
import { cancelPlan } from './cancel-plan.ts';
import { endPlan, previewEnd } from './end-plan.ts';
import { previewCancel } from './preview-cancel.ts';
import { undoCancel } from './undo-cancel.ts';

/**
 * Returns the handlers of cancellations. A customer cancels their own plan; a dispatcher cancels or ends a
 * subscriber's.
 */
export function cancelRoutes(services: Services) {
  const ownPlan = async (customerId: string) => (await requireLive(services.db, customerId)).id;
  const presentPlan = async (id: string) => presentAdminSubscription(await requireAdminSubscription(services.db, id));
  return {
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
      return await presentPlan(params.id);
    },
    undoSubscriberCancel: async ({ actor, params }) => {
      await undoCancel(services, { subscriptionId: params.id, actorId: actor.id });
      return await presentPlan(params.id);
    },
    previewSubscriberEnd: async ({ params }) => await previewEnd(services, params.id),
    endSubscriberPlan: async ({ actor, params, body }) => {
      await endPlan(services, { subscriptionId: params.id, actorId: actor.id, expectedRefund: body.expectedRefund });
      return await presentPlan(params.id);
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
