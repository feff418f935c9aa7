/** Pure decisions about the end of a plan, in our books and at the provider. */

export type SubscriptionStatus = 'active' | 'paused' | 'cancelled';
export type ProviderStatus = 'incomplete' | 'active' | 'past_due' | 'paused' | 'canceled';

/** The end of a plan in our books. */
export interface PlanEnd {
  readonly status: SubscriptionStatus;
  /** When a cancelled plan ended. A live plan with this date is served until then. */
  readonly cancellationDate: Date | null;
  readonly currentPeriodEnd: Date | null;
}

/** The end of a plan at the provider. */
export interface ProviderEnd {
  readonly status: ProviderStatus;
  readonly currentPeriodEnd: Date;
  readonly endsAtPeriodEnd: boolean;
}

/** Returns true if a live plan is cancelled and ends with its paid month. */
export function isEnding({ status, cancellationDate }: Omit<PlanEnd, 'currentPeriodEnd'>): boolean {
  return status !== 'cancelled' && cancellationDate !== null;
}

/** Returns true if the scheduled end of a live plan has passed. */
export function isOver({ status, cancellationDate }: Omit<PlanEnd, 'currentPeriodEnd'>, now: Date): boolean {
  return status !== 'cancelled' && cancellationDate !== null && cancellationDate <= now;
}

/**
 * Returns true if a cancelled plan may stay at the provider until its paid month is over, so that reactivating it
 * charges nothing. It may not stay when a month is unpaid or its remainder was refunded: `endOf` and the refund then
 * shorten `currentPeriodEnd`. Nor may it stay once the provider has begun another month.
 */
export function mayRunOut(
  { status, cancellationDate, currentPeriodEnd }: PlanEnd,
  theirs: Omit<ProviderEnd, 'endsAtPeriodEnd'>,
): boolean {
  if (status !== 'cancelled' || !cancellationDate || !currentPeriodEnd) return false;
  const isServing = theirs.status === 'active' || theirs.status === 'paused';
  return isServing && currentPeriodEnd > cancellationDate && theirs.currentPeriodEnd <= currentPeriodEnd;
}

/**
 * Returns the end of a plan that is cancelled at `now`, and the end of its paid period. If its scheduled end has
 * passed, the plan ended then.
 */
export function endOf(before: Omit<PlanEnd, 'status'> & { readonly pastDueSince: Date | null }, now: Date) {
  const { cancellationDate: planned, currentPeriodEnd: paidTo } = before;
  const wasOver = planned !== null && planned <= now;
  const endedAt = wasOver ? planned : now;
  const isPaidOn = before.pastDueSince === null && !wasOver;
  const paidUntil = paidTo && new Date(isPaidOn ? paidTo : Math.min(paidTo.getTime(), endedAt.getTime()));
  return { cancellationDate: endedAt, currentPeriodEnd: paidUntil };
}

/** Returns true if the provider contradicts our books about charging or ending the plan. */
export function isAtOdds(ours: PlanEnd, theirs: ProviderEnd): boolean {
  if (theirs.status === 'canceled') return false;
  if (ours.status === 'cancelled') return !(mayRunOut(ours, theirs) && theirs.endsAtPeriodEnd);
  if (theirs.status === 'incomplete') return false;
  const isPausedThere = theirs.status === 'paused';
  return isPausedThere !== (ours.status === 'paused') || theirs.endsAtPeriodEnd !== isEnding(ours);
}
