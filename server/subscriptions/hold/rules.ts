import { isOpenStatus, type PickupStatus } from '../../../contract/pickups.ts';
import type { HoldDays } from '../../../contract/values/plan/hold.ts';
import { hasService, isOneTooMany, type PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';

/** Pure decisions about the visits that a hold covers. */

/** A stop of a plan. It belongs to the service day that it was made for, even if it was moved to another day. */
export interface StopFacts {
  readonly id: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
  readonly status: PickupStatus;
  readonly cancellationReason: string | null;
  /** The cut-off time that the stop was made under (HH:MM); null for the one in the settings. */
  readonly changeCutoff: string | null;
}

export interface HeldVisit {
  readonly day: DateKey;
  /** The visit's stop, which the hold cancels; null if it has none yet. */
  readonly pickupId: string | null;
}

/** The next visit is searched for this many days after a hold, because the customer may have skipped some visits. */
export const reachDays = 35;

export interface HoldFacts {
  /** The plan's timetable. The hold in it is ignored. */
  readonly timetable: PlanTimetable;
  /** The plan's stops, from six days before the first day on. */
  readonly stops: readonly StopFacts[];
  /** The reasons for which a plan cancels its own stops. A visit cancelled for one of them would be made again. */
  readonly planReasons: readonly string[];
  /** The service days that have a credit. */
  readonly written: readonly { readonly day: DateKey }[];
}

const isOpen = ({ status }: StopFacts) => isOpenStatus(status);

/** Returns true if the stop can still be held: it is open, and the cut-off of its present day hasn't passed. */
function isHoldable(stop: StopFacts, now: Date, changeCutoff: string): boolean {
  return isOpen(stop) && now < cutoffOf(stop.day, stop.changeCutoff ?? changeCutoff);
}

/**
 * Returns the visits that a hold covers: its service days, except those that have a stop, were skipped, were cancelled
 * by our staff, or would be one visit too many within seven days. `isTaken` decides which stops that aren't cancelled
 * are covered after all; if it is undefined, none are.
 */
function visitsWithin(
  { timetable, stops, planReasons, written }: HoldFacts,
  { from, until }: HoldDays,
  isTaken?: (stop: StopFacts) => boolean,
): HeldVisit[] {
  const unheld = { ...timetable, holdFrom: null, heldUntil: null };
  const made = stops.filter(({ status }) => status !== 'cancelled').map(({ occurrence }) => occurrence);
  const known = [...made, ...written.map(({ day }) => day)];
  const held: HeldVisit[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) {
    if (!hasService(unheld, day)) continue;
    const own = stops.filter(({ occurrence }) => occurrence === day);
    const live = own.find(({ status }) => status !== 'cancelled');
    // Used only if the day has no live stop, so all of its stops are cancelled.
    const isGivenUp = own.some(({ cancellationReason: reason }) => !planReasons.includes(reason ?? ''));
    if (live ? !isTaken?.(live) : isGivenUp || isOneTooMany(unheld, day, known)) continue;
    held.push({ day, pickupId: live?.id ?? null });
    known.push(day);
  }
  return held;
}

/** Returns the visits that a new hold covers, and the stops on its days that it doesn't, both in order of day. */
export function visitsToHold(
  facts: HoldFacts,
  hold: HoldDays,
  { now, changeCutoff }: { now: Date; changeCutoff: string },
): { held: HeldVisit[]; staying: { day: DateKey; pickupId: string }[] } {
  const held = visitsWithin(facts, hold, (stop) => isHoldable(stop, now, changeCutoff));
  const taken = new Set(held.map(({ pickupId }) => pickupId));
  const staying = facts.stops
    .filter((stop) => isOpen(stop) && stop.day >= hold.from && stop.day < hold.until && !taken.has(stop.id))
    .map(({ day, id: pickupId }) => ({ day, pickupId }));
  return { held, staying: staying.sort((a, b) => a.day.localeCompare(b.day)) };
}

/** Returns the visits that an existing hold covers on these days. A stop that isn't cancelled was not held. */
export function visitsHeld(facts: HoldFacts, hold: HoldDays): HeldVisit[] {
  return visitsWithin(facts, hold);
}

/**
 * Returns the day of the first visit in the `reachDays` days from `from` on: it has an open stop, or would get one.
 * Null if there is none. `held` are the held visits before it.
 */
export function nextVisitFrom(facts: HoldFacts, from: DateKey, held: HoldFacts['written']): DateKey | null {
  const known = { ...facts, written: [...facts.written, ...held] };
  const [next] = visitsWithin(known, { from, until: addDays(from, reachDays) }, isOpen);
  return next?.day ?? null;
}
