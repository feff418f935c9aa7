import type { PickupStatus } from '../../contract/pickups.ts';
import { isOpenStatus, statusLabels } from '../../contract/pickups.ts';
import { isHeld, type PlanTimetable } from '../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, formatDateKey } from '../../contract/values/time/dates.ts';
import { visitsAround } from '../subscriptions/rules.ts';

/** Pure decisions about the stops of days that can't be served. */

export interface StopFacts {
  readonly id: string;
  readonly status: PickupStatus;
  readonly day: DateKey;
  readonly isHeld: boolean;
  /** False for a visit that has no stop yet: stops of plans are made a week ahead. */
  readonly isMade: boolean;
  /** True for a stop that makes up for a missed pickup, and for a return trip. */
  readonly isSecondTrip: boolean;
  /** Null for a one-time pickup. */
  readonly plan: PlanFacts | null;
}

export interface PlanFacts {
  readonly status: string;
  readonly timetable: PlanTimetable;
  readonly occurrence: DateKey;
  /** The plan's visits around this stop, including the stop itself. */
  readonly visits: readonly Visit[];
}

export interface Visit {
  readonly id: string;
  readonly occurrence: DateKey;
  readonly day: DateKey;
  readonly status: PickupStatus;
}

export interface Wanted {
  /** The new day for the stops of each closed day. */
  readonly days: ReadonlyMap<DateKey, DateKey>;
  /** Choices for single stops, by stop id: a new day, or `skip`. */
  readonly choices: ReadonlyMap<string, DateKey | 'skip'>;
  readonly today: DateKey;
  readonly lastDay: DateKey;
}

export type Outcome =
  | { readonly act: 'move'; readonly to: DateKey; readonly note: string | null }
  | { readonly act: 'skip' }
  | { readonly act: 'stay'; readonly why: string }
  | {
      readonly act: 'conflict';
      readonly to: DateKey;
      readonly problem: string;
      readonly openDays: readonly DateKey[];
      readonly canSkip: boolean;
    };

/** Where stops are to go, by stop id: a day, or `skip`. */
type Targets = ReadonlyMap<string, DateKey | 'skip'>;

/** Returns where the stops that don't stay are to go. All stops are on one of the closed days. */
export function targetsOf(stops: readonly StopFacts[], wanted: Wanted): Targets {
  const targets = new Map<string, DateKey | 'skip'>();
  for (const stop of stops) {
    const target = wanted.choices.get(stop.id) ?? wanted.days.get(stop.day);
    if (target !== undefined && whyStays(stop) === null) targets.set(stop.id, target);
  }
  return targets;
}

/** Returns what happens to a stop. `targets` are those of all stops. */
export function decideStop(stop: StopFacts, targets: Targets, wanted: Wanted): Outcome {
  const target = targets.get(stop.id);
  if (target === undefined) return { act: 'stay', why: whyStays(stop) ?? 'Not on one of these days.' };
  if (target === 'skip') return { act: 'skip' };
  const visits = stop.plan && { ...stop.plan, ...aroundOf(stop.id, stop.plan, targets, wanted.today) };
  const problem = problemOf(stop, target, visits);
  if (problem === null) return { act: 'move', to: target, note: noteOf(stop, wanted) };
  const openDays = visits ? openDaysOf(stop, visits, wanted) : [];
  const canSkip = stop.plan !== null && stop.isMade;
  // A stop without any possible choice would block the other stops forever, so it stays.
  if (!canSkip && openDays.length === 0) return { act: 'stay', why: `${problem} It has no stop yet.` };
  return { act: 'conflict', to: target, problem, openDays, canSkip };
}

function whyStays({ status, plan }: StopFacts): string | null {
  if (!isOpenStatus(status)) return `It's already ${statusLabels[status].toLowerCase()}.`;
  return plan !== null && plan.status !== 'active' ? `Its plan is ${plan.status}.` : null;
}

/** A plan's stop is made this many days before its service day. */
const daysAhead = 7;

function noteOf({ isHeld: isUnpaid, isSecondTrip, isMade, plan }: StopFacts, { today }: Wanted): string | null {
  if (!isMade && plan) {
    const madeOn = addDays(plan.occurrence, -daysAhead);
    const when = madeOn > today ? `on ${formatDateKey(madeOn)}` : 'soon';
    return `Its stop is made ${when}, and its customer gets the message then.`;
  }
  if (isUnpaid) return 'Not paid yet. It still needs payment.';
  return isSecondTrip ? 'A second trip for an earlier pickup.' : null;
}

/** The visits around a plan's stop (`visitsAround`), as they will be after the other stops have moved. */
type VisitsAround = Pick<PlanFacts, 'occurrence' | 'timetable'> & ReturnType<typeof visitsAround>;

function aroundOf(id: string, plan: PlanFacts, targets: Targets, today: DateKey) {
  const visits = plan.visits.map((visit): Visit => {
    const target = targets.get(visit.id);
    if (target === 'skip') return { ...visit, status: 'cancelled' };
    return target === undefined ? visit : { ...visit, day: target };
  });
  return visitsAround({ id, occurrence: plan.occurrence }, plan.timetable, visits, today);
}

/** Returns why a stop can't move to a day; null if it can. `visits` is null for a one-time pickup. */
function problemOf({ day, isMade }: StopFacts, to: DateKey, visits: VisitsAround | null): string | null {
  if (to === day) return 'It would stay on the same day.';
  if (visits === null) return null;
  const { occurrence, timetable, after, before, taken } = visits;
  if (!isMade && to <= addDays(occurrence, -daysAhead)) return `Its stop isn't made before ${formatDateKey(to)}.`;
  if (isHeld(timetable, to)) return `Its plan is on hold on ${formatDateKey(to)}.`;
  if (to >= before) return `Its plan's next visit is on ${formatDateKey(before)}, or the plan ends by then.`;
  if (after !== null && to <= after) return `Its plan's last visit is on ${formatDateKey(after)}.`;
  return taken.includes(to) ? `Its plan has a visit on ${formatDateKey(to)}.` : null;
}

const mostOpenDays = 6;

/** Returns the first days that a plan's stop can move to, at most `mostOpenDays`. */
function openDaysOf(stop: StopFacts, visits: VisitsAround, { today, lastDay, days: closed }: Wanted): DateKey[] {
  const { after, before } = visits;
  const days: DateKey[] = [];
  let day = after !== null && after >= today ? addDays(after, 1) : today;
  for (; day < before && day <= lastDay && days.length < mostOpenDays; day = addDays(day, 1)) {
    if (!closed.has(day) && problemOf(stop, day, visits) === null) days.push(day);
  }
  return days;
}
