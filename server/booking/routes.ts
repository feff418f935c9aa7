import type { Handlers } from '../http/adapter.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { requireAdminPickup } from '../pickups/find-pickup.ts';
import { presentAdminPickup, presentToCustomer } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { bookByPhone } from './book-by-phone.ts';
import { cancelBooking } from './changes/cancel-booking.ts';
import { moveBooking } from './changes/move-booking.ts';
import { readChangeOptions } from './changes/read-change-options.ts';
import { createPickup } from './create-pickup.ts';
import { getMyPickup } from './pickup-page/get-my-pickup.ts';
import { requestPaymentLink } from './send-payment-link.ts';

export function bookingRoutes(services: Services) {
  return {
    createPickup: async ({ actor, body, request, reply }) => {
      const idempotencyKey = idempotencyKeyOf(request);
      const booking = { customerId: actor.id, body, idempotencyKey, ip: request.ip };
      const { pickup, isNew } = await createPickup(services, booking);
      reply.code(isNew ? 201 : 200);
      return presentToCustomer(pickup);
    },
    getMyPickup: async ({ actor, params }) => await getMyPickup(services, actor.id, params.id),
    bookForCustomer: async ({ actor, params, body, request, reply }) => {
      const call = { actorId: actor.id, customerId: params.id, body, idempotencyKey: idempotencyKeyOf(request) };
      const { pickup, isNew } = await bookByPhone(services, call);
      reply.code(isNew ? 201 : 200);
      return presentAdminPickup(await requireAdminPickup(services.db, pickup.id));
    },
    getChangeOptions: async ({ actor, params }) => await readChangeOptions(services, actor.id, params.id),
    moveBooking: async ({ actor, params, body }) => {
      const { newDate } = body;
      return presentToCustomer(await moveBooking(services, { customerId: actor.id, pickupId: params.id, newDate }));
    },
    cancelBooking: async ({ actor, params, body }) => {
      const { expectedRefund } = body;
      const request = { customerId: actor.id, pickupId: params.id, expectedRefund };
      const { pickup, refund } = await cancelBooking(services, request);
      return { ...presentToCustomer(pickup), refund };
    },
    sendPaymentLink: async ({ actor, params }) => await requestPaymentLink(services, actor.id, params.id),
  } satisfies Partial<Handlers>;
}
