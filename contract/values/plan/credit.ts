import { addDays, type DateKey, dateKeyOf, type Weekday, weekdayOf } from '../time/dates.ts';
import { visitTimeOf } from './schedule.ts';

/**
 * What a visit of a plan is worth that is not made because of a hold. The books, the previews and the screens use these
 * functions.
 */

/**
 * The visits of a billing month: its service days whose 09:00 is at or after `startsAt` and before `endsAt`, earliest first. A
 * plan's first month has no visit on the day of purchase or before it: pass that day as `firstAfter`.
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
 * The credits in cents of the first `missed` visits of a month that are not made, in the order in which they are credited. They
 * are cumulative, so all visits of a month are worth exactly its price. Never more than `visits` of them: what a later change of
 * days adds is not paid for, and its credit is 0.
 */
export function creditsOfMonth(priceCents: number, visits: number, missed: number): number[] {
  return Array.from({ length: missed }, (_, index) =>
    index < visits ? sumOfCredits(priceCents, visits, index + 1) - sumOfCredits(priceCents, visits, index) : 0,
  );
}

/** Price × missed ÷ visits, rounded down to the cent. Exact: the product stays far below 2^53. */
function sumOfCredits(priceCents: number, visits: number, missed: number): number {
  return Math.floor((priceCents * missed) / visits);
}
