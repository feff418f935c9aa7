import { decisionHours } from '../../contract/pickups/missed.ts';
import { lowRatingDays } from '../../contract/pickups/ratings.ts';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/dates.ts';
import { guessedLeg } from '../routing/board/load-rules.ts';
import { usualHours } from '../routing/shifts/shift-rules.ts';
import type { Services } from '../services.ts';
import type { AttentionFacts } from './kinds.store.ts';

/** Days ahead that are checked for long days and unknown addresses. */
const daysAhead = 13;
/** Days after which late work is no longer listed. */
const lateWorkDays = 60;

/** What the kinds' queries depend on besides the rows. */
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
