import { creditsOfMonth } from '../../../contract/values/plan/credit.ts';
import { isOver, type PlanEnd } from '../end-rules.ts';

/** Decisions about the cancellation of a plan. Facts and the time come in; nothing is read. */

/**
 * What a cancellation does now: `at-end` serves the plan until then, `now` ends it because it is paused or unpaid, or no paid
 * month is known. `renewing`: the next month has begun, and whether it is paid isn't known yet.
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
 * The worth in cents of visits of a paid month that are no longer made, by the rule of credits. `credited` is how many
 * of its visits have their credit already. Both together are never more than the month's price.
 */
export function shareOf(
  { priceCents, visits }: { readonly priceCents: number; readonly visits: number },
  credited: number,
  notMade: number,
): number {
  const credits = creditsOfMonth(priceCents, visits, credited + notMade).slice(credited);
  return credits.reduce((sum, cents) => sum + cents, 0);
}
