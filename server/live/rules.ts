import type { IncompleteReason } from '../../contract/drivers.ts';
import { photoVersion } from '../../contract/photos.ts';
import type { LiveDay, LiveState } from '../../contract/pickups/live.ts';
import { isOpenStatus, type PickupStatus } from '../../contract/pickups.ts';
import { addDays, type DateKey, instantOf } from '../../contract/values/time/dates.ts';
import { areaOf } from '../addresses/geocode-rules.ts';

/** Decisions about the live day of a pickup. Facts and the time come in. */

/** What the database says of a pickup and its driver's route. */
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
  /** Whether its driver has resolved a stop of its day. */
  readonly hasStarted: boolean;
  /** The open stops before it; null without a driver. */
  readonly stopsAhead: number | null;
}

/** When a link to a day ends: at noon of the next one. */
export function linkEndsAt(day: DateKey): Date {
  return instantOf(addDays(day, 1), '12:00');
}

/** The earliest day whose links still work. */
export function oldestLiveDay(now: Date, today: DateKey): DateKey {
  const yesterday = addDays(today, -1);
  return now < linkEndsAt(yesterday) ? yesterday : today;
}

/** What a page shows of a pickup's day. `linkDay` is the day that the page's link is about; null for the customer's own page. */
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
  // Only on the day itself, and only once its driver has begun. Before that, the planned order may change.
  if (status !== 'assigned' || day !== today || !hasStarted || stopsAhead === null) return 'planned';
  return stopsAhead === 0 ? 'next' : 'on_route';
}

/** The photo after the visit, else the one before. */
function photoOf({ beforePhotoUrl, afterPhotoUrl }: LiveFacts): LiveDay['photo'] {
  const moment = afterPhotoUrl ? 'after' : 'before';
  const version = photoVersion(afterPhotoUrl ?? beforePhotoUrl ?? '');
  return version === undefined ? null : { moment, version };
}
