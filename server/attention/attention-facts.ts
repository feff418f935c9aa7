import { decisionHours } from '../../contract/pickups/missed.ts';
import { lowRatingDays } from '../../contract/pickups/ratings.ts';
import { addDays, type DateKey, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { guessedLeg } from '../routing/board/load-rules.ts';
import { type Hours, usualHours } from '../routing/shifts/shift-rules.ts';
import type { Services } from '../services.ts';

/** The inputs of the kinds' queries besides the rows. */
export interface AttentionFacts {
  readonly today: DateKey;
  /** The last day that is checked for overloads and for unknown or unserved addresses. */
  readonly horizon: DateKey;
  /** Late work received before this instant is no longer listed. */
  readonly lateSince: Date;
  /** Low ratings given at or before this instant are no longer listed. */
  readonly lowRatedSince: Date;
  /** Reports made at or before this instant are past the deadline for deciding them. */
  readonly missedSince: Date;
  /** The time at a stop, without its bags and the drive to it. */
  readonly stopSeconds: number;
  readonly bagSeconds: number;
  /** The assumed drive to an unplanned stop when the route has no legs to average. */
  readonly guessedLegSeconds: number;
  /** The working hours of drivers without hours of their own. */
  readonly hours: Hours;
  /** A newest good backup made at or before this instant is too old. */
  readonly backedUpSince: Date;
  /** A closing made at or before this instant that is still open is stuck. */
  readonly stuckSince: Date;
  readonly now: Date;
}

/** Days ahead that are checked for overloads and for unknown or unserved addresses. */
const daysAhead = 13;
/** One night without a backup, and two hours to make the next one. */
const backupHours = 26;
/** Days after which late work is no longer listed. */
const lateWorkDays = 60;
/** Hours after which a plan's credit that isn't returned is listed. Every attempt until then may fail by chance. */
const stuckHours = 24;

export function attentionFacts({ clock, settings }: Pick<Services, 'clock' | 'settings'>): AttentionFacts {
  const now = clock();
  const today = dateKeyOf(now);
  const { workTimes, routeHours } = settings;
  return {
    today,
    horizon: addDays(today, daysAhead),
    lateSince: instantOf(addDays(today, -lateWorkDays), '00:00'),
    lowRatedSince: new Date(now.getTime() - lowRatingDays * 24 * 3600 * 1000),
    missedSince: new Date(now.getTime() - decisionHours * 3_600_000),
    stopSeconds: workTimes.stopSeconds,
    bagSeconds: workTimes.bagSeconds,
    guessedLegSeconds: guessedLeg.seconds,
    hours: usualHours(workTimes.startTime, routeHours),
    backedUpSince: new Date(now.getTime() - backupHours * 3_600_000),
    stuckSince: new Date(now.getTime() - stuckHours * 3_600_000),
    now,
  };
}
