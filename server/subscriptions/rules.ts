import { addDays, type DateKey, weekdayOf } from '../../contract/dates.ts';

/** Decisions about a plan's series and what its stops say. Facts and the day come in; nothing is read. */

/** The same weekday of the next week, counted from the day of the series, never in the past. */
export function followingOccurrence(occurrence: DateKey, today: DateKey): DateKey {
  let next = addDays(occurrence, 7);
  while (next < today) next = addDays(next, 7);
  return next;
}

/** When the lawn is due next, once it was mown on `done`: the date moves by whole intervals beyond that day. */
export function followingMowing(due: DateKey, intervalDays: number, done: DateKey): DateKey {
  let next = due;
  do next = addDays(next, Math.max(1, intervalDays));
  while (next <= done);
  return next;
}

export interface Series {
  readonly pickupDays: readonly string[];
  readonly specialInstructions: string | null;
  readonly includesFurniturePickup: boolean;
  readonly includesBinWashing: boolean;
  /** Null where the plan has no mowing. */
  readonly mowingDue: DateKey | null;
  /** The first stop that the series ever had. */
  readonly firstOccurrence: DateKey;
}

/**
 * What each open stop of a series tells the driver, in the order of the stops (by day): the customer's words, then the
 * extras. Weekly extras go with the first stop of a week, and with the very first one; the lawn with one stop, the first
 * that is due.
 */
export function instructionsOf(series: Series, stops: readonly DateKey[]): (string | null)[] {
  const mowing = stops.find((day) => series.mowingDue !== null && day >= series.mowingDue);
  return stops.map((day) => {
    const isWeekly = weekdayOf(day) === series.pickupDays[0] || day === series.firstOccurrence;
    const lines = [
      series.specialInstructions,
      isWeekly && series.includesBinWashing && 'Power-wash bins',
      isWeekly && series.includesFurniturePickup && 'Up to 1 furniture item this week',
      day === mowing && 'Mow lawn (quarter acre)',
    ].filter(Boolean);
    return lines.length > 0 ? lines.join('\n') : null;
  });
}
