import { addDays, clockText, type DateKey, dateKeyOf, instantOf } from './dates.ts';

/** When a pickup of a day can be reported missed. */

/** The New York time from which a stop that nobody came to can be reported, also while its route is open. */
const reportsOpen = '18:00';
/** The days after its own on which it can still be reported. */
const daysAfter = 2;
/** A driver who has resolved a stop within this time is still at work. */
const stillOutMinutes = 60;

/** When a missed pickup can be reported, in a sentence. */
export const missedWindowText =
  `You can report a missed pickup in your account once your driver's route is done, or from ${clockText(reportsOpen)} on, ` +
  `until the end of the day ${daysAfter} days later.`;

/** When a pickup can first be reported even if its route is open: 18:00 of its day. */
export function reportsOpenAt(day: DateKey): Date {
  return instantOf(day, reportsOpen);
}

/** Today from 18:00 on, when its open pickups may turn out to be missed. Null before that. */
export function eveningDayOf(now: Date): DateKey | null {
  const today = dateKeyOf(now);
  return now >= reportsOpenAt(today) ? today : null;
}

/** The first instant at which it can no longer be reported: the end of 23:59 two days later. */
export function reportsEndAt(day: DateKey): Date {
  return instantOf(addDays(day, daysAfter + 1), '00:00');
}

export interface VisitFacts {
  readonly day: DateKey;
  readonly bookedAt: Date;
  /** Nobody has resolved it. */
  readonly isOpen: boolean;
  /** All stops of its driver's day are resolved. */
  readonly isRouteClosed: boolean;
  /** When its driver last resolved a stop of that day; null without a driver, and before the first. */
  readonly lastPressAt: Date | null;
}

/**
 * - before: its day hasn't come, or it was booked that evening and its day isn't over;
 * - coming: it is still open, and its driver may come;
 * - wait: it was resolved, and its driver's route isn't closed yet;
 * - open: it can be reported;
 * - over: the time for that has passed.
 */
export type MissedPhase = 'before' | 'coming' | 'wait' | 'open' | 'over';

export function missedPhaseOf(
  { day, bookedAt, isOpen, isRouteClosed, lastPressAt }: VisitFacts,
  now: Date,
): MissedPhase {
  if (now < instantOf(day, '00:00')) return 'before';
  if (now >= reportsEndAt(day)) return 'over';
  const opensAt = reportsOpenAt(day);
  const isEvening = now >= opensAt;
  if (!isOpen) return isEvening || isRouteClosed ? 'open' : 'wait';
  if (bookedAt >= opensAt && now < instantOf(addDays(day, 1), '00:00')) return 'before';
  const isStillOut = lastPressAt !== null && now.getTime() - lastPressAt.getTime() < stillOutMinutes * 60_000;
  return isEvening && !isStillOut ? 'open' : 'coming';
}
