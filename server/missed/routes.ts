import type { Handlers } from '../http/adapter.ts';
import { presentToCustomer } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { bookReturnTrip } from './book-return-trip.ts';
import { decideReport } from './decide-report.ts';
import { readMissedState } from './read-state.ts';
import { reportMissed } from './report-missed.ts';

export function missedRoutes(services: Services) {
  return {
    getMissedState: async ({ actor, params }) => await readMissedState(services, actor.id, params.id),
    reportMissed: async ({ actor, params, body }) => {
      const message = body?.message || null;
      return await reportMissed(services, { customerId: actor.id, pickupId: params.id, message });
    },
    bookReturnTrip: async ({ actor, params, body, request, reply }) => {
      const trip = { customerId: actor.id, pickupId: params.id, day: body.scheduledDate, ip: request.ip };
      const { pickup, isNew } = await bookReturnTrip(services, trip);
      reply.code(isNew ? 201 : 200);
      return presentToCustomer(pickup);
    },
    decideMissed: async ({ actor, params, body }) => await decideReport(services, actor.id, params.id, body),
  } satisfies Partial<Handlers>;
}
