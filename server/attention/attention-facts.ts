import { decisionHours } from '../../contract/pickups/missed.ts';
import { lowRatingDays } from '../../contract/pickups/ratings.ts';
import { addDays, type DateKey, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { guessedLeg } from '../routing/board/load-rules.ts';
import { type Hours, usualHours } from '../routing/shifts/shift-rules.ts';
import type { Services } from '../services.ts';

/** What the kinds' queries depend on besides the rows. */
export interface AttentionFacts {
  readonly today: DateKey;
  /** The last day that is checked for overload and places. */
  readonly horizon: DateKey;
  /** Late work that was received earlier is no longer listed. */
  readonly lateSince: Date;
  /** Low ratings of this instant or earlier are no longer listed. */
  readonly lowRatedSince: Date;
  /** Reports of this instant and earlier should have been decided. */
  readonly missedSince: Date;
  /** The time at a stop, without the drive to it. */
  readonly stopSeconds: number;
  readonly bagSeconds: number;
  /** The drive to a stop without a place in a route, where the route has no leg yet. */
  readonly guessedLegSeconds: number;
  /** The hours of drivers who have none of their own. */
  readonly hours: Hours;
  readonly now: Date;
}

/** Days ahead that are checked for long days and unknown addresses. */
const daysAhead = 13;
/** Days after which late work is no longer listed. */
const lateWorkDays = 60;

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
    now,
  };
}
