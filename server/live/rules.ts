import type { IncompleteReason } from '../../contract/drivers.ts';
import { photoVersion } from '../../contract/photos.ts';
import type { LiveDay, LiveState } from '../../contract/pickups/live.ts';
import { isOpenStatus, type PickupStatus } from '../../contract/pickups.ts';
import { addDays, type DateKey, instantOf } from '../../contract/values/time/dates.ts';
import { areaOf } from '../addresses/geocode-rules.ts';

/** Pure rules of a pickup's live day. */

/** The stored facts about a pickup and its driver's route. */
export interface LiveFacts {
  readonly id: string;
  readonly status: PickupStatus;
  /** The New York day; null while none is set. */
  readonly scheduledDay: DateKey | null;
  readonly address: string;
  readonly pickupWindow: string | null;
  readonly heldAt: Date | null;
  readonly completedAt: Date | null;
  readonly incompleteReason: IncompleteReason | null;
  readonly beforePhotoUrl: string | null;
  readonly afterPhotoUrl: string | null;
  /** True once the driver has resolved a stop of that day. */
  readonly hasStarted: boolean;
  /** The number of open stops before the pickup; null if it has no driver or no day. */
  readonly stopsAhead: number | null;
}

/** Returns when a link to a day ends: at noon the next day. */
export function linkEndsAt(day: DateKey): Date {
  return instantOf(addDays(day, 1), '12:00');
}

/** Returns the earliest day whose links still work. */
export function oldestLiveDay(now: Date, today: DateKey): DateKey {
  const yesterday = addDays(today, -1);
  return now < linkEndsAt(yesterday) ? yesterday : today;
}

/**
 * Returns the live day that a page shows. `linkDay` is the day of the page's link; null for the customer's own page.
 */
export function liveDayOf(facts: LiveFacts, linkDay: DateKey | null, today: DateKey): LiveDay {
  const state = liveStateOf(facts, linkDay, today);
  const isOpen = isOpenStatus(facts.status);
  return {
    state,
    pickupId: facts.id,
    day: facts.scheduledDay,
    window: isOpen && state !== 'on_hold' ? facts.pickupWindow : null,
    stopsBefore: state === 'on_route' || state === 'next' ? facts.stopsAhead : null,
    area: areaOf(facts.address),
    completedAt: state === 'done' ? (facts.completedAt?.toISOString() ?? null) : null,
    reason: state === 'not_done' ? facts.incompleteReason : null,
    photo: isOpen || state === 'cancelled' || state === 'moved' ? null : photoOf(facts),
  };
}

function liveStateOf(facts: LiveFacts, linkDay: DateKey | null, today: DateKey): LiveState {
  const { status, scheduledDay: day, heldAt, hasStarted, stopsAhead } = facts;
  if (status === 'cancelled') return 'cancelled';
  if (linkDay !== null && day !== linkDay) return 'moved';
  if (status === 'completed') return 'done';
  if (status === 'incomplete') return 'not_done';
  if (status === 'issue') return 'issue';
  if (heldAt !== null) return 'on_hold';
  if (day !== null && day < today) return 'late';
  // A place in the route is shown only on the day itself, once the driver has started: before, the order may change.
  if (status !== 'assigned' || day !== today || !hasStarted || stopsAhead === null) return 'planned';
  return stopsAhead === 0 ? 'next' : 'on_route';
}

/** Returns the photo after the visit, else the one before. */
function photoOf({ beforePhotoUrl, afterPhotoUrl }: LiveFacts): LiveDay['photo'] {
  const moment = afterPhotoUrl ? 'after' : 'before';
  const version = photoVersion(afterPhotoUrl ?? beforePhotoUrl ?? '');
  return version === undefined ? null : { moment, version };
}
