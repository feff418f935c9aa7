import type { Handlers } from '../../http/adapter.ts';
import type { Services } from '../../services.ts';
import { presentAdminSubscription, presentSubscription } from '../present-subscription.ts';
import { requireLive } from '../require-subscription.ts';
import { type AdminSubscriptionRow, findAdminSubscription } from '../subscriptions.store.ts';
import { changePlan, undoChange } from './change-plan.ts';
import { previewChange } from './read-change.ts';

/** Returns the handlers of plan changes. Customers and dispatchers share the use cases. */
export function changeRoutes(services: Services) {
  const { db } = services;
  const presentAdmin = async (id: string) =>
    presentAdminSubscription((await findAdminSubscription(db, id)) as AdminSubscriptionRow);
  return {
    previewPlanChange: async ({ actor, query }) =>
      await previewChange(services, (await requireLive(db, actor.id)).id, query),
    changePlan: async ({ actor, body }) => {
      const { id: subscriptionId } = await requireLive(db, actor.id);
      return presentSubscription(await changePlan(services, { subscriptionId, actorId: actor.id, body }));
    },
    undoPlanChange: async ({ actor }) => {
      const { id: subscriptionId } = await requireLive(db, actor.id);
      return presentSubscription(await undoChange(services, { subscriptionId, actorId: actor.id }));
    },
    previewSubscriberChange: async ({ params, query }) => await previewChange(services, params.id, query),
    changeSubscriberPlan: async ({ actor, params, body }) => {
      await changePlan(services, { subscriptionId: params.id, actorId: actor.id, body });
      return await presentAdmin(params.id);
    },
    undoSubscriberChange: async ({ actor, params }) => {
      await undoChange(services, { subscriptionId: params.id, actorId: actor.id });
      return await presentAdmin(params.id);
    },
  } satisfies Partial<Handlers>;
}
