import type { Handlers } from '../http/adapter.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import { presentToDriver } from '../pickups/present-pickup.ts';
import { completeStops } from '../pickups/stops/complete-stops.ts';
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
      const { pickupIds, pressedAt, sentAt, keys } = body;
      const stops = { pickupIds, keys, pressedAt: instantOf(pressedAt), sentAt: instantOf(sentAt) };
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
      const { reason, note, photoFollows, pressedAt, sentAt } = body;
      const said = { pressedAt: instantOf(pressedAt), sentAt: instantOf(sentAt) };
      const undone = { reason, note, photoFollows, ...said, key: idempotencyKeyOf(request) };
      return presentToDriver(await markStopIncomplete(services, actor.id, params.id, undone));
    },
    undoStop: async ({ actor, params, body, request }) => {
      const said = { pressedAt: instantOf(body?.pressedAt), sentAt: instantOf(body?.sentAt) };
      const press = { ...said, pressKey: body?.pressKey, key: idempotencyKeyOf(request) };
      return presentToDriver(await undoStop(services, actor.id, params.id, press));
    },
    saveStopNote: async ({ actor, params, body, request }) =>
      presentToDriver(await saveStopNote(services, actor.id, params.id, body.driverNotes, idempotencyKeyOf(request))),
    getDriverStats: async ({ actor }) => await getDriverStats(services, actor.id),
  } satisfies Partial<Handlers>;
}

/** A phone's time. The Date may be invalid. */
function instantOf(said: string | undefined): Date | undefined {
  return said === undefined ? undefined : new Date(said);
}
