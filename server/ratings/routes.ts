import type { Handlers } from '../http/adapter.ts';
import { presentToCustomer } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { ratePickup } from './rate-pickup.ts';

export function ratingRoutes(services: Services) {
  return {
    ratePickup: async ({ actor, params, body }) =>
      presentToCustomer(await ratePickup(services, actor.id, params.id, body)),
  } satisfies Partial<Handlers>;
}
