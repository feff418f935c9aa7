import type { DriverSchedule, DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';
import { toServerMs } from '../../api/server-clock.ts';
import type { SavedAction } from './action.ts';

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
        pickups: day.pickups.map((stop) => (ofStop.get(stop.id) ?? []).reduce(applyOne, stop)),
        ...(day.disposalVisits && {
          disposalVisits: day.disposalVisits.map((visit) => (ofStop.get(visit.id) ?? []).reduce(applyToVisit, visit)),
        }),
      },
    ]),
  );
}

function applyOne(stop: DriverStop, { work, pressedAtMs }: SavedAction): DriverStop {
  switch (work.kind) {
    case 'complete':
      return { ...stop, status: 'completed', completedAt: stop.completedAt ?? instantOfPress(pressedAtMs) };
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
    case 'bags':
      return { ...stop, countedBags: work.bags };
    case 'photo':
      if (!work.address) return stop;
      return { ...stop, [work.moment === 'before' ? 'beforePhotoUrl' : 'afterPhotoUrl']: work.address };
    // Emptying the truck is no stop.
    case 'emptied':
    case 'tons':
    case 'ticket':
      return stop;
  }
}

function applyToVisit(visit: DisposalVisit, { work, pressedAtMs }: SavedAction): DisposalVisit {
  switch (work.kind) {
    case 'emptied':
      return { ...visit, emptiedAt: visit.emptiedAt ?? instantOfPress(pressedAtMs) };
    case 'undo':
      return { ...visit, emptiedAt: null, tons: null, hasTicketPhoto: false };
    case 'tons':
      return { ...visit, tons: work.tons === null ? null : work.tons.toFixed(2) };
    case 'ticket':
      return { ...visit, hasTicketPhoto: visit.hasTicketPhoto || work.image === null };
    case 'complete':
    case 'incomplete':
    case 'note':
    case 'bags':
    case 'photo':
      return visit;
  }
}

/** Returns when the driver pressed, by the server's clock, beside which other stops' times are shown and compared. */
function instantOfPress(pressedAtMs: number): string {
  return new Date(toServerMs(pressedAtMs)).toISOString();
}
