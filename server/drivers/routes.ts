import type { Handlers } from '../http/adapter.ts';
import { completeStops } from '../pickups/complete-stops.ts';
import { presentPickup } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { getSchedule } from './get-schedule.ts';

export function driverRoutes(services: Services) {
  return {
    getDriverRoute: async ({ actor }) => await getSchedule(services, actor.id),
    getFullRoute: async ({ actor }) => await getSchedule(services, actor.id),
    completeBulk: async ({ actor, body }) => {
      const { completed, ignoredIds, nextWeekPickups } = await completeStops(services, actor.id, body.pickupIds);
      return {
        success: true,
        message: `Successfully completed ${completed.length} pickup(s)`,
        completed: completed.length,
        pickups: completed.map(presentPickup),
        ignoredIds,
        nextWeekPickups: nextWeekPickups.map(presentPickup),
      };
    },
  } satisfies Partial<Handlers>;
}
