import { cutoffOf, lastBookableDay } from '../time/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf, formatDateKey } from '../time/dates.ts';

/**
 * A hold: from its first day to the day before `until`, the first day of service again. The functions below decide how
 * long a plan can be on hold and from when (PLAN-70, PLAN-71). The server and the dialog share them. Pure: facts and
 * the time come in.
 */
export interface HoldDays {
  readonly from: DateKey;
  readonly until: DateKey;
}

export const minHoldDays = 14;
export const maxHoldDays = 90;
/** The maximum number of held days in the twelve months that end with a hold. */
export const maxHeldDaysPerYear = 90;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the number of days from 1970-01-01 to a date. */
function dayNumber(day: DateKey): number {
  return Date.parse(day) / dayMs;
}

/** Returns the number of days of a hold; 0 for one that was cancelled before it began. */
export function countHoldDays({ from, until }: HoldDays): number {
  return Math.max(0, dayNumber(until) - dayNumber(from));
}

/** Returns the same date a year earlier; March 1 for February 29. */
function yearBefore(day: DateKey): DateKey {
  return addDays(`${Number(day.slice(0, 4)) - 1}${day.slice(4)}`, 0);
}

/** Returns the maximum number of days of a hold that ends on this day, after the earlier holds. Can be negative. */
export function holdDaysLeft(until: DateKey, earlier: readonly HoldDays[]): number {
  const [since, end] = [dayNumber(yearBefore(until)), dayNumber(until)];
  const held = earlier.map((hold) =>
    Math.max(0, Math.min(dayNumber(hold.until), end) - Math.max(dayNumber(hold.from), since)),
  );
  return maxHeldDaysPerYear - held.reduce((sum, days) => sum + days, 0);
}

/**
 * Returns the first day on which a hold can begin or service can resume: the first one whose cut-off hasn't passed.
 * `changeCutoff` is a New York time HH:MM on the day before.
 */
export function earliestHoldDay(now: Date, changeCutoff: string): DateKey {
  let day = dateKeyOf(now);
  while (cutoffOf(day, changeCutoff) <= now) day = addDays(day, 1);
  return day;
}

export interface HoldProblems {
  readonly from?: string;
  readonly until?: string;
}

/** Returns what is wrong with a hold, by field; null for a valid hold. `earlier` are the plan's other holds. */
export function checkHold(
  hold: HoldDays,
  { now, changeCutoff, earlier }: { now: Date; changeCutoff: string; earlier: readonly HoldDays[] },
): HoldProblems | null {
  const { from, until } = hold;
  const earliest = earliestHoldDay(now, changeCutoff);
  if (from < earliest) return { from: `The earliest day a hold can start is ${formatDateKey(earliest)}.` };
  if (from > lastBookableDay(now)) return { from: 'Please choose a first day within a year.' };
  const days = countHoldDays(hold);
  if (days < minHoldDays) {
    const day = formatDateKey(addDays(from, minHoldDays));
    return { until: `A hold lasts at least ${minHoldDays} days: until ${day} or later.` };
  }
  if (days > maxHoldDays) {
    const day = formatDateKey(addDays(from, maxHoldDays));
    return { until: `A hold lasts at most ${maxHoldDays} days: until ${day} or earlier.` };
  }
  const left = holdDaysLeft(until, earlier);
  if (days > left) return { until: `${leftText(Math.max(0, left))} This hold has ${days}.` };
  return null;
}

function leftText(left: number): string {
  return `You have ${left} of ${maxHeldDaysPerYear} hold days left in the 12 months before that day.`;
}

/**
 * Returns what is wrong with coming back on a day; null for a valid day. The minimum length of a hold doesn't apply
 * here.
 */
export function checkBackEarly(
  on: DateKey,
  { from, until }: HoldDays,
  { now, changeCutoff }: { now: Date; changeCutoff: string },
): string | null {
  const earliest = earliestBackDay({ from }, now, changeCutoff);
  if (earliest >= until) return `It's too late to come back before ${formatDateKey(until)}.`;
  if (on < earliest) return `The earliest day you can come back is ${formatDateKey(earliest)}.`;
  if (on >= until) return `Your hold ends on ${formatDateKey(until)} anyway. Please choose an earlier day.`;
  return null;
}

/**
 * Returns the first day on which service can resume. Choosing the first day of a hold that hasn't begun cancels the
 * whole hold.
 */
export function earliestBackDay({ from }: Pick<HoldDays, 'from'>, now: Date, changeCutoff: string): DateKey {
  const open = earliestHoldDay(now, changeCutoff);
  return open > from ? open : from;
}
