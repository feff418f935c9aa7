import { addDays, type DateKey, dateKeyOf, type Weekday, weekdayOf } from '../time/dates.ts';
import { visitTimeOf } from './schedule.ts';

/**
 * The credit for a visit of a plan that isn't made because of a hold. The books, the previews and the screens use these
 * functions.
 */

/**
 * Returns the visits of a billing month: its service days whose 09:00 is at or after `startsAt` and before `endsAt`,
 * earliest first. A plan's first month has no visit on or before the day of purchase: pass that day as `firstAfter`.
 */
export function visitsOfMonth(
  serviceDays: readonly Weekday[],
  startsAt: Date,
  endsAt: Date,
  firstAfter?: DateKey,
): DateKey[] {
  const days: DateKey[] = [];
  const lastDay = dateKeyOf(endsAt);
  for (let day = dateKeyOf(startsAt); day <= lastDay; day = addDays(day, 1)) {
    if (!serviceDays.includes(weekdayOf(day)) || (firstAfter !== undefined && day <= firstAfter)) continue;
    const at = visitTimeOf(day);
    if (at >= startsAt && at < endsAt) days.push(day);
  }
  return days;
}

/**
 * Returns the credits in cents for the first `missed` visits of a month that aren't made, in the order in which they
 * are credited. Together, the credits for all `visits` of a month are exactly its price. Visits beyond `visits`, which
 * a later change of days has added, aren't paid for: their credit is 0.
 */
export function creditsOfMonth(priceCents: number, visits: number, missed: number): number[] {
  return Array.from({ length: missed }, (_, index) =>
    index < visits ? sumOfCredits(priceCents, visits, index + 1) - sumOfCredits(priceCents, visits, index) : 0,
  );
}

/** Returns price × missed ÷ visits, rounded down to the cent. Exact: the product stays far below 2^53. */
function sumOfCredits(priceCents: number, visits: number, missed: number): number {
  return Math.floor((priceCents * missed) / visits);
}
