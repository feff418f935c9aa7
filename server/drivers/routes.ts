import type { Handlers } from '../http/adapter.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { phoneTimesOf } from '../http/phone-times.ts';
import { presentToDriver } from '../pickups/present-pickup.ts';
import { completeStops } from '../pickups/stops/complete-stops.ts';
import { countBags } from '../pickups/stops/count-bags.ts';
import { markStopIncomplete } from '../pickups/stops/mark-stop-incomplete.ts';
import { saveStopNote } from '../pickups/stops/save-stop-note.ts';
import { undoStop } from '../pickups/undo/undo-stop.ts';
import type { Services } from '../services.ts';
import { getDriverStats } from './get-driver-stats.ts';
import { getSchedule } from './get-schedule.ts';

export function driverRoutes(services: Services) {
  return {
    getDriverRoute: async ({ actor }) => await getSchedule(services, actor.id),
    getFullRoute: async ({ actor }) => await getSchedule(services, actor.id),
    completeBulk: async ({ actor, body }) => {
      const { pickupIds, keys } = body;
      const stops = { pickupIds, keys, ...phoneTimesOf(body) };
      const { completed, ignoredIds, takenAway, nextWeekPickups } = await completeStops(services, actor.id, stops);
      return {
        success: true,
        message: `Successfully completed ${completed.length} pickup(s)`,
        completed: completed.length,
        pickups: completed.map(presentToDriver),
        ignoredIds,
        takenAway,
        nextWeekPickups: nextWeekPickups.map(presentToDriver),
      };
    },
    markStopIncomplete: async ({ actor, params, body, request }) => {
      const { reason, note, photoFollows } = body;
      const undone = { reason, note, photoFollows, ...phoneTimesOf(body), key: idempotencyKeyOf(request) };
      return presentToDriver(await markStopIncomplete(services, actor.id, params.id, undone));
    },
    undoStop: async ({ actor, params, body, request }) => {
      const press = { ...phoneTimesOf(body), pressKey: body?.pressKey, key: idempotencyKeyOf(request) };
      return presentToDriver(await undoStop(services, actor.id, params.id, press));
    },
    saveStopNote: async ({ actor, params, body, request }) =>
      presentToDriver(await saveStopNote(services, actor.id, params.id, body.driverNotes, idempotencyKeyOf(request))),
    countBags: async ({ actor, params, body, request }) => {
      const count = { bags: body.bags, ...phoneTimesOf(body), key: idempotencyKeyOf(request) };
      return presentToDriver(await countBags(services, actor.id, params.id, count));
    },
    getDriverStats: async ({ actor }) => await getDriverStats(services, actor.id),
  } satisfies Partial<Handlers>;
}
