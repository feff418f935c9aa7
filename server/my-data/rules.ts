import type { PickupStatus } from '../../contract/pickups.ts';

/** Pure rules about the deletion of an account. */

/** Days for which a dispute counts as open. Banks decide sooner, but a charge stays marked after a lost dispute. */
export const openDisputeDays = 120;

interface PickupFacts {
  readonly status: PickupStatus;
  /** True if the change policy lets the customer cancel the pickup. */
  readonly canCancel: boolean;
  readonly isPlanStop: boolean;
  /** The New York day; null while none is set. */
  readonly day: string | null;
  readonly today: string;
  readonly isPaid: boolean;
}

/**
 * Decides what a deletion does with a pickup that isn't completed or cancelled. While a driver is on the way, the
 * deletion waits. A paid pickup that nobody resolved on its day is left to the dispatcher. A pickup that a driver
 * couldn't complete is cancelled without a refund.
 */
export function decidePickup(facts: PickupFacts): 'cancel' | 'under_way' | 'unresolved' {
  const { status, canCancel, isPlanStop, day, today, isPaid } = facts;
  if (canCancel || isPlanStop || status === 'issue' || status === 'incomplete') return 'cancel';
  if (day !== null && day < today) return isPaid ? 'unresolved' : 'cancel';
  return 'under_way';
}
