import { addDays, clockText, type DateKey, dateKeyOf, instantOf } from './dates.ts';

/** The window in which a pickup can be reported missed. */

/** From this New York time on, a stop that nobody came to can be reported even if its route is still open. */
const reportsOpen = '18:00';
/** The number of days after its own on which a pickup can still be reported. */
const daysAfter = 2;
/** A driver who has resolved a stop within this time is still working. */
const stillOutMinutes = 60;

/** A sentence that says when a missed pickup can be reported. */
export const missedWindowText =
  `You can report a missed pickup in your account once your driver's route is done, or from ${clockText(reportsOpen)} on, ` +
  `until the end of the day ${daysAfter} days later.`;

/** Returns the time from which a pickup can be reported even if its route is still open: 18:00 of its day. */
export function reportsOpenAt(day: DateKey): Date {
  return instantOf(day, reportsOpen);
}

/** Returns today from 18:00 on, when open pickups may turn out to be missed; null before that. */
export function eveningDayOf(now: Date): DateKey | null {
  const today = dateKeyOf(now);
  return now >= reportsOpenAt(today) ? today : null;
}

/**
 * Returns the first instant at which a pickup can no longer be reported: midnight at the end of the second day after
 * its own.
 */
export function reportsEndAt(day: DateKey): Date {
  return instantOf(addDays(day, daysAfter + 1), '00:00');
}

export interface VisitFacts {
  readonly day: DateKey;
  readonly bookedAt: Date;
  /** Whether nobody has resolved the pickup. */
  readonly isOpen: boolean;
  /** Whether all stops of its driver's day are resolved. */
  readonly isRouteClosed: boolean;
  /** When its driver last resolved a stop of that day; null without a driver, and before the first. */
  readonly lastPressAt: Date | null;
}

/**
 * - before: its day hasn't come, or it was booked that evening and its day isn't over;
 * - coming: it is still open, and its driver may come;
 * - wait: it was resolved, and its driver's route isn't closed yet;
 * - open: it can be reported;
 * - over: it can no longer be reported.
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
