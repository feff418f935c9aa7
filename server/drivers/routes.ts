import type { Handlers } from '../http/adapter.ts';
import { completeStops } from '../pickups/complete-stops.ts';
import { markStopIncomplete } from '../pickups/mark-stop-incomplete.ts';
import { presentPickup } from '../pickups/present-pickup.ts';
import { saveStopNote } from '../pickups/save-stop-note.ts';
import type { Services } from '../services.ts';
import { getDriverStats } from './get-driver-stats.ts';
import { getSchedule } from './get-schedule.ts';

export function driverRoutes(services: Services) {
  return {
    getDriverRoute: async ({ actor }) => await getSchedule(services, actor.id),
    getFullRoute: async ({ actor }) => await getSchedule(services, actor.id),
    completeBulk: async ({ actor, body }) => {
      const { pickupIds, pressedAt } = body;
      const stops = { pickupIds, pressedAt: typeof pressedAt === 'string' ? new Date(pressedAt) : undefined };
      const { completed, ignoredIds, nextWeekPickups } = await completeStops(services, actor.id, stops);
      return {
        success: true,
        message: `Successfully completed ${completed.length} pickup(s)`,
        completed: completed.length,
        pickups: completed.map(presentPickup),
        ignoredIds,
        nextWeekPickups: nextWeekPickups.map(presentPickup),
      };
    },
    markStopIncomplete: async ({ actor, params, body }) =>
      presentPickup(await markStopIncomplete(services, actor.id, params.id, body)),
    saveStopNote: async ({ actor, params, body }) =>
      presentPickup(await saveStopNote(services, actor.id, params.id, body.driverNotes)),
    getDriverStats: async ({ actor }) => await getDriverStats(services, actor.id),
  } satisfies Partial<Handlers>;
}
