import { isOpenStatus, type PickupStatus } from '../../../contract/pickups.ts';
import type { HoldDays } from '../../../contract/values/plan/hold.ts';
import { hasService, isOneTooMany, type PlanTimetable } from '../../../contract/values/plan/schedule.ts';
import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey } from '../../../contract/values/time/dates.ts';

/** Which visits a hold holds. Facts and the time come in; nothing is read. */

/** A stop of a plan. It belongs to the service day that it was made for, also when it was moved to another day. */
export interface StopFacts {
  readonly id: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
  readonly status: PickupStatus;
  readonly cancellationReason: string | null;
  /** The terms it was made under; null for those of the settings. */
  readonly changeCutoff: string | null;
}

export interface HeldVisit {
  readonly day: DateKey;
  /** Its stop, which the hold cancels; null while it has none. */
  readonly pickupId: string | null;
}

/** How far after a hold its next visit is searched: the customer may have skipped some. */
export const reachDays = 35;

export interface HoldFacts {
  /** The plan's timetable. Its own hold doesn't count. */
  readonly timetable: PlanTimetable;
  /** From six days before the first day on. */
  readonly stops: readonly StopFacts[];
  /** The reasons for which a plan cancels its own stops. A visit cancelled for one of them would be made again. */
  readonly planReasons: readonly string[];
  /** The service days that have a credit. */
  readonly written: readonly { readonly day: DateKey }[];
}

const isOpen = ({ status }: StopFacts) => isOpenStatus(status);

/** Whether the stop can still be held: it is open, and the cut-off of the day that it is on hasn't passed. */
function isHoldable(stop: StopFacts, now: Date, changeCutoff: string): boolean {
  return isOpen(stop) && now < cutoffOf(stop.day, stop.changeCutoff ?? changeCutoff);
}

/**
 * The visits that a hold takes: its service days, except those that are or were made, were skipped, were cancelled by
 * our staff, or would be one visit too many within seven days. `isTaken` decides about a stop that isn't cancelled;
 * without it, no such stop is taken.
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
    // Counts only when none of its stops is live, so all of them are cancelled.
    const isGivenUp = own.some(({ cancellationReason: reason }) => !planReasons.includes(reason ?? ''));
    if (live ? !isTaken?.(live) : isGivenUp || isOneTooMany(unheld, day, known)) continue;
    held.push({ day, pickupId: live?.id ?? null });
    known.push(day);
  }
  return held;
}

/** The visits that a new hold takes, and the stops on its days that will be made all the same, by day. */
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

/** The visits of days that are held, or of a present hold until it ends. A stop that isn't cancelled was not held. */
export function visitsHeld(facts: HoldFacts, hold: HoldDays): HeldVisit[] {
  return visitsWithin(facts, hold);
}

/**
 * The first visit from a day on, within some weeks: it has an open stop, or would get one. `held` are the visits on hold before
 * it.
 */
export function nextVisitFrom(facts: HoldFacts, from: DateKey, held: HoldFacts['written']): DateKey | null {
  const known = { ...facts, written: [...facts.written, ...held] };
  const [next] = visitsWithin(known, { from, until: addDays(from, reachDays) }, isOpen);
  return next?.day ?? null;
}
