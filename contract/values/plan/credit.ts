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

/** What the rest of a month is worth after the plan's days have changed within it. */
export interface Recount {
  readonly valueCents: number;
  /** The visits that the rest of the month has. */
  readonly visits: number;
  /** The number of credits that the month had before. */
  readonly credits: number;
}

export interface MonthWorth {
  /** The charge for the month, before the balance. It never changes. */
  readonly priceCents: number;
  /** The visits that the month had when it was charged. */
  readonly visits: number;
  readonly recount?: Recount | undefined;
}

/** Returns the next `count` credits in cents of a month that has `written` credits, in order. */
export function nextCredits(month: MonthWorth, written: number, count: number): number[] {
  const { valueCents, visits, credits } = restOf(month);
  const before = Math.max(0, written - credits);
  return creditsOfMonth(valueCents, visits, before + count).slice(before);
}

/**
 * Counts a month again because the plan's days change: its value, less the credits that are written and the share of
 * the visits that were due, is spread over the visits that are left. `leftBefore` and `leftAfter` are the numbers of
 * visits without a credit that it would still have with the days of before and has with the new ones.
 */
export function recountMonth(
  month: MonthWorth,
  { written, leftBefore, leftAfter }: { written: number; leftBefore: number; leftAfter: number },
): Recount {
  const { valueCents, visits, credits } = restOf(month);
  const past = Math.min(visits, Math.max(written - credits, visits - leftBefore, 0));
  const spentCents = past === 0 ? 0 : sumOfCredits(valueCents, visits, past);
  return { valueCents: valueCents - spentCents, visits: leftAfter, credits: written };
}

function restOf({ priceCents, visits, recount }: MonthWorth): Recount {
  return recount ?? { valueCents: priceCents, visits, credits: 0 };
}

/** Returns price × missed ÷ visits, rounded down to the cent. Exact: the product stays far below 2^53. */
function sumOfCredits(priceCents: number, visits: number, missed: number): number {
  return Math.floor((priceCents * missed) / visits);
}
