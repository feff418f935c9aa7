import type { z } from 'zod/mini';
import { isOpenStatus } from '../../../contract/pickups.ts';
import type { PlanVisit } from '../../../contract/plan/page.ts';
import {
  isAfterEnd,
  isHeld,
  isOneTooMany,
  type PlanTimetable,
  serviceDaysOn,
} from '../../../contract/values/plan/schedule.ts';
import { cutoffOf } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import type { StopFacts } from '../hold/rules.ts';

/** Pure decisions about a plan's next visits. */

export interface VisitFacts {
  readonly timetable: PlanTimetable;
  /** The plan's stops from six days ago on, in the order they were made. */
  readonly stops: readonly StopFacts[];
  /** The service days that have a credit. */
  readonly credited?: readonly DateKey[];
  /** The visits that closed days have moved, with and without a stop. */
  readonly moved?: readonly { readonly occurrence: DateKey; readonly day: DateKey }[];
  readonly changeCutoff: string;
  /** The reasons for which a plan cancels its own stops. */
  readonly planReasons: readonly string[];
  /** The cancellation reasons of skipped visits. */
  readonly skipReasons: readonly string[];
  readonly now: Date;
}

type Visit = z.input<typeof PlanVisit>;

/**
 * Returns the next `count` scheduled visits of an active plan in order of day, and between them those that are skipped,
 * on hold, or cancelled by our staff. A service day without a stop yet counts as a visit, unless it would be one too
 * many.
 */
export function upcomingVisits(facts: VisitFacts, count: number): Visit[] {
  const { timetable, stops, now } = facts;
  const today = dateKeyOf(now);
  // Open stops that were moved to today or later from an earlier service day.
  const visits = stops
    .filter((stop) => isOpen(stop) && stop.occurrence < today && stop.day >= today)
    .map(present(facts));
  const made = stops.filter(({ status }) => status !== 'cancelled').map(({ occurrence }) => occurrence);
  const known = [...made, ...(facts.credited ?? [])];
  const lastKnown = [today, ...stops.map(({ occurrence }) => occurrence)].sort().at(-1) ?? today;
  const { heldUntil } = timetable;
  const start = heldUntil !== null && heldUntil > lastKnown ? heldUntil : lastKnown;
  const lastDay = addDays(start, 7 * (count + 3));
  const isEnough = () => visits.filter(({ state }) => state === 'scheduled').length >= count;
  for (let day = today; day <= lastDay && !isEnough(); day = addDays(day, 1)) {
    const visit = visitOn(day, known, facts);
    if (visit?.state === 'scheduled' || visit?.state === 'held') known.push(day);
    if (visit) visits.push(visit);
  }
  return visits.sort((a, b) => dayOf(a).localeCompare(dayOf(b)));
}

const isOpen = ({ status }: StopFacts) => isOpenStatus(status);
const dayOf = ({ day, movedTo }: Visit) => movedTo ?? day;

/** Returns the visit of a service day; null if there is none, or if it is over. */
function visitOn(day: DateKey, known: readonly DateKey[], facts: VisitFacts): Visit | null {
  const { timetable, planReasons, skipReasons, now } = facts;
  const own = facts.stops.filter(({ occurrence }) => occurrence === day);
  const live = own.find(({ status }) => status !== 'cancelled');
  // A stop may have been moved to an earlier day that is over, and still be open.
  if (live) return isOpen(live) && live.day >= dateKeyOf(now) ? present(facts)(live) : null;

  const givenUp = own.findLast(({ cancellationReason }) => !planReasons.includes(cancellationReason ?? ''));
  if (givenUp) {
    const isSkipped = skipReasons.includes(givenUp.cancellationReason ?? '');
    return { ...present(facts)(givenUp), state: isSkipped ? 'skipped' : 'cancelled', ...noSkip };
  }
  if (!serviceDaysOn(timetable, day).includes(weekdayOf(day)) || isAfterEnd(timetable, day)) return null;
  const visit = presentDay(day, facts);
  if (isOneTooMany(timetable, day, known)) return null;
  if (isHeld(timetable, day)) return { ...visit, movedTo: null, state: 'held', ...noSkip };
  // No stop is made for today any more.
  return day === dateKeyOf(now) ? null : visit;
}

function presentDay(day: DateKey, { changeCutoff, moved = [], timetable, now }: VisitFacts): Visit {
  const to = moved.find(({ occurrence }) => occurrence === day)?.day ?? day;
  // A stop isn't made after the plan's end, so the visit stays on its service day.
  const movedTo = to === day || isAfterEnd(timetable, to) ? null : to;
  const skipUntil = cutoffOf(movedTo ?? day, changeCutoff);
  return { day, movedTo, pickupId: null, state: 'scheduled', ...skipOf(skipUntil, movedTo !== null, now) };
}

function present({ changeCutoff, moved = [], now }: VisitFacts) {
  return ({ id, occurrence, day, changeCutoff: own }: StopFacts): Visit => {
    const movedTo = day === occurrence ? null : day;
    const isMovedByUs = movedTo !== null && moved.some((visit) => visit.occurrence === occurrence && visit.day === day);
    const skip = skipOf(cutoffOf(day, own ?? changeCutoff), isMovedByUs, now);
    return { day: occurrence, movedTo, pickupId: id, state: 'scheduled', ...skip };
  };
}

const noSkip = { canSkip: false, isSkipCredited: false };

function skipOf(until: Date, isMovedByUs: boolean, now: Date) {
  const canSkip = now < until;
  return { canSkip, isSkipCredited: canSkip && isMovedByUs, skipUntil: until.toISOString() };
}
