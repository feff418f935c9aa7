import type { Handlers } from '../http/adapter.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { presentToCustomer } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { createPickup } from './create-pickup.ts';

export function bookingRoutes(services: Services) {
  return {
    createPickup: async ({ actor, body, request, reply }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      const booking = { customerId: actor.id, body, idempotencyKey, ip: request.ip };
      const { pickup, isNew } = await createPickup(services, booking);
      reply.code(isNew ? 201 : 200);
      return presentToCustomer(pickup);
    },
  } satisfies Partial<Handlers>;
}
