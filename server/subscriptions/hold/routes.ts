import type { Handlers } from '../../http/adapter.ts';
import type { Services } from '../../services.ts';
import { presentSubscription } from '../present-subscription.ts';
import { requireLive } from '../require-subscription.ts';
import { comeBackEarly } from './come-back-early.ts';
import { holdPlan } from './hold-plan.ts';
import { previewBackEarly } from './preview-back-early.ts';
import { previewHold } from './preview-hold.ts';
import { skipVisit } from './skip-visit.ts';

/** Returns the handlers of holds and skips. A customer changes their own plan; a dispatcher changes a subscriber's. */
export function holdRoutes(services: Services) {
  const ownPlan = async (customerId: string) => (await requireLive(services.db, customerId)).id;
  const mine = async ({ id: actorId }: { id: string }) => ({ subscriptionId: await ownPlan(actorId), actorId });
  const theirs = ({ id: actorId }: { id: string }, { id: subscriptionId }: { id: string }) => {
    return { subscriptionId, actorId };
  };
  return {
    previewHold: async ({ actor, query }) => await previewHold(services, await ownPlan(actor.id), query),
    holdPlan: async ({ actor, body }) =>
      presentSubscription(await holdPlan(services, { ...body, ...(await mine(actor)) })),
    previewBackEarly: async ({ actor, query }) => await previewBackEarly(services, await ownPlan(actor.id), query.on),
    comeBackEarly: async ({ actor, body }) =>
      presentSubscription(await comeBackEarly(services, { ...body, ...(await mine(actor)) })),
    skipVisit: async ({ actor, body }) =>
      presentSubscription(await skipVisit(services, { ...body, ...(await mine(actor)) })),
    previewSubscriberHold: async ({ params, query }) => await previewHold(services, params.id, query),
    holdSubscriber: async ({ actor, params, body }) =>
      presentSubscription(await holdPlan(services, { ...body, ...theirs(actor, params) })),
    previewSubscriberBackEarly: async ({ params, query }) => await previewBackEarly(services, params.id, query.on),
    bringSubscriberBack: async ({ actor, params, body }) =>
      presentSubscription(await comeBackEarly(services, { ...body, ...theirs(actor, params) })),
    skipSubscriberVisit: async ({ actor, params, body }) =>
      presentSubscription(await skipVisit(services, { ...body, ...theirs(actor, params) })),
  } satisfies Partial<Handlers>;
}
