import { billingDayOf, nextMonth } from './billing-months.ts';

/** When a new price of a plan is charged. The server decides by it, and the dispatcher's form shows it. */

/** Customers read of a dearer price this long before the first month that costs it. */
export const noticeDays = 30;
const noticeMs = noticeDays * 24 * 60 * 60 * 1000;
/** The provider prepares a month's invoice within an hour of the month's start, so a price for it must come earlier. */
const preparedMs = 60 * 60 * 1000;

interface BilledPlan {
  /** The end of the paid month; null while it isn't known. */
  readonly currentPeriodEnd: Date | null;
  readonly createdAt: Date;
}

/**
 * Returns when the first month begins that costs a dearer price set at `now`: in `noticeDays` or later, or the next
 * month if the customer asked for it.
 */
export function dearerPriceFrom({ currentPeriodEnd, createdAt }: BilledPlan, now: Date, isAsked: boolean): Date {
  const earliest = now.getTime() + (isAsked ? preparedMs : noticeMs);
  let from = currentPeriodEnd ?? now;
  const billingDay = billingDayOf(from, [createdAt]);
  while (from.getTime() < earliest) from = nextMonth(from, billingDay);
  return from;
}

/** The range of a monthly price, in cents. */
export const monthlyPriceRange = { min: 100, max: 100_000 } as const;
