import { type MonthWorth, nextCredits } from '../../../contract/values/plan/credit.ts';
import { isOver, type PlanEnd } from '../end-rules.ts';

/** Pure decisions about the cancellation of a plan. */

/**
 * The effect of cancelling a plan now:
 * - `ended`: none, because the plan has already ended.
 * - `renewing`: not possible, because the next month has begun and it isn't known yet whether it is paid.
 * - `now`: the plan ends immediately, because it is paused or unpaid, or no paid month is known.
 * - `at-end`: the plan is served until `endsAt`.
 */
export type CancelDecision =
  | { kind: 'ended' }
  | { kind: 'renewing' }
  | { kind: 'now' }
  | { kind: 'at-end'; endsAt: Date };

export function decideCancel(plan: PlanEnd & { readonly pastDueSince: Date | null }, now: Date): CancelDecision {
  const { status, cancellationDate, currentPeriodEnd, pastDueSince } = plan;
  if (status === 'cancelled' || isOver(plan, now)) return { kind: 'ended' };
  if (cancellationDate) return { kind: 'at-end', endsAt: cancellationDate };
  if (status === 'paused' || pastDueSince !== null || currentPeriodEnd === null) return { kind: 'now' };
  return currentPeriodEnd <= now ? { kind: 'renewing' } : { kind: 'at-end', endsAt: currentPeriodEnd };
}

/**
 * Returns the value in cents of `notMade` visits of a paid month, by the same rule as credits. `credited` is the number
 * of the month's visits that already have a credit. Credits and value together never exceed the month's price.
 */
export function shareOf(month: MonthWorth, credited: number, notMade: number): number {
  return nextCredits(month, credited, notMade).reduce((sum, cents) => sum + cents, 0);
}
