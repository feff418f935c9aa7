import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import type { SavedAction } from './action.ts';
import { rowOf } from './work-table.ts';

/**
 * Returns the schedule that was requested at `askedAtMs` with the driver's actions applied: those waiting and those
 * accepted since then. Ignores a completion that has failed, and an action accepted after `nowMs`, because the phone's clock has been set back since.
 * Recomputes `isTomorrow`, because the schedule may have been read before midnight.
 */
export function applyActions(
  schedule: DriverSchedule,
  askedAtMs: number,
  actions: readonly SavedAction[],
  today: DateKey,
  nowMs: number,
): DriverSchedule {
  const ofStop = new Map<string, SavedAction[]>();
  for (const action of actions.toSorted((one, other) => one.seq - other.seq)) {
    const { settledAtMs, hasFailed } = action;
    if (hasFailed) continue;
    if (settledAtMs !== null && (settledAtMs < askedAtMs || settledAtMs > nowMs)) continue;
    ofStop.set(action.pickupId, [...(ofStop.get(action.pickupId) ?? []), action]);
  }
  const tomorrow = addDays(today, 1);
  return Object.fromEntries(
    Object.entries(schedule).map(([date, day]) => [
      date,
      {
        ...day,
        isTomorrow: date === tomorrow,
        pickups: day.pickups.map((stop) => (ofStop.get(stop.id) ?? []).reduce(afterStopWork, stop)),
        ...(day.disposalVisits && {
          disposalVisits: day.disposalVisits.map((visit) => (ofStop.get(visit.id) ?? []).reduce(afterVisitWork, visit)),
        }),
      },
    ]),
  );
}

function afterStopWork(stop: DriverStop, action: SavedAction): DriverStop {
  return rowOf(action.work).onStop?.(stop, action) ?? stop;
}

function afterVisitWork(visit: DisposalVisit, action: SavedAction): DisposalVisit {
  return rowOf(action.work).onVisit?.(visit, action) ?? visit;
}
