import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import { addDays, type DateKey } from '../../../contract/values/dates.ts';
import type { SavedAction } from './action.ts';

/**
 * The schedule that was read at `askedAtMs`, with every action applied that is waiting or was accepted since. An action accepted
 * after `nowMs` was accepted by a clock that has been corrected since, and is ignored. `isTomorrow` is computed again, because the
 * schedule may have been read before midnight.
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
    const { settledAtMs } = action;
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
        pickups: day.pickups.map((stop) => (ofStop.get(stop.id) ?? []).reduce(applyOne, stop)),
      },
    ]),
  );
}

function applyOne(stop: DriverStop, { work, pressedAtMs }: SavedAction): DriverStop {
  switch (work.kind) {
    case 'complete':
      return { ...stop, status: 'completed', completedAt: stop.completedAt ?? new Date(pressedAtMs).toISOString() };
    case 'incomplete':
      return {
        ...stop,
        status: 'incomplete',
        incompleteReason: work.reason,
        ...(work.note && { driverNotes: work.note }),
      };
    case 'undo':
      return { ...stop, status: 'assigned', completedAt: null, incompleteReason: null };
    case 'note':
      return { ...stop, driverNotes: work.note || null };
    case 'photo':
      if (!work.address) return stop;
      return { ...stop, [work.moment === 'before' ? 'beforePhotoUrl' : 'afterPhotoUrl']: work.address };
  }
}
